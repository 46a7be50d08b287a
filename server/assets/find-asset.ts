import type { StoredFile } from '../../model/types.ts';
import type { DurableView } from '../store/store.ts';
import { type NewFile, UNKNOWN_TYPE } from './uploads.ts';

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
  readonly file?: StoredFile | null;
  readonly original_filename?: string;
}

/**
 * The file with this hash, if a widget of the canvas or its background has it now (interface/widgets 15). When several have
 * it, one that knows its type wins: an older record without a type must not hide the file's mipmaps.
 */
export function findAsset(view: DurableView, hash: string): FoundAsset | undefined {
  const found = findFile(view, hash);
  return found && { hash, type: found.file.type, bytes: found.file.bytes, name: found.original_filename || hash };
}

/** The same, with all that a further record of the canvas needs to have the file. */
export function findFile(view: DurableView, hash: string): NewFile | undefined {
  let unknown: NewFile | undefined;
  for (const found of holders(view, hash)) {
    if (found.file.type !== UNKNOWN_TYPE) return found;
    unknown ??= found;
  }
  return unknown;
}

/** Asks the index of every kind with files, and then the record, because an index may return too much. */
function* holders(view: DurableView, hash: string): Generator<NewFile> {
  for (const key of view.keys('assets', hash)) {
    const found = view.find(key);
    if (!found || ![found.kind.indexes.assets?.(found.record)].flat().includes(hash)) continue;
    const { file, original_filename = '' } = found.record as Holder;
    if (file) yield { hash, file, original_filename };
  }
}
