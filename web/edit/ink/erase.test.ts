import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { XY } from '../../../model/looks/shapes.ts';
import { Widths } from '../../../model/looks/strokes.ts';
import { floatsOf, NODE_FLOATS, nodeCount } from '../../../model/types/nodes.ts';
import { type InkPoint, nodesThrough, pointsOf } from './curve.ts';
import { ErasedStroke, type Sweep } from './erase.ts';

const detail = { least: 2, fine: 0.02 };

interface Seen extends XY {
  readonly radius: number;
}

/** Dense places of a painted line, with half of its width there. */
function seen(points: string): Seen[] {
  const floats = [...floatsOf(points)];
  const widths = new Widths().read(Float32Array.from(floats));
  const found: Seen[] = [];
  for (let at = 0; at + NODE_FLOATS < floats.length; at += NODE_FLOATS) {
    const [x0, y0, w0, x1, y1] = floats.slice(at + 3, at + 8) as [number, number, number, number, number];
    const [x2, y2] = floats.slice(at + 9, at + 11) as [number, number];
    const [x3, y3, w3] = floats.slice(at + 12, at + 15) as [number, number, number];
    for (let step = 0; step <= 24; step++) {
      const t = step / 24;
      const s = 1 - t;
      const on = (a: number, b: number, c: number, d: number) => s ** 3 * a + 3 * s * s * t * b + 3 * s * t * t * c + t ** 3 * d;
      const width = widths.isEven ? widths.most : w0 + (w3 - w0) * t;
      found.push({ x: on(x0, x1, x2, x3), y: on(y0, y1, y2, y3), radius: width / 2 });
    }
  }
  return found;
}

/** How far a painted place is from a sweep; below 0: in it. */
function apart({ x, y, radius }: Seen, { from, to, radius: eraser }: Sweep): number {
  const way = { x: to.x - from.x, y: to.y - from.y };
  const t = Math.min(1, Math.max(0, ((x - from.x) * way.x + (y - from.y) * way.y) / (way.x ** 2 + way.y ** 2 || 1)));
  return Math.hypot(x - from.x - t * way.x, y - from.y - t * way.y) - radius - eraser;
}

const length = (places: readonly Seen[]): number =>
  places.slice(1).reduce((sum, { x, y }, at) => sum + Math.hypot(x - places[at]!.x, y - places[at]!.y), 0);

const straight = (width = 4): string =>
  pointsOf(nodesThrough(Array.from({ length: 11 }, (_, at): InkPoint => ({ x: 100 * at, y: 0, width }))));
const at = (x: number, y: number, radius = 12): Sweep => ({ from: { x, y }, to: { x, y }, radius });

function left(points: string, ...sweeps: Sweep[]): [from: number, to: number][] {
  const stroke = new ErasedStroke(points, detail);
  for (const sweep of sweeps) stroke.erase(sweep);
  return stroke.pieces().map((piece) => {
    const places = seen(piece);
    return [Math.round(places[0]!.x * 10) / 10, Math.round(places.at(-1)!.x * 10) / 10];
  });
}

describe('a stroke', () => {
  test('is cut where the circle meets its painted edge; the longer piece comes first', () => {
    expect(left(straight(), at(350, 0))).toEqual([
      [364, 1000],
      [0, 336],
    ]);
    expect(left(straight(20), at(650, 0))).toEqual([
      [0, 628],
      [672, 1000],
    ]);
  });

  test('is left alone by a circle beside it', () => {
    const stroke = new ErasedStroke(straight(), detail);
    expect(stroke.erase(at(500, 14.1))).toBe(false);
    expect(stroke.erase(at(500, 13.9))).toBe(true);
    expect(stroke.erase(at(500, 13.9))).toBe(false);
  });

  test('lacks all that the circle has swept over, not only where it was', () => {
    expect(left(straight(), { from: { x: 200, y: 0 }, to: { x: 700, y: 0 }, radius: 6 })).toEqual([
      [708, 1000],
      [0, 192],
    ]);
    expect(left(straight(), { from: { x: 500, y: -300 }, to: { x: 500, y: 300 }, radius: 6 })).toHaveLength(2);
  });

  test('loses pieces that are shorter than two pixels, and is gone when nothing is left', () => {
    expect(left(straight(), at(15.9, 0))).toEqual([[29.9, 1000]]);
    expect(left(straight(), { from: { x: -20, y: 0 }, to: { x: 1020, y: 0 }, radius: 3 })).toEqual([]);
    expect(new ErasedStroke(straight(), detail).erase({ from: { x: 0, y: 0 }, to: { x: 1000, y: 0 }, radius: 3 })).toBe(true);
  });

  test('that says no width is as wide as it is drawn, and its pieces are drawn so', () => {
    const stroke = new ErasedStroke(straight(0), detail);
    stroke.erase(at(500, 0));
    for (const piece of stroke.pieces()) expect(new Widths().read(floatsOf(piece)).most).toBe(6);
    expect(left(straight(0), at(510, 0))).toEqual([
      [0, 495],
      [525, 1000],
    ]);
  });

  test('of one node goes with it', () => {
    const point = new ErasedStroke(pointsOf(Float32Array.of(5, 5, 4, 5, 5, 4, 5, 5, 4)), detail);
    expect(point.erase(at(40, 5))).toBe(false);
    expect(point.erase(at(15, 5))).toBe(true);
    expect(point.pieces()).toEqual([]);
  });

  test('of a program, with more nodes than we make, has pieces of at most 1,000', () => {
    const long = pointsOf(nodesThrough(Array.from({ length: 3_500 }, (_, x): InkPoint => ({ x, y: 0, width: 4 }))));
    const stroke = new ErasedStroke(long, detail);
    stroke.erase(at(1_750, 0));
    const pieces = stroke.pieces();
    for (const piece of pieces) expect(nodeCount(piece)).toBeLessThanOrEqual(1_000);
    expect(pieces.map((piece) => length(seen(piece))).reduce((sum, one) => sum + one)).toBeCloseTo(3_499 - 28, 0);
  });
});

const place = fc.record({ x: fc.integer({ min: 0, max: 300 }), y: fc.integer({ min: 0, max: 300 }) });
const strokes = fc
  .array(fc.record({ at: place, width: fc.integer({ min: 1, max: 30 }) }), { minLength: 2, maxLength: 20 })
  .map((nodes) => nodes.map(({ at: { x, y }, width }): InkPoint => ({ x, y, width })));
const evenStrokes = strokes.map((nodes) => nodes.map((node) => ({ ...node, width: 4 })));
const sweeps = fc.array(fc.record({ from: place, to: place, radius: fc.constantFrom(6, 12, 24) }), {
  minLength: 1,
  maxLength: 4,
});

test('the pieces and what was erased cover any stroke, and no piece enters the circle', () => {
  fc.assert(
    fc.property(fc.oneof(strokes, evenStrokes), sweeps, (points, swept) => {
      const before = pointsOf(nodesThrough(points));
      const stroke = new ErasedStroke(before, detail);
      const changes = swept.map((sweep) => stroke.erase(sweep));
      const pieces = stroke.pieces().map(seen);
      for (const { length: nodes } of stroke.pieces().map((piece) => floatsOf(piece))) expect(nodes).toBeLessThanOrEqual(9_000);
      for (const piece of pieces) {
        expect(length(piece)).toBeGreaterThanOrEqual(1.9);
        for (const one of piece) for (const sweep of swept) expect(apart(one, sweep)).toBeGreaterThan(-0.01);
      }
      // All that is neither erased nor in a piece is shorter than what goes, or within the exactness of the edge
      let missing: Seen[] = [];
      for (const one of seen(before)) {
        const isThere =
          swept.some((sweep) => apart(one, sweep) <= 0.05) ||
          pieces.some((piece) => piece.some((other) => Math.hypot(other.x - one.x, other.y - one.y) < 12));
        missing = isThere ? [] : [...missing, one];
        expect(length(missing)).toBeLessThan(2);
      }
      if (!changes.includes(true)) expect(length(pieces.flat())).toBeCloseTo(length(seen(before)), 1);
    }),
    { numRuns: 120 },
  );
});

test('a stroke of 1,000 nodes is cut fast enough for an event: a look at each curve, and halves only near the circle', () => {
  const nodes = Array.from({ length: 1_000 }, (_, step): InkPoint => ({ x: step * 3, y: 40 * Math.sin(step / 5), width: 4 }));
  const stroke = new ErasedStroke(pointsOf(nodesThrough(nodes)), detail);
  const began = performance.now();
  for (let step = 0; step < 100; step++) stroke.erase(at(30 * step, 0));
  // Some 2 ms on a quiet machine
  expect((performance.now() - began) / 100).toBeLessThan(20);
});
