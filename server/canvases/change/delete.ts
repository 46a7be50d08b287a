import type { Work } from '../../../model/hooks.ts';
import { Canvas } from '../../../model/resources/canvas.ts';
import { Folder, isTrash } from '../../../model/resources/folder.ts';
import type { Transaction } from '../../store/store.ts';
import { folders, stored } from '../rules/kinds.ts';

/** Deletes everything in a folder but not the folder. In a home it keeps the trash, too. */
export function* deleteChildren(tx: Transaction, id: string): Work<undefined> {
  const { directory } = tx;
  const folder = stored(directory, folders, id);
  const children = [...directory.by(Folder, 'folders-in', id), ...directory.by(Canvas, 'canvases-in', id)];
  const gone = children.filter((child) => !isTrash(child.id));
  for (const child of gone) yield* directory.remove(child.id);
  tx.intend(Folder, folder, 'children deleted');
}
