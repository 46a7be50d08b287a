import type { Field } from '../../../model/field.ts';
import type { View } from '../../../model/hooks.ts';
import { jsonText } from '../../../model/json.ts';
import { refuse } from '../../../model/refusal.ts';
import type { Kind } from '../../../model/resource.ts';
import { Canvas } from '../../../model/resources/canvas.ts';
import { Folder } from '../../../model/resources/folder.ts';
import type { Permission } from '../../../model/resources/permission.ts';
import type { Head } from '../../store/store.ts';

/** A canvas or a folder: both stand in folders. */
export type TreeItem = Canvas | Folder;

export const isCanvas = (item: TreeItem): item is Canvas => 'mode' in item;

/** What canvases and folders differ in where both do the same. */
export interface TreeKind<R extends TreeItem> {
  readonly kind: Kind<R> & { readonly fields: { readonly name: Field<string> } };
  /** The parameter of paths that holds the id. */
  readonly param: 'canvas_id' | 'folder_id';
  /** The index by folder and name. */
  readonly named: 'canvases-named' | 'folders-named';
  /** The number index by folder and number of the name. */
  readonly numbered: 'canvases-numbered' | 'folders-numbered';
  /** The JSON text for an actor with this access. */
  readonly text: (item: R, access: Permission, in_trash: boolean, head: Head | undefined) => string;
}

export const canvases: TreeKind<Canvas> = {
  kind: Canvas,
  param: 'canvas_id',
  named: 'canvases-named',
  numbered: 'canvases-numbered',
  text: canvasText,
};

export const folders: TreeKind<Folder> = {
  kind: Folder,
  param: 'folder_id',
  named: 'folders-named',
  numbered: 'folders-numbered',
  text: folderText,
};

/** The row for `Canvas` or for `Folder`. */
// biome-ignore lint/suspicious/noExplicitAny: its functions take the records of the kind that was given
export const treeKindOf = (kind: Kind): TreeKind<any> => (kind === Folder ? folders : canvases);

/** The record with this id. Throws 404 when it is not there. */
export function stored<R extends TreeItem>(view: View, { kind }: Pick<TreeKind<R>, 'kind'>, id: string): R {
  const item = view.get(kind, id);
  if (!item) throw refuse.notFound(kind.name, id);
  return item;
}

/** Eleven fields (interface/canvases 2.1). There is no head when the canvas was deleted while its answer was made. */
function canvasText(canvas: Canvas, access: Permission, in_trash: boolean, head: Head | undefined): string {
  const { id, name, folder_id, mode, state, created_at } = canvas;
  const { asset_size, preview_hash, modified_at } = head ?? { asset_size: 0, preview_hash: '', modified_at: created_at };
  return jsonText({ id, name, folder_id, access, mode, state, in_trash, asset_size, preview_hash, created_at, modified_at });
}

/** Six fields (interface/canvases 3.2). */
function folderText({ id, name, folder_id, state }: Folder, access: Permission, in_trash: boolean): string {
  return jsonText({ id, name, folder_id, access, in_trash, state });
}
