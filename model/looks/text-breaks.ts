/** Where a text may be broken, without a font. */

export interface Break {
  /** White space before the piece, which is dropped where a line ends; tabs are as they are in the text. */
  readonly space: string;
  readonly text: string;
}

/** Scripts without spaces: Thai, Lao, Burmese, Khmer, whose words only a dictionary finds, and the East Asian ones. */
const UNSPACED =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u303f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]|[\ud840-\ud88f]/;
/** Must not begin a line: closing brackets, stops, small kana. */
const NOT_FIRST = /^[)\]}、。，．・：；！？」』】〕〉》ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ%°…!?,.:;]/;
/** Must not end a line: opening brackets. */
const NOT_LAST = /[([{「『【〔〈《]$/;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The pieces of a paragraph between which a line may end. White space at its beginning belongs to the first. */
export function chunks(paragraph: string): Break[] {
  const found: Break[] = [];
  const isPlain = !UNSPACED.test(paragraph) && !paragraph.includes('-');
  // Words at even places, white space at odd ones
  const parts = paragraph.trimEnd().split(/(\s+)/);
  for (let at = 0; at < parts.length; at += 2) {
    const space = at === 0 ? '' : parts[at - 1]!;
    const word = parts[at]!;
    if (word === '') continue;
    const pieces = isPlain ? [word] : piecesOf(word);
    if (found.length === 0) pieces[0] = space + pieces[0]!;
    for (const [piece, text] of pieces.entries()) found.push({ space: piece === 0 && found.length > 0 ? space : '', text });
  }
  return found;
}

/** A text as it is drawn: a tab is four spaces. */
export const expanded = (text: string): string => (text.includes('\t') ? text.replaceAll('\t', '    ') : text);

/** Letters as a reader sees them. */
export function graphemes(text: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII has no letters of several characters
  if (/^[\x00-\x7f]*$/.test(text)) return text.split('');
  return Array.from(letters.segment(text), ({ segment }) => segment);
}

/** Whether a paragraph is written from the right, by its first letter: Hebrew, Arabic and their neighbours. */
export function isFromRight(text: string): boolean {
  const first = /[\p{L}]/u.exec(text)?.[0];
  return first !== undefined && /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(first);
}

function piecesOf(word: string): string[] {
  // A line may end after a hyphen inside of a word
  if (!UNSPACED.test(word)) return word.includes('-') ? word.split(/(?<=[\p{L}\p{N}]-)(?=\p{L})/u) : [word];
  const pieces: string[] = [];
  for (const { segment } of words.segment(word)) {
    for (const piece of EAST_ASIAN.test(segment) ? graphemes(segment) : [segment]) {
      const last = pieces.at(-1);
      if (last !== undefined && (NOT_FIRST.test(piece) || NOT_LAST.test(last))) pieces[pieces.length - 1] = last + piece;
      else pieces.push(piece);
    }
  }
  return pieces;
}

/** A line may end between any two letters of these; Korean is broken between words. */
const EAST_ASIAN = /[\u2e80-\u303f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]|[\ud840-\ud88f]/;
