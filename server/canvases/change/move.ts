import type { Body } from '../../../model/field.ts';
import type { Work } from '../../../model/hooks.ts';
import { eitherOf, quoted, refuse } from '../../../model/refusal.ts';
import { noteTrashed } from '../../../model/resources/accounts/mark.ts';
import { isTrash } from '../../../model/resources/folder.ts';
import type { Transaction } from '../../store/store.ts';
import { givesWay, rivalsOf } from '../rules/conflicts.ts';
import { refuseMovingTooDeep } from '../rules/depth.ts';
import { type ActorRights, refuseIntoItself, requireFolderToMoveTo } from '../rules/destination.ts';
import { isCanvas, stored, type TreeItem, type TreeKind } from '../rules/kinds.ts';
import { readFolderId } from './create.ts';

export interface Move {
  readonly folder_id: string;
  readonly replace: boolean;
}

/** Reads the body of a move. 400 without a destination, and for what `readReplace` refuses. */
export function readMove(body: Body): Move {
  const folder_id = readFolderId(body);
  if (folder_id === '') throw refuse.missing('folder_id');
  return { folder_id, replace: readReplace(body) };
}

/** Should the rivals be replaced? `skip` and `cancel` both mean: do nothing when the name is taken (interface/canvases 5.2). */
export function readReplace({ conflicts }: Body): boolean {
  const way = conflicts ?? '';
  if (way !== '' && !ways.includes(way as string)) {
    throw refuse.invalid(`Invalid conflicts value ${quoted(way)}: it must be ${eitherOf(ways)}`);
  }
  return way === 'replace';
}

const ways: readonly string[] = ['skip', 'cancel', 'replace'];

/** Moves a canvas, or a folder with everything below it, and only then deletes its rivals, because it may come from inside one. */
export function* moveItem<R extends TreeItem>(
  tx: Transaction,
  rights: ActorRights,
  tree: TreeKind<R>,
  id: string,
  move: Move,
): Work<R> {
  const item = stored(tx.directory, tree, id);
  const { folder_id } = move;
  requireFolderToMoveTo(tx, rights, folder_id);
  refuseIntoItself(tx, 'move', id, folder_id);
  if (!isCanvas(item)) yield* refuseMovingTooDeep(tx, item, folder_id);
  if (item.folder_id === folder_id) return item;
  const rivals = rivalsOf(tx, tree, item, folder_id);
  if (givesWay(rights, rivals, move)) return item;
  const moved = { ...item, folder_id };
  tx.directory.update(tree.kind, moved);
  yield* notePlace(tx, item, folder_id);
  for (const rival of rivals) yield* tx.directory.remove(rival.id);
  return moved;
}

/** Whoever takes something out of a trash can put it back where it was (interface/canvases 5.4). */
function* notePlace({ directory }: Transaction, { id, folder_id: from }: TreeItem, to: string): Work {
  if (isTrash(to)) yield* noteTrashed(directory, ownerOf(to), id, isTrash(from) ? '' : from);
  else if (isTrash(from)) yield* noteTrashed(directory, ownerOf(from), id, '');
}

const ownerOf = (trash: string): number => Number(trash.slice('trash.'.length));
