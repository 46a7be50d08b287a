/** A part of a name; `hit`: it is looked for. */
export interface Piece {
  readonly text: string;
  readonly hit: boolean;
}

/** Whether a name holds all words that are looked for, whatever their case and accents. */
export function matcherOf(sought: string): (name: string) => boolean {
  const words = wordsOf(sought);
  return (name) => {
    const text = plain(name);
    return words.every((word) => text.includes(word));
  };
}

/** The name in pieces, so that what was found can be marked. */
export function piecesOf(name: string, sought: string): readonly Piece[] {
  const letters = [...name];
  const isHit = hitsIn(letters.map(plain), wordsOf(sought));
  const pieces: { text: string; hit: boolean }[] = [];
  for (const [at, letter] of letters.entries()) {
    const last = pieces.at(-1);
    if (last && last.hit === isHit[at]) last.text += letter;
    else pieces.push({ text: letter, hit: isHit[at]! });
  }
  return pieces;
}

/** A letter may be several in its plain form, or none; so places are counted in the plain text and brought back to letters. */
function hitsIn(letters: readonly string[], words: readonly string[]): boolean[] {
  const text = letters.join('');
  const letterAt = letters.flatMap((plainLetter, at) => Array<number>(plainLetter.length).fill(at));
  const hits = Array<boolean>(letters.length).fill(false);
  for (const word of words) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
      hits.fill(true, letterAt[at], letterAt[at + word.length - 1]! + 1);
    }
  }
  return hits;
}

const wordsOf = (sought: string): string[] => plain(sought).split(/\s+/).filter(Boolean);
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
