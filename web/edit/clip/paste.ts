import type { Editing } from '../editing.ts';
import { copyIn } from './own-format.ts';
import type { Pasted } from './pasted.ts';
import { putCopy } from './put-copy.ts';

/** Puts what was pasted on the canvas. False: it is nothing that a canvas takes. @param isInPlace copies come where their originals lay */
export function paste(editing: Editing, { html, files }: Pasted, isInPlace: boolean): boolean {
  const copy = copyIn(html);
  if (copy) void putCopy(editing, copy, isInPlace);
  else if (files.length > 0) void editing.uploads.add(files);
  else return false;
  return true;
}
