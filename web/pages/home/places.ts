import { homeOf, isCanvas, isTrash, type Listed, type ListedCanvas, type ListedFolder, trashOf } from './listed.ts';
import { matcherOf } from './search.ts';
import { beginsShared } from './tree.ts';

/** What the page shows: all canvases, what others have shared, what was thrown away, or one folder. */
export type Place =
  | { readonly kind: 'all' }
  | { readonly kind: 'shared' }
  | { readonly kind: 'starred' }
  | { readonly kind: 'trash'; readonly folder_id: string }
  | { readonly kind: 'folder'; readonly folder_id: string };

/** The last part of the address of what is shared; no folder has this id. */
export const SHARED = 'shared';
/** The same for what the person has starred. */
export const STARRED = 'starred';

/** The place at an address; without a part for the folder it is that of all canvases. */
export function placeAt(part: string | undefined, user: number): Place {
  if (part === undefined) return { kind: 'all' };
  if (part === SHARED) return { kind: 'shared' };
  if (part === STARRED) return { kind: 'starred' };
  return part === trashOf(user) ? { kind: 'trash', folder_id: part } : { kind: 'folder', folder_id: part };
}

/** Everything that a person sees. */
export interface Visible {
  readonly canvases: ReadonlyMap<string, ListedCanvas>;
  readonly folders: ReadonlyMap<string, ListedFolder>;
  /** Ids of starred canvases. */
  readonly stars: ReadonlySet<string>;
  /** Canvases that the person opened, the last one first. */
  readonly recent: readonly ListedCanvas[];
}

export interface Contents {
  readonly folders: readonly ListedFolder[];
  readonly canvases: readonly ListedCanvas[];
}

/** What stands at a place, or what of everything has a name that is looked for; in no order. */
export function contentsOf(place: Place, sought: string, visible: Visible, user: number): Contents {
  const isShown = sought.trim() === '' ? standsAt(place, visible, user) : isSought(place, sought);
  return {
    folders: [...visible.folders.values()].filter((folder) => !isTrash(folder.id) && folder.folder_id !== '' && isShown(folder)),
    canvases: [...visible.canvases.values()].filter(isShown),
  };
}

function standsAt(place: Place, { folders, stars }: Visible, user: number): (one: Listed) => boolean {
  if (place.kind === 'all') return (one) => (isCanvas(one) ? !one.in_trash : one.folder_id === homeOf(user));
  if (place.kind === 'starred') return (one) => isCanvas(one) && !one.in_trash && stars.has(one.id);
  if (place.kind === 'shared') return (one) => beginsShared(one, folders, homeOf(user));
  return ({ folder_id }) => folder_id === place.folder_id;
}

/** Things in the trash whose names are looked for elsewhere. */
export function foundInTrash(sought: string, { canvases, folders }: Visible): number {
  const matches = matcherOf(sought);
  return [...canvases.values(), ...folders.values()].filter((one) => one.in_trash && !isTrash(one.id) && matches(one.name))
    .length;
}

/** Searching looks everywhere, but in the trash only for a person who is there. */
function isSought(place: Place, sought: string): (one: Listed) => boolean {
  const matches = matcherOf(sought);
  const inTrash = place.kind === 'trash';
  return ({ name, in_trash }) => in_trash === inTrash && matches(name);
}
