import type { Measure } from './look.ts';
import type { Words } from './shapes.ts';
import { chunks, expanded, graphemes, isFromRight } from './text-breaks.ts';

/** Text broken into lines of one letter size, in pixels of the widget. */
export interface TextLayout {
  readonly size: number;
  readonly lines: readonly TextLine[];
}

export interface TextLine {
  readonly text: string;
  readonly width: number;
  /** Top of the line. */
  readonly y: number;
  /** The paragraph is written from right to left. */
  readonly fromRight: boolean;
  /** Where the line begins in the text, in units of UTF-16. A tab, drawn as four spaces, is one of them. */
  readonly from: number;
  /**
   * Where it ends: the next line begins there, or behind the line feed that stands there. So the spaces at a break belong
   * to the line before it, and a tab that is broken to the line in which it begins. Before `…`, the text that is drawn.
   */
  readonly to: number;
}

/** Height of a line, and of the baseline below its top, as multiples of the letter height. */
export const LINE = 1.28;
export const BASELINE = 0.995;

/** Each size that is tried is smaller than the one before by this factor. */
const SMALLER = 0.92;
/** Sums of widths are not exact. */
const ROUNDING = 1e-6;

/**
 * Breaks a text into lines, in the largest letters with which it fits into its box. Text that does not fit in the smallest
 * ends in `…`. All lengths are those of `measure`, so wherever that is the same, lines break alike.
 */
export function layOut(words: Words, measure: Measure): TextLayout {
  const { text, box, weight = 400, tracking = 0, down = 'top', keepsEnd = false } = words;
  const width = (of: string): number => measure(of, weight) + (tracking === 0 ? 0 : tracking * graphemes(of).length);
  const paragraphs = paragraphsOf(text, width);
  const size = sizeOf(words, paragraphs, width);
  const fit = linesIn(box.height, size);
  const room = roomIn(box.width, size);
  const lines = wrapped(paragraphs, room, fit + 1, width);
  const shown = lines
    .slice(0, fit)
    .map((line) => (keepsEnd ? { ...line, text: expanded(text.slice(line.from, line.to)) } : line));
  if (lines.length > fit) shown[fit - 1] = cut(lines[fit - 1]!, words, room, width);
  const top = down === 'middle' ? box.y + (box.height - shown.length * size * LINE) / 2 : box.y;
  return { size, lines: shown.map((line, at) => ({ ...line, width: width(line.text) * size, y: top + at * size * LINE })) };
}

const linesIn = (height: number, size: number): number => Math.max(1, Math.floor(height / (size * LINE) + ROUNDING));
/** The room of a line, in letter heights. */
const roomIn = (width: number, size: number): number => width / size + ROUNDING;

/** Smaller letters never need more lines, so half of the sizes that are left can be ruled out with each that is tried. */
function sizeOf({ box, most, least = most }: Words, paragraphs: readonly Paragraph[], width: Width): number {
  // In the smallest boxes, `least` rounds to 0, which no number of steps reaches
  if (least === 0) return most;
  const sizeAt = (step: number): number => Math.max(least, most * SMALLER ** step);
  const fits = (size: number): boolean => {
    const lines = linesIn(box.height, size);
    return paragraphs.length <= lines && wrapped(paragraphs, roomIn(box.width, size), lines + 1, width).length <= lines;
  };
  let low = 0;
  let high = Math.ceil(Math.log(least / most) / Math.log(SMALLER));
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (fits(sizeAt(middle))) high = middle;
    else low = middle + 1;
  }
  return sizeAt(low);
}

/** Which share of the box and of the line stands where the alignment says: 0 the left ends, 0.5 the middles, 1 the right ends. */
export function shareOf({ across = 'start' }: Words, { fromRight }: Pick<TextLine, 'fromRight'>): number {
  if (across === 'middle') return 0.5;
  return (across === 'end') !== fromRight ? 1 : 0;
}

/** Where a line begins, by the alignment of its text. */
export const startOf = (words: Words, line: Pick<TextLine, 'width' | 'fromRight'>): number =>
  words.box.x + (words.box.width - line.width) * shareOf(words, line);

type Width = (text: string) => number;

/** A piece of text that is not broken, and the space before it. */
interface Chunk {
  readonly space: string;
  readonly text: string;
  readonly spaceWidth: number;
  readonly width: number;
  /** Where the piece begins in the text, behind its space, and the piece as it is written there, with its tabs. */
  readonly from: number;
  readonly written: string;
  /** Set once the chunk had to be cut. */
  letters?: readonly Letter[];
}

/** A letter as readers see it. */
interface Letter {
  readonly text: string;
  readonly width: number;
  /** Where it ends in the text. */
  readonly to: number;
}

/** Each has a direction of its own, that of its first letter, as in `unicode-bidi: plaintext`. */
interface Paragraph {
  readonly chunks: readonly Chunk[];
  readonly fromRight: boolean;
  readonly from: number;
  readonly to: number;
}

type WrappedLine = Pick<TextLine, 'text' | 'fromRight' | 'from' | 'to'>;

function paragraphsOf(text: string, width: Width): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let from = 0;
  // Paragraphs at even places, line feeds at odd ones
  for (const [at, part] of text.split(/(\r\n|[\n\r\u2028\u2029])/).entries()) {
    if (at % 2 === 0) paragraphs.push(paragraphOf(part, from, width));
    from += part.length;
  }
  return paragraphs;
}

function paragraphOf(paragraph: string, from: number, width: Width): Paragraph {
  let at = from;
  const pieces = chunks(paragraph).map((written) => {
    const space = expanded(written.space);
    const text = expanded(written.text);
    const begin = at + written.space.length;
    at = begin + written.text.length;
    return { space, text, spaceWidth: width(space), width: width(text), from: begin, written: written.text };
  });
  return { chunks: pieces, fromRight: isFromRight(paragraph), from, to: from + paragraph.length };
}

/** Stops after `most` lines. */
function wrapped(paragraphs: readonly Paragraph[], room: number, most: number, width: Width): WrappedLine[] {
  const lines: WrappedLine[] = [];
  for (const { chunks, fromRight, from: begin, to: end } of paragraphs) {
    let from = begin;
    const add = (text: string, to: number): void => {
      lines.push({ text, fromRight, from, to });
      from = to;
    };
    let line = '';
    let taken = 0;
    for (const chunk of chunks) {
      const { space, text, spaceWidth, width: wide } = chunk;
      if (lines.length >= most) return lines;
      const longer = taken + spaceWidth + wide;
      if (longer <= room) {
        line = line === '' ? text : line + space + text;
        taken = longer;
        continue;
      }
      if (line !== '') add(line, chunk.from);
      line = text;
      taken = wide;
      if (wide <= room) continue;
      const pieces = piecesOf(chunk, room, width, most);
      for (const piece of pieces.slice(0, -1)) add(piece.text, piece.to);
      line = pieces.at(-1)!.text;
      taken = width(line);
    }
    add(line, end);
  }
  return lines.slice(0, most);
}

/** Cuts a word that is longer than a line, between letters. The last piece is the rest. */
function piecesOf(word: Chunk, room: number, width: Width, most: number): Pick<Letter, 'text' | 'to'>[] {
  word.letters ??= lettersOf(word, width);
  const pieces: Pick<Letter, 'text' | 'to'>[] = [];
  let piece = '';
  let end = word.from;
  let taken = 0;
  for (const { text, width: wide, to } of word.letters) {
    if (piece !== '' && taken + wide > room) {
      pieces.push({ text: piece, to: end });
      if (pieces.length > most) return pieces;
      piece = '';
      taken = 0;
    }
    piece += text;
    taken += wide;
    end = to;
  }
  return [...pieces, { text: piece, to: end }];
}

function lettersOf({ text, written, from }: Chunk, width: Width): Letter[] {
  let drawn = 0;
  let reached = 0;
  let at = 0;
  return graphemes(text).map((letter) => {
    drawn += letter.length;
    for (; reached < drawn; at++) reached += expanded(written[at]!).length;
    return { text: letter, width: width(letter), to: from + at };
  });
}

/** The line with `…` at its end. */
function cut(line: WrappedLine, words: Words, room: number, width: Width): WrappedLine {
  const letters = graphemes(line.text.trimEnd());
  while (letters.length > 0 && width(`${letters.join('')}…`) > room) letters.pop();
  const text = letters.join('').trimEnd();
  let to = line.from;
  for (let left = text.replaceAll(/\s/g, '').length; left > 0; to++) if (/\S/.test(words.text[to]!)) left--;
  return { ...line, text: `${text}…`, to };
}
