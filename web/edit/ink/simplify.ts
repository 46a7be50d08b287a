import { handlesAt, type InkPoint } from './curve.ts';

/** A curve between two points that stay is compared with the points between them at this many places, and twice as many as they are. */
const PLACES = 8;
const MOST_PLACES = 128;
/** Every point of this number stays: a zigzag takes time by the square of what is looked at together. */
const TOGETHER = 256;

/**
 * The fewest points (Ramer, Douglas and Peucker) whose curve has all others within the tolerance, in pixels of the widget. Widths
 * count, too: at each of the others the edge of the line is as near.
 */
export function simplified(points: readonly InkPoint[], tolerance: number): InkPoint[] {
  const keeps = new Uint8Array(points.length);
  for (let at = 0; at < points.length; at += TOGETHER) keeps[at] = 1;
  keeps[points.length - 1] = 1;
  keepCorners(points, keeps, tolerance);
  // A curve through few points bulges where their polygon does not
  while (keepFarthest(points, keeps, tolerance));
  return points.filter((_, at) => keeps[at] === 1);
}

function keepCorners(points: readonly InkPoint[], keeps: Uint8Array, tolerance: number): void {
  const spans: (readonly [from: number, to: number])[] = [];
  for (let at = 0; at < points.length - 1; at += TOGETHER) spans.push([at, Math.min(at + TOGETHER, points.length - 1)]);
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span;
    let far = tolerance;
    let corner = -1;
    for (let at = from + 1; at < to; at++) {
      const apart = distance(points[at]!, points[from]!, points[to]!);
      if (apart <= far) continue;
      far = apart;
      corner = at;
    }
    if (corner < 0) continue;
    keeps[corner] = 1;
    spans.push([from, corner], [corner, to]);
  }
}

/** @returns whether some point was farther from the curve than it may be, and stays now */
function keepFarthest(points: readonly InkPoint[], keeps: Uint8Array, tolerance: number): boolean {
  const kept: number[] = [];
  for (const [at, keep] of keeps.entries()) if (keep === 1) kept.push(at);
  let isChanged = false;
  for (let span = 0; span + 1 < kept.length; span++) {
    const from = kept[span]!;
    const to = kept[span + 1]!;
    if (to - from < 2) continue;
    const curve = curveBetween(points[kept[span - 1] ?? -1], points[from]!, points[to]!, points[kept[span + 2] ?? -1], to - from);
    const far = farthest(points, from, to, curve, tolerance);
    if (far < 0) continue;
    keeps[far] = 1;
    isChanged = true;
  }
  return isChanged;
}

/** The point between two that is farthest from the curve, if one is too far; else -1. */
function farthest(points: readonly InkPoint[], from: number, to: number, curve: readonly InkPoint[], tolerance: number): number {
  let far = tolerance;
  let found = -1;
  for (let at = from + 1; at < to; at++) {
    let nearest = Number.POSITIVE_INFINITY;
    for (let piece = 1; piece < curve.length && nearest > far; piece++)
      nearest = Math.min(nearest, distance(points[at]!, curve[piece - 1]!, curve[piece]!));
    if (nearest <= far) continue;
    far = nearest;
    found = at;
  }
  return found;
}

function curveBetween(
  before: InkPoint | undefined,
  from: InkPoint,
  to: InkPoint,
  after: InkPoint | undefined,
  span: number,
): InkPoint[] {
  const { outX, outY } = handlesAt(before, from, to);
  const { inX, inY } = handlesAt(from, to, after);
  const pieces = Math.min(MOST_PLACES, PLACES + 2 * span);
  return Array.from({ length: pieces + 1 }, (_, piece) => {
    const t = piece / pieces;
    const s = 1 - t;
    const on = (a: number, b: number, c: number, d: number): number => s * s * (s * a + 3 * t * b) + t * t * (3 * s * c + t * d);
    return { x: on(from.x, outX, inX, to.x), y: on(from.y, outY, inY, to.y), width: from.width + (to.width - from.width) * t };
  });
}

/** From a straight piece, half of the difference of the widths included. */
function distance(point: InkPoint, from: InkPoint, to: InkPoint): number {
  const x = to.x - from.x;
  const y = to.y - from.y;
  const r = (to.width - from.width) / 2;
  const fromX = point.x - from.x;
  const fromY = point.y - from.y;
  const fromR = (point.width - from.width) / 2;
  const squared = x * x + y * y + r * r;
  const t = squared === 0 ? 0 : Math.min(1, Math.max(0, (fromX * x + fromY * y + fromR * r) / squared));
  return Math.hypot(fromX - t * x, fromY - t * y, fromR - t * r);
}
