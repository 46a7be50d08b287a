import type { DurableView } from '../store/store.ts';
import { UNKNOWN_TYPE } from './uploads.ts';

/** A file, as a record of a canvas names it. */
export interface FoundAsset {
  readonly hash: string;
  /** MIME type, as sniffed at the upload. */
  readonly type: string;
  readonly bytes: number;
  /** The name that people gave it, else the hash. */
  readonly name: string;
}

/** The file fields of a record. A background has no name; after its file was removed, a record has neither. */
interface Holder {
  readonly file?: { readonly type: string; readonly bytes: number } | null;
  readonly original_filename?: string;
}

/**
 * The file with this hash, if a widget of the canvas or its background has it now (interface/widgets 15). When several have
 * it, one that knows its type wins: an older record without a type must not hide the file's mipmaps.
 */
export function findAsset(view: DurableView, hash: string): FoundAsset | undefined {
  let unknown: FoundAsset | undefined;
  for (const found of holders(view, hash)) {
    if (found.type !== UNKNOWN_TYPE) return found;
    unknown ??= found;
  }
  return unknown;
}

/** Asks the index of every kind with files, and then the record, because an index may return too much. */
function* holders(view: DurableView, hash: string): Generator<FoundAsset> {
  for (const key of view.keys('assets', hash)) {
    const found = view.find(key);
    if (!found || ![found.kind.indexes.assets?.(found.record)].flat().includes(hash)) continue;
    const { file, original_filename } = found.record as Holder;
    if (file) yield { hash, type: file.type, bytes: file.bytes, name: original_filename || hash };
  }
}
