import type { Measure } from '../../../model/looks/look.ts';
import { LINE, layOut, type TextLine } from '../../../model/looks/text-layout.ts';
import type { Size } from '../../../model/types.ts';

/** How the look of a text without paper follows its box (model/widgets/note.ts): the margin, the largest letters, and how wide one may be. */
const MARGIN = 0.08;
const LARGEST = 0.14;
const WIDEST = 1.8;
/** Each size that a layout tries is smaller by this factor. */
const SMALLER = 0.92;
/** Longer lines are broken, in letter heights: some 60 letters. */
const LONGEST = 32;
/** Digits of a size: enough for a look to draw the letters that were asked for. */
const DIGITS = 7;

/** The shorter side of a box with the smallest letters of the look, in letter heights. */
const SHORTER = 20;

/**
 * The smallest box in which the look draws a text without paper in these letters, in pixels of the widget. Lines are broken where the
 * text says so, or when they are very long. A text of many lines has shorter ones, because the look draws no smaller letters in a large box.
 */
export function boxFor(text: string, letters: number, measure: Measure): Size {
  const box = boxOf(linesOf(text, letters, LONGEST, measure), letters);
  if (Math.min(box.width, box.height) <= letters * SHORTER) return box;
  const narrow = SHORTER * (1 - 2 * MARGIN) * SMALLER * (1 - 10 * ROUNDING);
  return boxOf(linesOf(text, letters, narrow, measure), letters);
}

function boxOf(lines: readonly Pick<TextLine, 'width'>[], letters: number): Size {
  const width = Math.max(letters, ...lines.map((line) => line.width)) * (1 + ROUNDING);
  const height = lines.length * letters * LINE * (1 + ROUNDING);
  const side = letters / LARGEST;
  const tight = grownTo(0, width, height);
  const box = measureOf(tight) <= side ? grownTo(side, width, height) : scaled(tight, side);
  return { width: rounded(box.width), height: rounded(box.height) };
}

const rounded = (length: number): number => Number(length.toPrecision(DIGITS));

/** Sums of widths are not exact, and boxes are rounded. */
const ROUNDING = 1e-4;

/** @param longest in letter heights */
function linesOf(text: string, letters: number, longest: number, measure: Measure): readonly TextLine[] {
  const box = { x: 0, y: 0, width: letters * longest, height: Number.MAX_SAFE_INTEGER };
  return layOut({ kind: 'words', box, text, colour: '#000000', most: letters }, measure).lines;
}

/** The smallest box of at least this measure with the text inside. */
function grownTo(side: number, width: number, height: number): Size {
  let box: Size = { width, height };
  for (let round = 0; round < ROUNDS; round++) {
    const margin = 2 * MARGIN * Math.min(box.width, box.height);
    const tall = Math.max(height + margin, side / WIDEST);
    const wide = Math.max(width + margin, side / WIDEST);
    box = { width: Math.max(wide, (side * side) / tall), height: tall };
  }
  return box;
}

/**
 * A larger box, in which one of the sizes that the look tries is the wanted one. Larger letters do not fit: both sides grow by less than
 * the letters would.
 */
function scaled(box: Size, side: number): Size {
  const measured = measureOf(box);
  // Within the rounding of the box, it is as large as it must be
  const steps = Math.ceil(Math.log(measured / side / (1 + ROUNDING)) / -Math.log(SMALLER));
  const by = Math.max(1, side / SMALLER ** steps / measured);
  return { width: box.width * by, height: box.height * by };
}

/** Each round comes six times nearer. */
const ROUNDS = 12;

const measureOf = ({ width, height }: Size): number =>
  Math.min(Math.sqrt(width) * Math.sqrt(height), Math.min(width, height) * WIDEST);
