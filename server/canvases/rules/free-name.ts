import type { View } from '../../../model/hooks.ts';
import { Canvas } from '../../../model/resources/canvas.ts';
import { Folder } from '../../../model/resources/folder.ts';
import { countedName, MOST_DIGITS, namedIn } from '../../../model/resources/tree.ts';

const numbered = { numbers: { ...Canvas.numbers, ...Folder.numbers } };
/** The index of the numbers in the names of a kind. */
type NumberIndex = 'canvases-numbered' | 'folders-numbered';

/**
 * The name of a new object, `New canvas`, `New canvas (1)`, …, with the lowest number that no sibling of its kind has
 * (interface/canvases 5.1). `name`: the default name of the kind.
 */
export function freeName(view: View, index: NumberIndex, folder: string, name: string): string {
  const number = view.lowestFree(numbered, index, namedIn(folder, name), 0);
  return number === 0 ? name : `${name} (${number})`;
}

/**
 * The name of a duplicate beside its source: `Plan (1)`; that of `Plan (1)` is not `Plan (1) (1)` but `Plan (2)`, with the lowest
 * free number that follows (interface/canvases 5.5). A long name is cut to make room for the number.
 */
export function numberedName(view: View, index: NumberIndex, folder: string, name: string): string {
  const counted = countedName(name);
  const next = counted && nameFrom(view, index, folder, counted.base, counted.number + 1);
  // After the largest number that counts, the whole name becomes the base of a new series
  return next ?? nameFrom(view, index, folder, name, 1)!;
}

/** The most characters of a name. */
const LONGEST = 255;

/** A longer number leaves less of a long base, and a shorter base is another series: so each length of numbers is looked at alone. */
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
