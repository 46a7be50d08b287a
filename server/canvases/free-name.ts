import type { View } from '../../model/hooks.ts';
import { Canvas } from '../../model/resources/canvas.ts';
import { Folder } from '../../model/resources/folder.ts';
import { countedName, MOST_DIGITS, namedIn } from '../../model/resources/tree.ts';

const numbered = { numbers: { ...Canvas.numbers, ...Folder.numbers } };
/** The number index of a kind by place and number of its names. */
type NumberIndex = 'canvases-numbered' | 'folders-numbered';

/**
 * `New canvas`, `New canvas (1)`, … with the lowest number that no sibling of the kind has (interface/canvases 5.1).
 * `name`: the default one of the kind.
 */
export function freeName(view: View, index: NumberIndex, folder: string, name: string): string {
  const number = view.lowestFree(numbered, index, namedIn(folder, name), 0);
  return number === 0 ? name : `${name} (${number})`;
}

/**
 * The name of a duplicate beside its source: `Plan (1)`, and of `Plan (1)` not `Plan (1) (1)` but `Plan (2)`, the lowest
 * free number that follows (interface/canvases 5.5). Cut so that it stays a name.
 */
export function numberedName(view: View, index: NumberIndex, folder: string, name: string): string {
  const counted = countedName(name);
  const next = counted && nameFrom(view, index, folder, counted.base, counted.number + 1);
  // After the largest number that counts, the whole name becomes the base of a new series
  return next ?? nameFrom(view, index, folder, name, 1)!;
}

/** Characters of a name. */
const LONGEST = 255;

/** The longer the number, the shorter what is kept of a long base, and that is another series: so one look for each length. */
function nameFrom(view: View, index: NumberIndex, folder: string, base: string, from: number): string | undefined {
  for (let digits = String(from).length; digits <= MOST_DIGITS; digits++) {
    const kept = cut(base, LONGEST - ' ()'.length - digits);
    const number = view.lowestFree(numbered, index, namedIn(folder, kept), Math.max(from, 10 ** (digits - 1)));
    if (number < 10 ** digits) return `${kept} (${number})`;
  }
  return undefined;
}

const cut = (text: string, characters: number): string =>
  text.length <= characters ? text : [...text].slice(0, characters).join('');
