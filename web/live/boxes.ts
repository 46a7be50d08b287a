import type { Box } from '../../model/looks/shapes.ts';
import { Widths } from '../../model/looks/strokes.ts';
import { floatsOf, NODE_FLOATS } from '../../model/types/nodes.ts';
import type { Stroke } from './board.ts';

/** The smallest box that holds both. */
export function around(a: Box, b: Box): Box {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return { x, y, width: Math.max(a.x + a.width, b.x + b.width) - x, height: Math.max(a.y + a.height, b.y + b.height) - y };
}

export const isSame = (a: Box, b: Box): boolean =>
  a === b || (a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height);

/** Whether they have a point in common; edges count. */
export const meets = (a: Box, b: Box): boolean =>
  a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;

/** A product of huge numbers is no place. */
export const isSomewhere = ({ x, y, width, height }: Box): boolean => Number.isFinite(x + y + width + height);

/** What a stroke of the least width on the screen may cover beside its own, in pixels of the widget. */
const BESIDE = 1;
const boxes = new WeakMap<Stroke, Box>();

/** In pixels of the widget. Worked out once for each stroke, because its nodes are many. */
export function boxOfStroke(stroke: Stroke): Box {
  const known = boxes.get(stroke);
  if (known) return known;
  const box = boxOfNodes(stroke.points);
  boxes.set(stroke, box);
  return box;
}

function boxOfNodes(points: string): Box {
  const floats = floatsOf(points);
  if (floats.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  const left = extreme(floats, 0, -1);
  const top = extreme(floats, 1, -1);
  const right = extreme(floats, 0, 1);
  const bottom = extreme(floats, 1, 1);
  const edge = new Widths().read(floats).most / 2 + BESIDE;
  return { x: left - edge, y: top - edge, width: right - left + 2 * edge, height: bottom - top + 2 * edge };
}

/** The smallest (sign -1) or greatest (1) coordinate of anchors and of the points that bend the line between them. */
function extreme(floats: Float32Array, axis: 0 | 1, sign: 1 | -1): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let at = axis; at < floats.length; at += NODE_FLOATS / 3) most = Math.max(most, sign * floats[at]!);
  return sign * most;
}

/** Boxes that are told of one message. */
const MOST_BOXES = 48;
const COLUMNS = 8;
const ROWS = 6;

/** The same area in at most some dozens of boxes: neighbours are joined. */
export function joined(boxes: readonly Box[]): readonly Box[] {
  if (boxes.length <= MOST_BOXES) return boxes;
  const all = boxes.reduce(around);
  const cells = new Map<number, Box>();
  for (const box of boxes) {
    const column = Math.min(COLUMNS - 1, Math.floor(((box.x + box.width / 2 - all.x) / (all.width || 1)) * COLUMNS));
    const row = Math.min(ROWS - 1, Math.floor(((box.y + box.height / 2 - all.y) / (all.height || 1)) * ROWS));
    const cell = cells.get(row * COLUMNS + column);
    cells.set(row * COLUMNS + column, cell ? around(cell, box) : box);
  }
  return [...cells.values()];
}
