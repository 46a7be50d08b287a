import type { Measure } from './look.ts';
import type { Words } from './shapes.ts';
import { chunks, graphemes, isFromRight } from './text-breaks.ts';

/** Text broken into lines of one letter size, in pixels of the widget. */
export interface TextLayout {
  readonly size: number;
  readonly lines: readonly TextLine[];
  /** It is written from right to left. */
  readonly fromRight: boolean;
}

export interface TextLine {
  readonly text: string;
  readonly width: number;
  /** Top of the line. */
  readonly y: number;
}

/** Height of a line, and of the baseline below its top, as multiples of the letter height. */
export const LINE = 1.25;
export const BASELINE = 0.98;

/** The sizes that are tried: each is so much smaller than the one before. */
const SMALLER = 0.92;
/** Sums of widths are not exact. */
const ROUNDING = 1e-6;

/**
 * Breaks a text into lines, in the largest letters with which it fits into its box. Text that does not fit in the smallest
 * ends in `…`. All lengths are those of `measure`, so wherever that is the same, lines break alike.
 */
export function layOut(words: Words, measure: Measure): TextLayout {
  const { text, box, weight = 400, down = 'top' } = words;
  const width = (of: string): number => measure(of, weight);
  const paragraphs = text.split(/\r\n|[\n\r\u2028\u2029]/).map((paragraph) => paragraphOf(paragraph, width));
  const size = sizeOf(words, paragraphs, width);
  const fit = linesIn(box.height, size);
  const room = roomIn(box.width, size);
  const lines = wrapped(paragraphs, room, fit + 1, width);
  const shown = lines.length > fit ? [...lines.slice(0, fit - 1), cut(lines[fit - 1]!, room, width)] : lines;
  const top = down === 'middle' ? box.y + (box.height - shown.length * size * LINE) / 2 : box.y;
  const placed = shown.map((line, at) => ({ text: line, width: width(line) * size, y: top + at * size * LINE }));
  return { size, lines: placed, fromRight: isFromRight(text) };
}

const linesIn = (height: number, size: number): number => Math.max(1, Math.floor(height / (size * LINE) + ROUNDING));
/** Of a line, in letter heights. */
const roomIn = (width: number, size: number): number => width / size + ROUNDING;

/** Smaller letters never need more lines, so half of the sizes that are left can be ruled out with each that is tried. */
function sizeOf({ box, most, least = most }: Words, paragraphs: readonly Paragraph[], width: Width): number {
  // Of the smallest boxes it rounds to 0, which no number of steps reaches
  if (least === 0) return most;
  const sizeAt = (step: number): number => Math.max(least, most * SMALLER ** step);
  const fits = (size: number): boolean => {
    const lines = linesIn(box.height, size);
    return paragraphs.length <= lines && wrapped(paragraphs, roomIn(box.width, size), lines + 1, width).length <= lines;
  };
  let [low, high] = [0, Math.ceil(Math.log(least / most) / Math.log(SMALLER))];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (fits(sizeAt(middle))) high = middle;
    else low = middle + 1;
  }
  return sizeAt(low);
}

/** Where a line begins, by the alignment of its text. */
export function startOf({ box, across = 'start' }: Words, { width }: TextLine, fromRight: boolean): number {
  if (across === 'middle') return box.x + (box.width - width) / 2;
  return (across === 'end') !== fromRight ? box.x + box.width - width : box.x;
}

type Width = (text: string) => number;

/** A piece of text that is not broken, and the space before it. */
interface Chunk {
  readonly space: string;
  readonly text: string;
  readonly spaceWidth: number;
  readonly width: number;
  /** Its letters, once it had to be cut. */
  letters?: readonly Letter[];
}

/** A letter as readers see it. */
interface Letter {
  readonly text: string;
  readonly width: number;
}

type Paragraph = readonly Chunk[];

function paragraphOf(paragraph: string, width: Width): Paragraph {
  return chunks(paragraph).map(({ space, text }) => ({ space, text, spaceWidth: width(space), width: width(text) }));
}

/** Stops after `most` lines. */
function wrapped(paragraphs: readonly Paragraph[], room: number, most: number, width: Width): string[] {
  const lines: string[] = [];
  for (const paragraph of paragraphs) {
    let line = '';
    let taken = 0;
    for (const chunk of paragraph) {
      const { space, text, spaceWidth, width: wide } = chunk;
      if (lines.length >= most) return lines;
      const longer = taken + spaceWidth + wide;
      if (longer <= room) {
        line = line === '' ? text : line + space + text;
        taken = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      [line, taken] = [text, wide];
      if (wide <= room) continue;
      const pieces = piecesOf(chunk, room, width, most);
      lines.push(...pieces.slice(0, -1));
      line = pieces.at(-1)!;
      taken = width(line);
    }
    lines.push(line);
  }
  return lines.slice(0, most);
}

/** Cuts a word that is longer than a line, between letters. The last piece is the rest. */
function piecesOf(word: Chunk, room: number, width: Width, most: number): string[] {
  word.letters ??= graphemes(word.text).map((text) => ({ text, width: width(text) }));
  const pieces: string[] = [];
  let piece = '';
  let taken = 0;
  for (const { text, width: wide } of word.letters) {
    if (piece !== '' && taken + wide > room) {
      pieces.push(piece);
      if (pieces.length > most) return pieces;
      [piece, taken] = ['', 0];
    }
    piece += text;
    taken += wide;
  }
  return [...pieces, piece];
}

/** The line with `…` at its end. */
function cut(line: string, room: number, width: Width): string {
  const letters = graphemes(line.trimEnd());
  while (letters.length > 0 && width(`${letters.join('')}…`) > room) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}
