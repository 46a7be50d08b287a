import type { Work } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import type { Kind } from '../../model/resource.ts';
import { Canvas } from '../../model/resources/canvas.ts';
import { Folder, folderLine, isTrash } from '../../model/resources/folder.ts';
import type { Transaction } from '../store/types.ts';

/** Deletes a canvas with its content, or a folder with all below, whatever the rights there (canvases contract 3.3). */
export function* deletePlace(tx: Transaction, kind: Kind, id: string): Work<undefined> {
  if (!tx.directory.get(kind, id)) throw refuse.notFound(kind.name, id);
  yield* tx.directory.remove(id);
}

/** Deletes all that is in a folder and keeps the folder; of a home it also keeps the trash. */
export function* deleteChildren(tx: Transaction, id: string): Work<undefined> {
  const { directory } = tx;
  const folder = directory.get(Folder, id);
  if (!folder) throw refuse.notFound('Folder', id);
  const children = [...directory.by(Folder, 'folders-in', id), ...directory.by(Canvas, 'canvases-in', id)];
  const gone = children.filter((child) => !isTrash(child.id));
  for (const child of gone) yield* directory.remove(child.id);
  if (gone.length > 0) tx.audit(folderLine(folder, 'Folder children deleted'));
}
