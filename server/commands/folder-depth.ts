import type { View, Work } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import { Folder } from '../../model/resources/folder.ts';
import { accessOver } from '../access/access.ts';
import type { Places } from './destination.ts';

/** What asks for every folder above another must end soon, also for who nests folders for ever. */
const MOST = 100;

type Nested = Pick<Folder, 'id' | 'folder_id'>;

/** 409 when folders of so many levels would stand too deep in a folder. Homes and trashes are no levels. */
export function refuseTooDeep({ directory }: Places, folder: string, levels: number): void {
  if (accessOver(directory).depth(folder) + levels > MOST) {
    throw refuse.conflict(`Folders may be at most ${MOST} levels deep`);
  }
}

/** The same for a folder that moves with all below, which is looked through only when something would stand deeper than now. */
export function* refuseMovingTooDeep({ directory }: Places, folder: Folder, to: string): Work {
  const seen = accessOver(directory);
  if (seen.depth(to) <= seen.depth(folder.folder_id)) return;
  const found: Nested[] = [];
  for (const one of below(directory, folder)) {
    found.push(one);
    yield;
  }
  refuseTooDeep({ directory }, to, levelsOf(found));
}

/** How many levels folders make that come each before those in it. */
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

/** A folder and all below it, each before those in it. */
function* below(view: View, top: Folder): Generator<Folder, void, void> {
  const open = [top];
  for (const folder of open) {
    yield folder;
    for (const inside of view.by(Folder, 'folders-in', folder.id)) open.push(inside);
  }
}
