import { texts } from '../../texts.ts';
import { homeOf, isTrash, type Listed, trashOf } from './listed.ts';
import { nameOf } from './name.tsx';
import type { Person } from './offers.ts';
import type { Place } from './places.ts';
import type { Tree } from './tree.ts';

/** The name under which a folder is shown: a person's own home and trash have names in the person's language. */
export function folderWord(folder: Pick<Listed, 'id' | 'name'>, person: Person): string {
  const words = texts.value.dashboard;
  if (folder.id === homeOf(person.id)) return words.own;
  return isTrash(folder.id) || folder.id === trashOf(person.id) ? words.trash : nameOf(folder);
}

/** The name of a place. Undefined tree: the folders are not known yet. */
export function placeWord(place: Place, person: Person, tree: Tree | undefined): string {
  const words = texts.value.dashboard;
  if (place.kind === 'all') return words.all;
  if (place.kind === 'shared') return words.shared;
  if (place.kind === 'starred') return words.starred;
  if (place.kind === 'trash') return words.trash;
  const folder = tree?.folders.get(place.folder_id);
  return folder ? folderWord(folder, person) : tree ? words.gone : '';
}

/** Where something stands, such as `My canvases / Workshops`; empty: in no folder that the person sees. */
export const pathWords = (one: Listed, tree: Tree, person: Person): string =>
  tree
    .pathTo(one.folder_id)
    .map((folder) => folderWord(folder, person))
    .join(' / ');
