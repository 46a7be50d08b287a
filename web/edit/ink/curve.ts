import { base64Of } from '../../../model/types/base64.ts';
import { NODE_FLOATS } from '../../../model/types/nodes.ts';

/** @bound Nodes of a stroke, so that nothing sends, stores or repaints more than 48 KB for one. */
const MOST_NODES = 1_000;

/** A place of a line and its width there, in pixels of the widget. */
export interface InkPoint {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Where the curve through a point bends towards its neighbours. */
export interface Handles {
  readonly inX: number;
  readonly inY: number;
  readonly outX: number;
  readonly outY: number;
}

/** The handles of a centripetal Catmull-Rom curve at a point, which depend on no other points than its neighbours. */
export function handlesAt(before: InkPoint | undefined, point: InkPoint, after: InkPoint | undefined): Handles {
  const { x, y } = point;
  if (!before || !after) {
    return {
      inX: before ? x + (before.x - x) / 3 : x,
      inY: before ? y + (before.y - y) / 3 : y,
      outX: after ? x + (after.x - x) / 3 : x,
      outY: after ? y + (after.y - y) / 3 : y,
    };
  }
  const a = Math.hypot(x - before.x, y - before.y);
  const b = Math.hypot(after.x - x, after.y - y);
  const root = Math.sqrt(a * b);
  const wayX = a * (after.x - x) + b * (x - before.x);
  const wayY = a * (after.y - y) + b * (y - before.y);
  // Points that lie on each other have no way between them
  const back = a === 0 ? 0 : 1 / (3 * (b + root));
  const on = b === 0 ? 0 : 1 / (3 * (a + root));
  return {
    inX: back === 0 || b === 0 ? x + (before.x - x) / 3 : x - wayX * back,
    inY: back === 0 || b === 0 ? y + (before.y - y) / 3 : y - wayY * back,
    outX: on === 0 || a === 0 ? x + (after.x - x) / 3 : x + wayX * on,
    outY: on === 0 || a === 0 ? y + (after.y - y) / 3 : y + wayY * on,
  };
}

/** Nodes of a stroke (interface/widgets 16.2) through all points. */
export function nodesThrough(points: readonly InkPoint[]): Float32Array {
  const floats = new Float32Array(points.length * NODE_FLOATS);
  for (const [at, point] of points.entries()) {
    const { inX, inY, outX, outY } = handlesAt(points[at - 1], point, points[at + 1]);
    const { x, y, width } = point;
    floats.set([inX, inY, width, x, y, width, outX, outY, width], at * NODE_FLOATS);
  }
  return floats;
}

/** Floats of nodes in the form in which strokes are stored. */
export function pointsOf(floats: Float32Array): string {
  const view = new DataView(new ArrayBuffer(4 * floats.length));
  for (const [at, float] of floats.entries()) view.setFloat32(4 * at, float, true);
  return base64Of(new Uint8Array(view.buffer));
}

/** The stored points of a line. A long one goes on in a further stroke, which begins with the last node of the one before. */
export function strokesThrough(points: readonly InkPoint[]): string[] {
  const floats = nodesThrough(points);
  const size = floats.length / points.length;
  const strokes: string[] = [];
  for (let from = 0; from === 0 || from < points.length - 1; from += MOST_NODES - 1)
    strokes.push(pointsOf(floats.subarray(from * size, (from + MOST_NODES) * size)));
  return strokes;
}
