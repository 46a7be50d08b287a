import type { View } from '../../model/hooks.ts';
import { countedName, MOST_DIGITS, namedIn } from '../../model/resources/tree.ts';

/** The rank of a kind by place and number of its names. */
type Numbers = 'canvases-numbered' | 'folders-numbered';

/**
 * `New canvas`, `New canvas (1)`, … with the lowest number that no sibling of the kind has (canvases contract 5.1).
 * `name`: the default one of the kind.
 */
export function freeName(view: View, rank: Numbers, folder: string, name: string): string {
  const number = view.lowestFree(rank, namedIn(folder, name), 0);
  return number === 0 ? name : `${name} (${number})`;
}

/**
 * The name of a duplicate beside its source: `Plan (1)`, and of `Plan (1)` not `Plan (1) (1)` but `Plan (2)`, the lowest
 * free number that follows (canvases contract 5.5). Cut so that it stays a name.
 */
export function numberedName(view: View, rank: Numbers, folder: string, name: string): string {
  const counted = countedName(name);
  const next = counted && nameFrom(view, rank, folder, counted.base, counted.number + 1);
  // Behind the largest number that is counted with, the name begins anew with all that it has
  return next ?? nameFrom(view, rank, folder, name, 1)!;
}

/** Characters of a name. */
const LONGEST = 255;

/** The longer the number, the shorter what is kept of a long base, and that is another series: so one look for each length. */
function nameFrom(view: View, rank: Numbers, folder: string, base: string, from: number): string | undefined {
  for (let digits = String(from).length; digits <= MOST_DIGITS; digits++) {
    const kept = cut(base, LONGEST - ' ()'.length - digits);
    const number = view.lowestFree(rank, namedIn(folder, kept), Math.max(from, 10 ** (digits - 1)));
    if (number < 10 ** digits) return `${kept} (${number})`;
  }
  return undefined;
}

const cut = (text: string, characters: number): string =>
  text.length <= characters ? text : [...text].slice(0, characters).join('');
