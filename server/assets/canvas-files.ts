import type { View } from '../../model/hooks.ts';
import { kinds } from '../../model/resources/index.ts';
import type { StoredFile } from '../../model/types.ts';

/** What a record of a canvas says of its file. A background has no name for it. */
export interface FileHolder {
  readonly file: StoredFile;
  readonly original_filename?: string;
}

/** Kinds whose records have files. */
const kindsWithFiles = kinds.filter(({ indexes }) => 'assets' in indexes);

/**
 * Which files a canvas takes by their hash, for a new widget or as its background: one record of each kind that has it now. Empty: the
 * canvas does not take it.
 */
export const holdersOf = (view: View, hash: string): FileHolder[] =>
  hash === '' ? [] : kindsWithFiles.flatMap((kind) => (view.any(kind, 'assets', hash) as FileHolder | undefined) ?? []);
