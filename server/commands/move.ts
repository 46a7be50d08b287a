import type { Body } from '../../model/field.ts';
import type { Work } from '../../model/hooks.ts';
import { type Refusal, refuse } from '../../model/refusal.ts';
import type { Kind } from '../../model/resource.ts';
import { Canvas } from '../../model/resources/canvas.ts';
import { Folder, isSystem, isTrash } from '../../model/resources/folder.ts';
import { namedIn } from '../../model/resources/tree.ts';
import { accessOver } from '../access/access.ts';
import { systemFolder } from '../access/checks.ts';
import type { Transaction } from '../store/types.ts';
import { type Asker, requireFolderToMoveTo } from './destination.ts';
import { readFolderId } from './new-place.ts';
import { quoted } from './quoted.ts';

export interface Move {
  readonly folder_id: string;
  readonly replace: boolean;
}

/** `skip` and `cancel` are one: nothing happens when the name is taken (canvases contract 5.2). */
export function readMove(body: Body): Move {
  const folder_id = readFolderId(Canvas.fields.folder_id, body);
  if (folder_id === '') throw refuse.missing('folder_id');
  const conflicts = body.conflicts ?? '';
  if (!['', 'skip', 'cancel', 'replace'].includes(conflicts as string)) throw invalidConflicts(conflicts);
  return { folder_id, replace: conflicts === 'replace' };
}

export function* moveCanvas(tx: Transaction, asker: Asker, id: string, move: Move): Work<Canvas> {
  const canvas = tx.directory.get(Canvas, id);
  if (!canvas) throw refuse.notFound('Canvas', id);
  requireFolderToMoveTo(tx, asker, move.folder_id);
  const rivals = rivalsOf(tx, Canvas, 'canvases-named', canvas, move.folder_id);
  const mayReplace = (rival: string) => owns(asker, asker.access.canvas(asker.caller, rival));
  return yield* place(tx, Canvas, canvas, move, rivals, mayReplace);
}

export function* moveFolder(tx: Transaction, asker: Asker, id: string, move: Move): Work<Folder> {
  const folder = tx.directory.get(Folder, id);
  if (!folder) throw refuse.notFound('Folder', id);
  requireFolderToMoveTo(tx, asker, move.folder_id);
  if (accessOver(tx.directory).isWithin(move.folder_id, id)) throw refuse.conflict(`Cannot move folder ${id} into itself`);
  const rivals = rivalsOf(tx, Folder, 'folders-named', folder, move.folder_id);
  const system = rivals.find(isSystem);
  if (system && move.replace) throw systemFolder(system.id);
  const mayReplace = (rival: string) => owns(asker, asker.access.folder(asker.caller, rival));
  return yield* place(tx, Folder, folder, move, rivals, mayReplace);
}

type Placed = Canvas | Folder;

/** The others of the same kind and name in the destination. In a trash equal names pile up. */
function rivalsOf<R extends Placed>(tx: Transaction, kind: Kind<R>, index: string, moved: R, to: string): R[] {
  if (isTrash(to) || moved.folder_id === to) return [];
  return tx.directory.by(kind, index, namedIn(to, moved.name)).filter(({ id }) => id !== moved.id);
}

/** Moves first and deletes the rivals then: what is moved may stand inside one of them. */
function* place<R extends Placed>(
  tx: Transaction,
  kind: Kind<R>,
  moved: R,
  { folder_id, replace }: Move,
  rivals: readonly R[],
  mayReplace: (rival: string) => boolean,
): Work<R> {
  if (moved.folder_id === folder_id || (rivals.length > 0 && !replace)) return moved;
  if (!rivals.every(({ id }) => mayReplace(id))) throw refuse.denied();
  const next = { ...moved, folder_id };
  tx.directory.update(kind, next);
  for (const { id } of rivals) yield* tx.directory.remove(id);
  return next;
}

const owns = ({ access, caller }: Asker, own: ReturnType<Asker['access']['folder']>): boolean =>
  access.passes(caller, own ?? 'none', 'owner');

const invalidConflicts = (sent: unknown): Refusal => refuse.invalid(`Invalid conflicts value ${quoted(sent)}`);
