import type { Measure } from '../../../model/looks/look.ts';
import type { Words } from '../../../model/looks/shapes.ts';
import { LINE, layOut, type TextLine } from '../../../model/looks/text-layout.ts';
import { type BrokenText, withBreaks } from './soft-breaks.ts';

/** A text that is being written, broken into lines as its look breaks it. All lengths are in pixels of the widget. */
export interface DraftLayout {
  readonly words: Words;
  /** The height of the letters. */
  readonly size: number;
  readonly lines: readonly TextLine[];
  readonly broken: BrokenText;
  /** Top of the first line. */
  readonly top: number;
  /** The look shows only its beginning, with `…` at the end. */
  readonly isCut: boolean;
  /** Undefined: some paragraphs are written from the right, and others from the left. */
  readonly fromRight: boolean | undefined;
}

/** Room for any number of lines. */
const ENDLESS = Number.MAX_SAFE_INTEGER;

/** Lays out a draft in the letters that the look draws it in, with the spaces and empty lines at its end, which the look leaves out. */
export function layOutDraft(words: Words, text: string, measure: Measure): DraftLayout {
  const shown = text.trimEnd();
  const drawn = layOut({ ...words, text: shown }, measure);
  const { size } = drawn;
  const box = { ...words.box, height: ENDLESS };
  const { lines } = layOut({ ...words, text, box, most: size, least: size, down: 'top', keepsEnd: true }, measure);
  const left = words.box.height - lines.length * size * LINE;
  const written = lines.filter((line) => line.text.trim() !== '');
  const fromRight = written[0]?.fromRight ?? false;
  return {
    words,
    size,
    lines,
    broken: withBreaks(text, lines, words.across === 'middle'),
    top: words.box.y + (words.down === 'middle' ? left / 2 : 0),
    isCut: drawn.lines.at(-1)!.to < shown.length,
    fromRight: written.every((line) => line.fromRight === fromRight) ? fromRight : undefined,
  };
}
