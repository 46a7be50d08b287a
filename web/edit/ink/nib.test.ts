import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { floatsOf, NODE_FLOATS, nodeCount } from '../../../model/types/nodes.ts';
import { type InkPoint, nodesThrough } from './curve.ts';
import { InkNib, type NibStyle } from './nib.ts';
import { simplified } from './simplify.ts';

const style: NibStyle = { width: 4, followsPressure: false, scale: 1 };

/** Anchors of stored points. */
function anchors(points: string): InkPoint[] {
  const floats = floatsOf(points);
  return Array.from({ length: nodeCount(points) }, (_, at) => {
    const [x, y, width] = floats.subarray(at * NODE_FLOATS + 3, at * NODE_FLOATS + 6);
    return { x: x!, y: y!, width: width! };
  });
}

function drawn(places: readonly (readonly [x: number, y: number, pressure?: number])[], by: NibStyle = style): string[] {
  const nib = new InkNib(by);
  for (const [at, [x, y, pressure = 0.5]] of places.entries()) nib.add(x, y, pressure, 8 * at);
  const [x, y] = places.at(-1)!;
  return nib.end(x, y);
}

describe('a line', () => {
  test('begins and ends where the pointer did', () => {
    const [stroke] = drawn(Array.from({ length: 60 }, (_, at) => [100 + 5 * at, 200 + 40 * Math.sin(at / 9)] as const));
    const nodes = anchors(stroke!);
    expect(nodes[0]).toMatchObject({ x: 100, y: 200 });
    expect(nodes.at(-1)!.x).toBeCloseTo(395, 3);
    expect(nodes.at(-1)!.y).toBeCloseTo(200 + 40 * Math.sin(59 / 9), 3);
  });

  test('that is straight needs two nodes', () => {
    expect(drawn(Array.from({ length: 100 }, (_, at) => [3 * at, 2 * at] as const)).map(nodeCount)).toEqual([2]);
  });

  test('of one place has a length, so that it is painted', () => {
    const [from, to] = anchors(drawn([[50, 60]])[0]!);
    expect(to!.x - from!.x).toBeCloseTo(0.1, 4);
    expect([from!.y, to!.y, to!.width]).toEqual([60, 60, 4]);
  });

  test('trembles less than the hand', () => {
    const nib = new InkNib(style);
    const trembling = Array.from({ length: 80 }, (_, at) => ({ x: 1.5 * at, y: at % 2 === 0 ? 1.2 : -1.2 }));
    for (const [at, { x, y }] of trembling.entries()) nib.add(x, y, 0.5, 20 * at);
    const inner = nib.points.slice(20);
    expect(Math.max(...inner.map(({ y }) => Math.abs(y)))).toBeLessThan(0.6);
  });

  test('is as wide as it was on the screen, at every zoom', () => {
    const places = [
      [0, 0],
      [40, 0],
      [80, 30],
    ] as const;
    const widths = drawn(places, { width: 8, followsPressure: false, scale: 0.25 })
      .flatMap(anchors)
      .map(({ width }) => width);
    expect(new Set(widths)).toEqual(new Set([32]));
    const wide = drawn(places, { width: 16, followsPressure: false, scale: 0.01 }).flatMap(anchors);
    expect(wide[0]!.width).toBe(400);
  });

  test('becomes wider with pressure, from 0.4 to 1.3 times, and even without', () => {
    const places = Array.from({ length: 120 }, (_, at) => [4 * at, 0, Math.min(1, Math.max(0, (at - 20) / 80))] as const);
    const nodes = drawn(places, { ...style, width: 10, followsPressure: true }).flatMap(anchors);
    expect(nodes[0]!.width).toBeCloseTo(4, 4);
    expect(nodes.at(-1)!.width).toBeCloseTo(13, 4);
    for (const [at, { width }] of nodes.entries()) if (at > 0) expect(width).toBeGreaterThanOrEqual(nodes[at - 1]!.width);
    expect(
      new Set(
        drawn(places)
          .flatMap(anchors)
          .map(({ width }) => width),
      ),
    ).toEqual(new Set([4]));
  });

  test('has points that lie at least a pixel of the screen apart', () => {
    const nib = new InkNib({ ...style, scale: 2 });
    const longer = [0, 0.4, 0.49, 0.5, 0.99, 1].map((x, at) => nib.add(x, 0, 0.5, at));
    expect(longer).toEqual([true, false, false, true, false, true]);
  });

  test('that is long goes on in further strokes of at most 1,000 nodes, which join', () => {
    const strokes = zigzag(5_000);
    expect(strokes.map(({ length }) => length)).toEqual([1_000, 1_000, 1_000, 1_000, 1_000, 5]);
    for (const [at, nodes] of strokes.entries()) if (at > 0) expect(nodes[0]).toEqual(strokes[at - 1]!.at(-1));
    expect(new Set(strokes.flat().map(({ x }) => x)).size).toBe(5_000);
  });

  test('of 1,000 nodes is one stroke, and of 1,001 two', () => {
    expect(zigzag(1_000).map(({ length }) => length)).toEqual([1_000]);
    expect(zigzag(1_001).map(({ length }) => length)).toEqual([1_000, 2]);
  });
});

/** The strokes of a line of which no point can be left out. */
function zigzag(count: number): InkPoint[][] {
  const nib = new InkNib(style);
  nib.points.push(...Array.from({ length: count }, (_, at) => ({ x: 9 * at, y: at % 2 === 0 ? 0 : 400, width: 4 })));
  const last = nib.points.at(-1)!;
  return nib.end(last.x, last.y).map(anchors);
}

describe('a simplified line', () => {
  /** A walk with corners, loops, places where it stands still, and changing widths. */
  const walks = fc
    .array(
      fc.record({
        turn: fc.double({ min: -1, max: 1, noNaN: true }),
        step: fc.integer({ min: 0, max: 12 }),
        width: fc.integer({ min: 1, max: 20 }),
      }),
      {
        minLength: 2,
        maxLength: 150,
      },
    )
    .map((steps) => {
      let x = 0;
      let y = 0;
      let way = 0;
      return steps.map(({ turn, step, width }) => {
        way += turn * turn * turn * 3;
        x += step * Math.cos(way);
        y += step * Math.sin(way);
        return { x, y, width: 3 + width / 10 };
      });
    });

  test('has every point within the tolerance, and its width', () => {
    fc.assert(
      fc.property(walks, (points) => {
        const kept = simplified(points, 0.3);
        expect(kept[0]).toBe(points[0]);
        expect(kept.at(-1)).toBe(points.at(-1));
        const strokes = curveOf(kept);
        for (const point of points) expect(nearest(strokes, point)).toBeLessThanOrEqual(0.31);
      }),
      { numRuns: 150 },
    );
  });

  test('has a quarter of the points at most', () => {
    const points = Array.from({ length: 400 }, (_, at) => ({ x: 300 * Math.cos(at / 60), y: 200 * Math.sin(at / 45), width: 4 }));
    expect(simplified(points, 0.3).length).toBeLessThan(100);
  });
});

/** Dense places of the painted curve. */
function curveOf(points: readonly InkPoint[]): InkPoint[] {
  const floats = [...nodesThrough(points)];
  const found: InkPoint[] = [];
  for (let at = 0; at + NODE_FLOATS < floats.length; at += NODE_FLOATS) {
    const [x0, y0, w0, x1, y1] = floats.slice(at + 3, at + 8) as [number, number, number, number, number];
    const [x2, y2] = floats.slice(at + 9, at + 11) as [number, number];
    const [x3, y3, w3] = floats.slice(at + 12, at + 15) as [number, number, number];
    for (let t = 0; t <= 1; t += 1 / 32) {
      const s = 1 - t;
      const on = (a: number, b: number, c: number, d: number) => s ** 3 * a + 3 * s * s * t * b + 3 * s * t * t * c + t ** 3 * d;
      found.push({ x: on(x0, x1, x2, x3), y: on(y0, y1, y2, y3), width: w0 + (w3 - w0) * t });
    }
  }
  return found;
}

/** From the curve, with half of the difference of the widths. */
const nearest = (curve: readonly InkPoint[], point: InkPoint): number =>
  Math.min(...curve.slice(1).map((to, at) => distance(point, curve[at]!, to)));

function distance(point: InkPoint, from: InkPoint, to: InkPoint): number {
  const way = [to.x - from.x, to.y - from.y, (to.width - from.width) / 2];
  const off = [point.x - from.x, point.y - from.y, (point.width - from.width) / 2];
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, one, at) => sum + one * b[at]!, 0);
  const t = Math.min(1, Math.max(0, dot(off, way) / (dot(way, way) || 1)));
  return Math.hypot(...off.map((one, at) => one - t * way[at]!));
}
