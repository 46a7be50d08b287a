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
