import { refuse } from '../../model/refusal.ts';
import { Folder, homeOf, trashOf } from '../../model/resources/folder.ts';
import { type Access, accessOver, type Caller } from '../access/access.ts';
import type { Transaction } from '../store/types.ts';

/** Who moves or makes something, and what he may, by the durable directory. */
export interface Asker {
  readonly caller: Caller;
  readonly access: Access;
}

/** The folder that a create names, the caller's home when it names none. 404, 403, 400 when it is in the trash. */
export function requireFolderToCreateIn(tx: Transaction, asker: Asker, sent: string): string {
  const id = sent === '' ? homeOf(asker.caller.id) : sent;
  requireUntrashed(tx, asker, id, 'Cannot create items in the trash');
  return id;
}

/** The folder that a copy names. 404, 403, 400 when it is in the trash. */
export function requireFolderToCopyTo(tx: Transaction, asker: Asker, id: string): void {
  requireUntrashed(tx, asker, id, 'Cannot copy to the trash');
}

/** The folder that a move names. 404, 403; nobody moves anything to the trash of another user (canvases contract 5.4). */
export function requireFolderToMoveTo(tx: Transaction, asker: Asker, id: string): void {
  requireFolder(tx, id);
  const seen = accessOver(tx.directory);
  if (seen.isTrashed(id) && !seen.isWithin(id, trashOf(asker.caller.id))) {
    throw refuse.forbidden("Cannot move items to another user's trash");
  }
  requireEdit(asker, id);
}

function requireUntrashed(tx: Transaction, asker: Asker, id: string, refusal: string): void {
  requireFolder(tx, id);
  requireEdit(asker, id);
  if (accessOver(tx.directory).isTrashed(id)) throw refuse.invalid(refusal);
}

function requireFolder(tx: Transaction, id: string): void {
  if (!tx.directory.get(Folder, id)) throw refuse.notFound('Folder', id);
}

function requireEdit({ caller, access }: Asker, folder: string): void {
  const own = access.folder(caller, folder);
  if (own === undefined) throw refuse.notFound('Folder', folder);
  if (!access.passes(caller, own, 'edit')) throw refuse.denied();
}
