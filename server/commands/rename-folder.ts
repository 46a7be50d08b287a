import { type Body, readPatch } from '../../model/field.ts';
import { refuse } from '../../model/refusal.ts';
import { Folder } from '../../model/resources/folder.ts';
import type { Transaction } from '../store/types.ts';

export function renameFolder(tx: Transaction, id: string, body: Body): Folder {
  const folder = tx.directory.get(Folder, id);
  if (!folder) throw refuse.notFound('Folder', id);
  const next = { ...folder, ...readPatch(Folder.fields, body, folder) };
  tx.directory.update(Folder, next);
  return next;
}
