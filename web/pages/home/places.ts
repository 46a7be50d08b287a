import { homeOf, isCanvas, isTrash, type Listed, type ListedCanvas, type ListedFolder, trashOf } from './listed.ts';
import { matcherOf } from './search.ts';
import { beginsShared } from './tree.ts';

/** What the page shows: all canvases, what others have shared, what was thrown away, or one folder. */
export type Place =
  | { readonly kind: 'all' }
  | { readonly kind: 'shared' }
  | { readonly kind: 'trash'; readonly folder_id: string }
  | { readonly kind: 'folder'; readonly folder_id: string };

/** The last part of the address of what is shared; no folder has this id. */
export const SHARED = 'shared';

/** The place at an address; without a part for the folder it is that of all canvases. */
export function placeAt(part: string | undefined, user: number): Place {
  if (part === undefined) return { kind: 'all' };
  if (part === SHARED) return { kind: 'shared' };
  return part === trashOf(user) ? { kind: 'trash', folder_id: part } : { kind: 'folder', folder_id: part };
}

/** Everything that a person sees. */
export interface Visible {
  readonly canvases: ReadonlyMap<string, ListedCanvas>;
  readonly folders: ReadonlyMap<string, ListedFolder>;
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

function standsAt(place: Place, { folders }: Visible, user: number): (one: Listed) => boolean {
  if (place.kind === 'all') return (one) => isCanvas(one) && !one.in_trash;
  if (place.kind === 'shared') return (one) => beginsShared(one, folders, homeOf(user));
  return ({ folder_id }) => folder_id === place.folder_id;
}

/** Searching looks everywhere, but in the trash only for who is there. */
function isSought(place: Place, sought: string): (one: Listed) => boolean {
  const matches = matcherOf(sought);
  const inTrash = place.kind === 'trash';
  return ({ name, in_trash }) => in_trash === inTrash && matches(name);
}
