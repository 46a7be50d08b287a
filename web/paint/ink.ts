import type { Box, Line } from '../../model/looks/shapes.ts';
import { strokePath } from '../../model/looks/strokes.ts';
import type { Item, Stroke } from '../live/board.ts';
import { StrokeFinder } from '../live/stroke-finder.ts';

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

export function createInk(): Ink {
  const lines = new WeakMap<Stroke, Map<number, Line>>();
  const finder = new StrokeFinder();
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
    strokesIn: (item, box) => finder.find(item, box),
  };
}

function drawn(stroke: Stroke, zoom: number): Line {
  const work = strokePath(stroke, { near: NEAR / zoom, reach: REACH, most: MOST_NODES });
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value.line;
}
