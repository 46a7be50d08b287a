import { jsonText } from '../../model/json.ts';
import { Canvas } from '../../model/resources/canvas.ts';
import { Folder } from '../../model/resources/folder.ts';
import type { Permission } from '../../model/resources/permission.ts';
import { recordOf } from '../store/record.ts';
import type { Head, Store, Version } from '../store/types.ts';
import type { Access } from './access.ts';

/** The JSON text of a canvas for one caller: its eleven fields (canvases contract 2.1). */
export function canvasText(canvas: Canvas, access: Permission, in_trash: boolean, head: Head): string {
  const { id, name, folder_id, mode, state, created_at } = canvas;
  const { asset_size, preview_hash, modified_at } = head;
  return jsonText({ id, name, folder_id, access, mode, state, in_trash, asset_size, preview_hash, created_at, modified_at });
}

/** The JSON text of a folder for one caller: its six fields (canvases contract 3.2). */
export function folderText(folder: Folder, access: Permission, in_trash: boolean): string {
  const { id, name, folder_id, state } = folder;
  return jsonText({ id, name, folder_id, access, in_trash, state });
}

/** The head of a canvas that nothing was written to yet, or that was deleted while its answer was made. */
export const firstHead = (created_at: string): Head => ({ modified_at: created_at, asset_size: 0, preview_hash: '' });

export interface Presenter {
  /** `undefined`: it is not there. */
  canvas(id: string, access: Permission): string | undefined;
  folder(id: string, access: Permission): string | undefined;
}

/**
 * The one presenter of canvases and folders for answers and streams, over the durable directory. A text is made
 * once per distinct value and shared by all callers who see the same.
 */
export function createPresenter({ store, access }: { store: Pick<Store, 'directory' | 'head'>; access: Access }): Presenter {
  const texts = new Texts();
  const { directory } = store;
  return {
    canvas(id, permission) {
      const version = versionOf(Canvas, id);
      const place = access.canvasPlace(id);
      if (!version || !place) return undefined;
      const head = store.head(id) ?? firstHead(place.createdAt);
      const trashed = access.isTrashed(place.parent);
      const stamp = `${head.modified_at} ${head.asset_size} ${head.preview_hash}`;
      return texts.find(version, stamp, `${permission} ${trashed}`, () =>
        canvasText(recordOf(version) as Canvas, permission, trashed, head),
      );
    },
    folder(id, permission) {
      const version = versionOf(Folder, id);
      const place = access.folderPlace(id);
      if (!version || !place) return undefined;
      const trashed = access.isTrashed(place.parent);
      return texts.find(version, '', `${permission} ${trashed}`, () =>
        folderText(recordOf(version) as Folder, permission, trashed),
      );
    },
  };

  function versionOf(kind: unknown, id: string): Version | undefined {
    const version = directory.version(id);
    return version?.kind === kind ? version : undefined;
  }
}

/** Texts of a version by what differs between callers; another stamp (a moved head) drops them. */
class Texts {
  readonly #made = new WeakMap<Version, { stamp: string; texts: Map<string, string> }>();

  find(version: Version, stamp: string, variant: string, make: () => string): string {
    let made = this.#made.get(version);
    if (made?.stamp !== stamp) this.#made.set(version, (made = { stamp, texts: new Map() }));
    let text = made.texts.get(variant);
    if (text === undefined) made.texts.set(variant, (text = make()));
    return text;
  }
}
