import { editable, readonly, secret, type Values } from '../field.ts';
import type { About } from '../hooks.ts';
import type { StoredBytes } from '../resource.ts';
import { FileName, Hash, Mark, noFile, type Size, StoredFile, Text } from '../types.ts';
import type { Placed } from './common.ts';

/** Key of the index `uploads`. */
export const UPLOADS = 'canvas';

/** The record was made through the uploads folder (interface/canvases 10). A clone was not; a copied canvas keeps the list. */
export const uploadedField = { uploaded: secret(Mark, undefined, { copied: 'with its canvas' }) };

/** Fields of everything that has a file (interface/widgets 5.2). */
export const fileFields = {
  title: editable(Text(), '', { example: 'Floor plan' }),
  original_filename: editable(FileName, '', {
    about: 'Without directories, at most 255 characters; that of the file when not sent',
  }),
  hash: readonly(Hash, '', { about: 'SHA-256 of the bytes, the key to mipmaps and assets' }),
  file: secret(StoredFile, noFile),
  ...uploadedField,
};

export type FileValues = Values<typeof fileFields>;
export type File = Placed & FileValues;

/** What a record says of its file: all that another record of the canvas needs to have the same file. */
export type FileFacts = Pick<FileValues, 'file' | 'original_filename'>;

export function assetsOf({ hash, file, original_filename }: FileFacts & Pick<FileValues, 'hash'>): readonly StoredBytes[] {
  const again: FileFacts = { file, original_filename };
  return hash === '' ? [] : [{ hash, bytes: file.bytes, again }];
}

/**
 * Sets the natural size of the file. When one dimension was sent, the other follows by the ratio of the file; when both were,
 * the size stays as sent (interface/widgets 5.1). A file of unknown size gets the size of its type.
 */
export function naturalSize(next: File, { sent }: Pick<About<unknown>, 'sent'>): void {
  const { width, height } = next.file;
  if (!(width > 0 && height > 0)) return;
  const isWide = sent.has('size.width');
  const isHigh = sent.has('size.height');
  if (isWide && isHigh) return;
  if (isWide) next.size = ratioOr(next.size, { width: next.size.width, height: (next.size.width * height) / width });
  else if (isHigh) next.size = ratioOr(next.size, { width: (next.size.height * width) / height, height: next.size.height });
  else next.size = { width, height };
}

/**
 * A PATCH of the size gives a box, into which the stored size is fitted with its ratio. A dimension sent alone is met exactly
 * (interface/widgets 5.3). Call it in `prepare`.
 */
export function keepRatio(next: Placed, { sent, previous }: About<Placed>): void {
  if (!previous || !sent.has('size')) return;
  const { width, height } = previous.size;
  const across = next.size.width / width;
  const down = next.size.height / height;
  const isWide = sent.has('size.width');
  const isHigh = sent.has('size.height');
  if (isWide && (!isHigh || across <= down))
    next.size = ratioOr(previous.size, { width: next.size.width, height: height * across });
  else if (isHigh) next.size = ratioOr(previous.size, { width: width * down, height: next.size.height });
}

/** `size`, or `instead` when a side would be too large or too small for a double. */
function ratioOr(instead: Size, size: Size): Size {
  const isSize = [size.width, size.height].every((side) => Number.isFinite(side) && side > 0);
  return isSize ? size : instead;
}
