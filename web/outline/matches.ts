import { folded } from './fold.ts';

/** From where to where in a text a word stands. */
export type Range = readonly [from: number, to: number];

/** Where the folded words stand in a text, for marking them: in order, and joined where they overlap. */
export function rangesOf(text: string, words: readonly string[]): Range[] {
  const { plain, places } = mapped(text);
  const found = words.flatMap((word) => occurrences(plain, word).map((at): Range => [places[at]!, places[at + word.length]!]));
  const joined: [number, number][] = [];
  for (const [from, to] of found.sort(([one], [other]) => one - other)) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/** The folded text, and for each of its places, and its end, the place in the text from which it comes. */
function mapped(text: string): { readonly plain: string; readonly places: readonly number[] } {
  let plain = '';
  let at = 0;
  const places: number[] = [];
  for (const letter of text) {
    const part = folded(letter);
    for (let count = 0; count < part.length; count++) places.push(at);
    plain += part;
    at += letter.length;
  }
  return { plain, places: [...places, at] };
}

function occurrences(text: string, word: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) found.push(at);
  return found;
}

/** The piece of a long text around the first match, on one line, with `…` where it was cut. */
export function snippetOf(text: string, words: readonly string[], most = 90): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  const first = rangesOf(line, words)[0]?.[0] ?? 0;
  const from = first < most * 0.7 ? 0 : Math.max(0, first - Math.round(most / 3));
  const cut = line.slice(from, from + most).trim();
  return `${from > 0 ? '…' : ''}${cut}${from + most < line.length ? '…' : ''}`;
}
