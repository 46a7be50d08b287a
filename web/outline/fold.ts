/** Letters that Unicode does not take apart. */
const apart: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ı: 'i' };

/** A text as it is compared in a search: without case, accents and forms of width, in every language. */
export function folded(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: most texts are ASCII, for which this is ten times as fast
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßøłđðþæœı]/g, (letter) => apart[letter]!);
}

/** The words of a query, folded: a text is found if it has all of them. */
export const wordsOf = (query: string): string[] => folded(query).split(/\s+/).filter(Boolean);
