import type { Work } from '../../model/hooks.ts';
import type { Seen } from './source.ts';

/** `[`, the pages with commas between them, `]`. The pages are shared, not copied. */
export function listBody(pages: readonly Buffer[]): readonly Buffer[] {
  const pieces: Buffer[] = [OPEN];
  for (const page of pages) {
    if (page.length === 0) continue;
    if (pieces.length > 1) pieces.push(COMMA);
    pieces.push(page);
  }
  pieces.push(CLOSE);
  return pieces;
}

export function* listSnapshot(pages: Work<readonly Buffer[]>): Work<readonly Buffer[]> {
  return listBody(yield* pages);
}

/**
 * The object's text with `"state":"deleted"`. The first occurrence is the object's own: quotes inside JSON strings
 * are escaped, and the state stands before any nested object.
 */
export const deletedText = (seen: Seen): string => seen.shown.replace('"state":"normal"', '"state":"deleted"');

export const byteLength = (pieces: readonly Buffer[]): number => pieces.reduce((bytes, piece) => bytes + piece.length, 0);

/** Joins the texts with commas into Buffers of the size of a page, so that no long list is ever one string. */
export function joined(texts: readonly string[], perPage = 256): Buffer[] {
  const pages: Buffer[] = [];
  for (let from = 0; from < texts.length; from += perPage) {
    pages.push(Buffer.from(texts.slice(from, from + perPage).join(',')));
  }
  return pages;
}

export const LF: Buffer = Buffer.from('\n');
export const COMMA: Buffer = Buffer.from(',');
const OPEN: Buffer = Buffer.from('[');
export const CLOSE: Buffer = Buffer.from(']');
