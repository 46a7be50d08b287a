import RBush from 'rbush';
import type { Box, Line } from '../../model/looks/shapes.ts';
import { strokePath } from '../../model/looks/strokes.ts';
import type { Item, Stroke } from '../live/board.ts';
import { boxOfStroke, meets } from '../live/boxes.ts';
import { isEmpty } from './boxes.ts';

/** Strokes as lines, each at the few degrees of exactness that it is seen at. */
export interface Ink {
  /** @param zoom pixels of the device for one of the widget */
  lineOf(stroke: Stroke, zoom: number): Line;
  /**
   * The strokes of an item that meet a box in its pixels, in ascending depth. On a PDF: those of the shown page and of no page.
   */
  strokesIn(item: Pick<Item, 'widget' | 'strokes'>, box: Box): Stroke[];
}

/** Nodes nearer than this are drawn as one; in pixels of the device. */
const NEAR = 0.5;
/** Zooms for which one path is used differ by this factor, so that a zoom makes few paths. */
const STEP = 4;
/** Paths kept of one stroke: those of neighbouring zooms. */
const KEPT = 2;
const MOST_NODES = 1e6;
/** Painters cannot handle coordinates beyond. */
const REACH = 1e6;

type Finder = (box: Box) => Stroke[];

export function createInk(): Ink {
  const lines = new WeakMap<Stroke, Map<number, Line>>();
  const finders = new WeakMap<readonly Stroke[], Finder>();
  return {
    lineOf(stroke, zoom) {
      const level = Math.ceil(Math.log(zoom) / Math.log(STEP));
      const kept = lines.get(stroke) ?? new Map<number, Line>();
      lines.set(stroke, kept);
      const line = kept.get(level) ?? drawn(stroke, STEP ** level);
      kept.delete(level);
      kept.set(level, line);
      if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
      return line;
    },
    strokesIn({ widget, strokes }, box) {
      if (strokes.length === 0 || isEmpty(box)) return [];
      const find = finders.get(strokes) ?? finderOf(strokes);
      finders.set(strokes, find);
      const page = 'index' in widget ? widget.index + 1 : undefined;
      return find(box).filter((stroke) => !page || stroke.page === undefined || stroke.page === page);
    },
  };
}

type Placed = { minX: number; minY: number; maxX: number; maxY: number; stroke: Stroke; at: number };

/** Looking through this many strokes is faster than making an index of them. */
const FEW = 32;

/** Finds strokes by where they lie: a canvas may have ten thousand, of which a strip of the picture needs some. */
function finderOf(strokes: readonly Stroke[]): Finder {
  if (strokes.length <= FEW) return (box) => strokes.filter((stroke) => meets(boxOfStroke(stroke), box));
  const tree = new RBush<Placed>();
  tree.load(strokes.map(placed));
  return ({ x, y, width, height }) => {
    const found = tree.search({ minX: x, minY: y, maxX: x + width, maxY: y + height });
    return found.sort((a, b) => a.at - b.at).map(({ stroke }) => stroke);
  };
}

function placed(stroke: Stroke, at: number): Placed {
  const { x, y, width, height } = boxOfStroke(stroke);
  return { minX: x, minY: y, maxX: x + width, maxY: y + height, stroke, at };
}

function drawn(stroke: Stroke, zoom: number): Line {
  const work = strokePath(stroke, { near: NEAR / zoom, reach: REACH, most: MOST_NODES });
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value.line;
}
