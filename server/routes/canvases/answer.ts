import type { Canvas } from '../../../model/resources/canvas.ts';
import type { Folder } from '../../../model/resources/folder.ts';
import type { Permission } from '../../../model/resources/permission.ts';
import { accessOver } from '../../access/access.ts';
import { canvasText, firstHead, folderText } from '../../access/present.ts';
import type { Asker, Places } from '../../commands/destination.ts';
import type { Store } from '../../store/types.ts';

/** A canvas for the caller as a command left it: later commands of the same commit do not show. */
export interface Written {
  readonly canvas: Canvas;
  readonly access: Permission;
  readonly in_trash: boolean;
}

export function written({ directory }: Places, { caller }: Asker, canvas: Canvas): Written {
  const seen = accessOver(directory);
  return { canvas, access: seen.reached(caller, canvas.id)!, in_trash: seen.isTrashed(canvas.folder_id) };
}

/** After the commit: only then the head tells the new `modified_at`. */
export const answerOf = ({ canvas, access, in_trash }: Written, store: Pick<Store, 'head'>): string =>
  canvasText(canvas, access, in_trash, store.head(canvas.id) ?? firstHead(canvas.created_at));

export function folderAnswer({ directory }: Places, { caller }: Asker, folder: Folder): string {
  const seen = accessOver(directory);
  return folderText(folder, seen.folder(caller, folder.id)!, seen.isTrashed(folder.folder_id));
}
