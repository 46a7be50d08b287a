const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const LETTER = /[\p{L}\p{N}]/u;
/** An emoji, which counts in a name without letters. */
const SIGN = /\p{So}/u;

/** What people see as one letter, for a name: of its first and its last word, or of its first where one letter is wanted. */
export function initialsOf(name: string, most: 1 | 2 = 2): string {
  const seen = LETTER.test(name) ? LETTER : SIGN;
  const words = name.split(/[\s._@-]+/u).filter((word) => seen.test(word));
  words.splice(1, words.length - most);
  return words.map((word) => graphemes.segment(word).containing(word.search(seen))!.segment.toLocaleUpperCase()).join('') || '?';
}
