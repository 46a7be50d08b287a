import type { View, Work } from '../../../model/hooks.ts';
import { refuse } from '../../../model/refusal.ts';
import { Folder } from '../../../model/resources/folder.ts';
import { accessOver } from '../../access/authorization/access.ts';
import type { DirectoryState } from './destination.ts';

/**
 * A walk up from a folder must end soon, even when somebody nests folders for ever.
 * @bound Folders inside one another: a further folder is refused with 409.
 */
const MOST = 100;

type Nested = Pick<Folder, 'id' | 'folder_id'>;

/** 409 when folders of this many levels would stand too deep in a folder. Homes and trashes do not count as levels. */
export function refuseTooDeep({ directory }: DirectoryState, folder: string, levels: number): void {
  if (accessOver(directory).depth(folder) + levels > MOST) {
    throw refuse.conflict(`Folders may be at most ${MOST} levels deep`);
  }
}

/** 409 when a folder would move too deep with what is below it, which is counted only when the folder would stand deeper than now. */
export function* refuseMovingTooDeep({ directory }: DirectoryState, folder: Folder, to: string): Work {
  const seen = accessOver(directory);
  if (seen.depth(to) <= seen.depth(folder.folder_id)) return;
  const found: Nested[] = [];
  for (const one of foldersFrom(directory, folder)) {
    found.push(one);
    yield;
  }
  refuseTooDeep({ directory }, to, levelsOf(found));
}

/** How many levels these folders make. Each folder must come before the folders in it. */
export function levelsOf(folders: Iterable<Nested>): number {
  const levels = new Map<string, number>();
  let most = 0;
  for (const { id, folder_id } of folders) {
    const level = (levels.get(folder_id) ?? 0) + 1;
    levels.set(id, level);
    most = Math.max(most, level);
  }
  return most;
}

/** A folder and the folders below it, each before those in it. A folder that is not `seen` hides what is in it. */
export function* foldersFrom(
  view: View,
  top: Folder,
  seen: (folder: Folder) => boolean = () => true,
): Generator<Folder, void, void> {
  const open = [top];
  for (const folder of open) {
    yield folder;
    for (const inside of view.by(Folder, 'folders-in', folder.id)) if (seen(inside)) open.push(inside);
  }
}
