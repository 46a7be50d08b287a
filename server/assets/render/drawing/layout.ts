import type { Words } from './drawing.ts';

/** Text broken into lines of one letter size. */
export interface Layout {
  readonly size: number;
  readonly lines: readonly string[];
}

/** Height of a line, as a multiple of the letter height. */
export const LINE = 1.25;
/** Letters are not made smaller than this to fit in more text. */
const SMALLEST = 3;
const SMALLER = 0.85;

/**
 * Breaks text into lines, in the largest letters with which it fits into its box; leaves out text that does not fit even in
 * the smallest. Widths are estimates, since no font is known here; the drawing clips what lies outside the box.
 */
export function layOut({ text, box, most }: Pick<Words, 'text' | 'box' | 'most'>): Layout {
  for (let size = most; ; size *= SMALLER) {
    const fit = Math.max(1, Math.floor(box.height / (size * LINE)));
    const lines = broken(text, box.width / size, fit + 1);
    if (lines.length <= fit || size * SMALLER < SMALLEST) return { size, lines: lines.slice(0, fit) };
  }
}

/** `width`: of a line, in letter heights. `most`: lines after which it stops. */
function broken(text: string, width: number, most: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
    let line = '';
    for (const word of paragraph.split(/\s+/).flatMap((long) => pieces(long, width))) {
      if (lines.length >= most) return lines;
      const longer = line === '' ? word : `${line} ${word}`;
      if (widthOf(longer) <= width) line = longer;
      else {
        if (line !== '') lines.push(line);
        line = word;
      }
    }
    lines.push(line);
  }
  return lines;
}

/** Cuts a word that is longer than a line into pieces that are not. */
function pieces(word: string, width: number): string[] {
  if (widthOf(word) <= width) return [word];
  const all: string[] = [];
  let piece = '';
  for (const letter of word) {
    if (piece !== '' && widthOf(piece + letter) > width) {
      all.push(piece);
      piece = '';
    }
    piece += letter;
  }
  return [...all, piece];
}

/** In letter heights. Latin letters are about half as wide as high, capitals wider, East Asian letters and emoji square. */
export function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0)!;
    width += code >= 0x1100 ? 1 : code >= 0x41 && code <= 0x5a ? 0.68 : 0.54;
  }
  return width;
}
