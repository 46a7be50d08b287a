import { homeOf, isCanvas, type Listed, type ListedFolder } from '../listed.ts';
import { type Person, takesMore } from '../offers.ts';
import type { Tree } from '../tree.ts';
import type { Way } from './asking.ts';

/** A folder into which things may go, or which leads to such folders. */
export interface Target {
  readonly folder: ListedFolder;
  readonly depth: number;
  /** The folder is only shown because of the folders in it. */
  readonly isRefused: boolean;
  /** The names of the folders above it. */
  readonly path: string;
}

/** All folders, each below the one that it is in: first the person's own, then those of others. */
export function targetsFor(some: readonly Listed[], way: Way, person: Person, tree: Tree): readonly Target[] {
  const home = tree.folders.get(homeOf(person.id));
  const refuses = (folder: ListedFolder): boolean =>
    !takesMore(folder, person) || some.some((one) => !(way === 'copy' && isCanvas(one)) && leadsNowhere(one, folder, tree));
  const below = (folder: ListedFolder, above: readonly string[]): Target[] => {
    const children = tree.childrenOf(folder.id).flatMap((child) => below(child, [...above, folder.name]));
    const isRefused = refuses(folder);
    const mine = { folder, depth: above.length, isRefused, path: above.join(' / ') };
    return isRefused && children.length === 0 ? [] : [mine, ...children];
  };
  return [...(home ? [home] : []), ...tree.shared].flatMap((folder) => below(folder, []));
}

/** All folders into which something new may go. */
export const targetsForNew = (person: Person, tree: Tree): readonly Target[] => targetsFor([], 'copy', person, tree);

/** True when the item is in the folder already, or the folder is in the item. */
const leadsNowhere = (one: Listed, folder: ListedFolder, tree: Tree): boolean =>
  one.folder_id === folder.id || (!isCanvas(one) && tree.isWithin(folder.id, one.id));
