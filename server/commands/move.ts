import type { Body } from '../../model/field.ts';
import type { Work } from '../../model/hooks.ts';
import { eitherOf, refuse } from '../../model/refusal.ts';
import { Canvas } from '../../model/resources/canvas.ts';
import { Folder } from '../../model/resources/folder.ts';
import { accessOver } from '../access/access.ts';
import type { Transaction } from '../store/types.ts';
import { canvases, folders, givesWay, type Placed, type Placing, rivalsOf } from './conflicts.ts';
import { type Asker, requireFolderToMoveTo } from './destination.ts';
import { refuseMovingTooDeep } from './folder-depth.ts';
import { readFolderId } from './new-place.ts';
import { quoted } from './quoted.ts';

export interface Move {
  readonly folder_id: string;
  readonly replace: boolean;
}

/** 400 without a destination, or what `readReplace` refuses. */
export function readMove(body: Body): Move {
  const folder_id = readFolderId(Canvas.fields.folder_id, body);
  if (folder_id === '') throw refuse.missing('folder_id');
  return { folder_id, replace: readReplace(body) };
}

/** `skip` and `cancel` are one: nothing happens when the name is taken (canvases contract 5.2). */
export function readReplace({ conflicts }: Body): boolean {
  const way = conflicts ?? '';
  if (way !== '' && !ways.includes(way as string)) {
    throw refuse.invalid(`Invalid conflicts value ${quoted(way)}: it must be ${eitherOf(ways)}`);
  }
  return way === 'replace';
}

/** What to do when the name is taken. */
const ways: readonly string[] = ['skip', 'cancel', 'replace'];

export function* moveCanvas(tx: Transaction, asker: Asker, id: string, move: Move): Work<Canvas> {
  const canvas = tx.directory.get(Canvas, id);
  if (!canvas) throw refuse.notFound('Canvas', id);
  requireFolderToMoveTo(tx, asker, move.folder_id);
  return yield* place(tx, asker, canvases, canvas, move);
}

export function* moveFolder(tx: Transaction, asker: Asker, id: string, move: Move): Work<Folder> {
  const folder = tx.directory.get(Folder, id);
  if (!folder) throw refuse.notFound('Folder', id);
  requireFolderToMoveTo(tx, asker, move.folder_id);
  if (accessOver(tx.directory).isWithin(move.folder_id, id)) throw refuse.conflict(`Cannot move folder ${id} into itself`);
  yield* refuseMovingTooDeep(tx, folder, move.folder_id);
  return yield* place(tx, asker, folders, folder, move);
}

/** Moves first and deletes the rivals then: what is moved may stand inside one of them. */
function* place<R extends Placed>(tx: Transaction, asker: Asker, placing: Placing<R>, moved: R, move: Move): Work<R> {
  const { folder_id } = move;
  if (moved.folder_id === folder_id) return moved;
  const rivals = rivalsOf(tx, placing, moved, folder_id);
  if (givesWay(asker, placing, rivals, move)) return moved;
  const next = { ...moved, folder_id };
  tx.directory.update(placing.kind, next);
  for (const { id } of rivals) yield* tx.directory.remove(id);
  return next;
}
