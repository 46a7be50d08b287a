import RBush from 'rbush';
import type { Box } from '../../model/looks/shapes.ts';
import type { Item, Stroke } from './board.ts';
import { boxOfStroke, meets } from './boxes.ts';

/** Looking through this many strokes is faster than making an index of them. */
const FEW = 32;
/** When more than this many change at once, a new index is faster. */
const MANY = 500;

interface Placed {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
  stroke: Stroke;
}

interface Index {
  strokes: readonly Stroke[];
  readonly tree: RBush<Placed>;
  readonly placed: Map<Stroke, Placed>;
}

/**
 * Finds strokes by where they lie: a canvas may have ten thousand, of which a strip of the picture needs some. An index follows the
 * strokes of its widget, so that one stroke more costs the same on a full canvas as on an empty one.
 */
export class StrokeFinder {
  readonly #indexes = new WeakMap<object, Index>();

  /** The strokes of an item that meet a box in its pixels, in ascending depth. On a PDF: those of the shown page and of no page. */
  find({ widget, strokes }: Pick<Item, 'widget' | 'strokes'>, box: Box): Stroke[] {
    if (strokes.length === 0 || box.width <= 0 || box.height <= 0) return [];
    const page = 'index' in widget ? widget.index + 1 : undefined;
    const found =
      strokes.length <= FEW ? strokes.filter((stroke) => meets(boxOfStroke(stroke), box)) : this.#search(widget, strokes, box);
    return found.filter((stroke) => !page || stroke.page === undefined || stroke.page === page);
  }

  #search(widget: object, strokes: readonly Stroke[], { x, y, width, height }: Box): Stroke[] {
    const known = this.#indexes.get(widget);
    const index = known && follow(known, strokes) ? known : indexOf(strokes);
    if (index !== known) this.#indexes.set(widget, index);
    const found = index.tree.search({ minX: x, minY: y, maxX: x + width, maxY: y + height });
    const order = orderIn(strokes);
    return found.map(({ stroke }) => stroke).sort((a, b) => a.depth - b.depth || order(a) - order(b));
  }
}

function indexOf(strokes: readonly Stroke[]): Index {
  const index: Index = { strokes, tree: new RBush<Placed>(), placed: new Map(strokes.map((stroke) => [stroke, placed(stroke)])) };
  index.tree.load([...index.placed.values()]);
  return index;
}

/** Takes the strokes that differ. @returns false when these are many */
function follow(index: Index, strokes: readonly Stroke[]): boolean {
  const before = index.strokes;
  if (before === strokes) return true;
  const most = Math.min(before.length, strokes.length);
  let from = 0;
  while (from < most && before[from] === strokes[from]) from++;
  let same = 0;
  while (same < most - from && before.at(-1 - same) === strokes.at(-1 - same)) same++;
  const gone = before.slice(from, before.length - same);
  const came = strokes.slice(from, strokes.length - same);
  if (gone.length + came.length > MANY) return false;
  for (const stroke of gone) {
    index.tree.remove(index.placed.get(stroke)!);
    index.placed.delete(stroke);
  }
  for (const stroke of came) {
    const place = placed(stroke);
    index.placed.set(stroke, place);
    index.tree.insert(place);
  }
  index.strokes = strokes;
  return true;
}

/** Strokes of one depth are in the order of their list, which is looked at only when two of them are found. */
function orderIn(strokes: readonly Stroke[]): (stroke: Stroke) => number {
  let places: Map<Stroke, number> | undefined;
  return (stroke) => {
    places ??= new Map(strokes.map((one, at) => [one, at]));
    return places.get(stroke)!;
  };
}

function placed(stroke: Stroke): Placed {
  const { x, y, width, height } = boxOfStroke(stroke);
  return { minX: x, minY: y, maxX: x + width, maxY: y + height, stroke };
}
