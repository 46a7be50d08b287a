/**
 * The exceptions to the house rules, each with its reason. An exception that is no longer needed is refused, too.
 */

/** Functions over 60 lines (`file` and `name`) and files over 400 lines (`file` alone). */
export const large = [];

/** Folders of product code with more than 25 files. */
export const crowded = [];

/** Pairs of files that may import each other. */
export const mutual = [
  {
    files: ['model/hooks.ts', 'model/resource.ts'],
    reason: 'types only: a definition holds its hooks, and hooks speak of definitions',
  },
];

/** Imports from a room of a hall to one above it. */
export const upward = [
  {
    from: 'server/http/routing/route.ts',
    to: 'server/http/bodies/json-body.ts',
    reason: 'a type: a route may take over the reading of its body',
  },
  {
    from: 'server/http/routing/call.ts',
    to: 'server/http/bodies/json-body.ts',
    reason: 'a type: a call holds the body that it reads',
  },
];

/** Files of the page that take time from the browser itself. */
export const ownTime = [
  {
    file: 'web/view/frames.ts',
    names: ['requestAnimationFrame'],
    reason: 'the one loop of frames, paced by the browser',
  },
  {
    file: 'web/parts/when-idle.ts',
    names: ['requestIdleCallback'],
    reason: 'only the browser knows when a page is idle',
  },
  {
    file: 'web/parts/attempt.ts',
    names: ['Date.now'],
    reason: 'seconds until the server takes another try pass while the machine sleeps, too',
  },
  {
    file: 'web/live/waking.ts',
    names: ['Date.now'],
    reason: 'a machine that slept is noticed by its date, because its steady clock may have stood still',
  },
  {
    file: 'web/live/connection.ts',
    names: ['Date.now'],
    reason: 'the date of the server, and the own date until the server has told it',
  },
  {
    file: 'web/live/kept/database-edits.ts',
    names: ['Date.now'],
    reason: 'dates that other tabs read, also after the browser was closed',
  },
  {
    file: 'web/pages/load-again.ts',
    names: ['Date.now'],
    reason: 'the date of the last loading, which the next page reads',
  },
  {
    file: 'web/pages/account/tokens.tsx',
    names: ['Date.now'],
    reason: 'whether a token has expired',
  },
  {
    file: 'web/pages/account/new-token.tsx',
    names: ['Date.now'],
    reason: 'the date on which a token expires',
  },
  {
    file: 'web/edit/empty/note-command.ts',
    names: ['Date.now'],
    reason: 'the date on which a token expires',
  },
  {
    file: 'web/pages/home/cards/time.tsx',
    names: ['Date.now'],
    reason: 'how long ago something was',
  },
  {
    file: 'web/islands/streams.ts',
    names: ['Date.now'],
    reason: 'a number that no address of a picture has had before, in this tab or another',
  },
];

/** Types whose names end with Means, Parts or Facts, and that no part is handed. */
export const namedDifferently = [
  {
    file: 'server/canvases/change/content.ts',
    name: 'VersionParts',
    reason: 'the pieces in which lists keep their versions, and so a plural of what they are',
  },
];
