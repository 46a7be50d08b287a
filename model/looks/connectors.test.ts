import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Connector } from '../widgets/connector.ts';
import { connectorBox, connectorShapes, endsOf } from './connectors.ts';
import type { Box, XY } from './shapes.ts';

const box = (x: number, y: number, width = 10, height = 10): Box => ({ x, y, width, height });
const end = (at?: XY, tip: 'none' | 'solid-equilateral-triangle' = 'none') => ({
  id: 'x',
  rel_location: at ?? { x: 0.5, y: 0.5 },
  auto_location: at === undefined,
  tip,
});
const between = (from: Box, to: Box, src = end(), dst = end()): XY[] => endsOf({ src, dst }, from, to).map(({ at }) => at);

const middles = ({ x, y, width, height }: Box): XY[] => [
  { x: x + width, y: y + height / 2 },
  { x, y: y + height / 2 },
  { x: x + width / 2, y: y + height },
  { x: x + width / 2, y },
];
const distance = ([a, b]: readonly XY[]): number => Math.hypot(a!.x - b!.x, a!.y - b!.y);

describe('automatic ends', () => {
  it('are the middles of the nearest sides', () => {
    expect(between(box(0, 0), box(50, 0))).toEqual([
      { x: 10, y: 5 },
      { x: 50, y: 5 },
    ]);
    expect(between(box(50, 0), box(0, 0))).toEqual([
      { x: 50, y: 5 },
      { x: 10, y: 5 },
    ]);
    expect(between(box(0, 0), box(0, 50))).toEqual([
      { x: 5, y: 10 },
      { x: 5, y: 50 },
    ]);
    expect(between(box(0, 50), box(0, 0))).toEqual([
      { x: 5, y: 50 },
      { x: 5, y: 10 },
    ]);
  });

  it('at equal distances are chosen in the order right, left, bottom, top', () => {
    expect(between(box(0, 0), box(0, 0))).toEqual([
      { x: 10, y: 5 },
      { x: 10, y: 5 },
    ]);
    expect(between(box(0, 0), box(20, 20))).toEqual([
      { x: 10, y: 5 },
      { x: 25, y: 20 },
    ]);
  });

  it('leave a fixed end where it was put', () => {
    expect(between(box(0, 0), box(50, 0), end({ x: 0, y: 1 }))).toEqual([
      { x: 0, y: 10 },
      { x: 50, y: 5 },
    ]);
    expect(between(box(0, 0), box(50, 0), end({ x: 0, y: 1 }), end({ x: 1, y: 0 }))).toEqual([
      { x: 0, y: 10 },
      { x: 60, y: 0 },
    ]);
  });

  it('have no nearer pair', () => {
    const boxes = fc.record({
      x: fc.nat(200),
      y: fc.nat(200),
      width: fc.integer({ min: 1, max: 90 }),
      height: fc.integer({ min: 1, max: 90 }),
    });
    fc.assert(
      fc.property(boxes, boxes, (from, to) => {
        const least = Math.min(...middles(from).flatMap((a) => middles(to).map((b) => distance([a, b]))));
        expect(distance(between(from, to))).toBeCloseTo(least);
      }),
    );
  });
});

/** All points of a path with absolute commands. */
const pointsIn = (path: string): XY[] => {
  const numbers = (path.match(/-?\d+(\.\d+)?(e-?\d+)?/g) ?? []).map(Number);
  return numbers.flatMap((x, at) => (at % 2 === 0 ? [{ x, y: numbers[at + 1]! }] : []));
};
/** The start, the two control points and the end of a curve. */
const bendOf = (one: Connector, from: Box, to: Box): XY[] => pointsIn(connectorShapes(one, from, to)[0]!.path);

/** Points along a path of lines and curves. */
const along = (path: string): XY[] => {
  let from: XY = { x: 0, y: 0 };
  return (path.match(/[MLC][^MLC]*/g) ?? []).flatMap((piece) => {
    const points = [from, ...pointsIn(piece)];
    from = points.at(-1)!;
    return piece.startsWith('M') ? [] : Array.from({ length: 41 }, (_, step) => onCurve(points, step / 40));
  });
};
/** The point at a part of the way of a Bézier curve. */
const onCurve = ([first, ...others]: readonly XY[], part: number): XY => {
  const points = [first!, ...others];
  if (points.length === 1) return first!;
  return onCurve(
    others.map(({ x, y }, at) => ({
      x: points[at]!.x + (x - points[at]!.x) * part,
      y: points[at]!.y + (y - points[at]!.y) * part,
    })),
    part,
  );
};

/** Anywhere on the sides of a box; corners and middles often. */
const shares = fc
  .tuple(fc.oneof(fc.constantFrom(0, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true })), fc.constantFrom(0, 1), fc.boolean())
  .map(([along, side, isUpright]) => (isUpright ? { x: side, y: along } : { x: along, y: side }));
const places = fc.record({ x: fc.integer({ min: -900, max: 900 }), y: fc.integer({ min: -900, max: 900 }) });

const connector = (type: Connector['type'], src: object = end(), dst: object = { ...end(), id: 'y' }, line_color = '#e7e7f2ff') =>
  ({ type, line_color, line_width: 5, src, dst }) as Connector;
const paths = (one: Connector, from: Box, to: Box): string[] => connectorShapes(one, from, to).map(({ path }) => path);
const pointed = (at?: XY, id = 'y') => ({ ...end(at, 'solid-equilateral-triangle'), id });

describe('lines', () => {
  it('are straight', () => expect(paths(connector('straight'), box(0, 0), box(50, 0))[0]).toBe('M10 5L50 5'));

  it('are curves that leave their boxes at right angles', () =>
    expect(paths(connector('curve'), box(0, 0), box(110, 0))[0]).toBe('M10 5C50 5 70 5 110 5'));

  it('end flat at their boxes, not round inside of them', () =>
    expect(connectorShapes(connector('curve'), box(0, 0), box(110, 0))[0]!.cap).toBe('butt'));

  it('leave a corner by the side that faces the other box', () => {
    const [start, first] = bendOf(connector('curve', end({ x: 0, y: 1 })), box(0, 0, 100, 100), box(400, 300, 100, 100));
    expect([start, first!.x, first!.y > 100]).toEqual([{ x: 0, y: 100 }, 0, true]);
    const [from, out] = bendOf(connector('curve', end({ x: 1, y: 0 })), box(0, 0, 100, 100), box(400, 300, 100, 100));
    expect([from, out!.x > 100, out!.y]).toEqual([{ x: 100, y: 0 }, true, 0]);
  });

  it('that are curves begin outward, and do not go farther than the other end while nothing is in their way', () => {
    fc.assert(
      fc.property(shares, places, ({ x, y }, { x: left, y: top }) => {
        fc.pre(Math.abs(left) > 120 || Math.abs(top) > 120);
        const [start, first, , last, ...others] = bendOf(
          connector('curve', end({ x, y })),
          box(0, 0, 100, 100),
          box(left, top, 100, 100),
        );
        const isOutside = first!.x <= 0 || first!.x >= 100 || first!.y <= 0 || first!.y >= 100;
        const across = first!.x - start!.x;
        const down = first!.y - start!.y;
        const ahead = Math.max(24, Math.sign(across) * (last!.x - start!.x), Math.sign(down) * (last!.y - start!.y));
        expect([isOutside, others.length > 0 || Math.abs(across + down) <= ahead + 0.01]).toEqual([true, true]);
      }),
    );
  });

  it('that are curves do not cross the boxes between which they lie', () => {
    const lengths = fc.integer({ min: 20, max: 300 });
    const boxes = fc.record({ x: fc.constant(0), y: fc.constant(0), width: lengths, height: lengths });
    const others = fc.record({ x: places.map(({ x }) => x), y: places.map(({ y }) => y), width: lengths, height: lengths });
    fc.assert(
      fc.property(boxes, others, shares, shares, (from, to, src, dst) => {
        fc.pre(Math.max(to.x - from.width, -to.x - to.width, to.y - from.height, -to.y - to.height) >= 48);
        const path = connectorShapes(connector('curve', end(src), { ...end(dst), id: 'y' }), from, to)[0]!.path;
        for (const { x, y } of along(path)) {
          const crossed = [from, to].filter((one) => {
            // A line that ends in a corner may leave by either side
            const edge = 1 + 0.02 * Math.max(one.width, one.height);
            return x > one.x + edge && x < one.x + one.width - edge && y > one.y + edge && y < one.y + one.height - edge;
          });
          expect(crossed).toEqual([]);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('that are curves go around the corner of a box whose far side they leave', () => {
    const path = paths(connector('curve', end({ x: 0, y: 0.5 })), box(0, 0, 100, 100), box(400, 0, 100, 100))[0]!;
    const { length, ...around } = { length: along(path).length, top: Math.min(...along(path).map(({ y }) => y)) };
    expect(length).toBeGreaterThan(0);
    expect(Math.min(around.top, 100 - Math.max(...along(path).map(({ y }) => y)))).toBeLessThan(0);
  });

  it('turn at right angles, which are rounded by 10 where there is room', () => {
    expect(paths(connector('right-angle'), box(0, 0), box(110, 80))[0]).toBe(
      'M10 5L50 5C55.523 5 60 9.477 60 15L60 75C60 80.523 64.477 85 70 85L110 85',
    );
    expect(paths(connector('right-angle', end({ x: 1, y: 0.5 }), end({ x: 0.5, y: 0 })), box(0, 0), box(50, 50))[0]).toBe(
      'M10 5L45 5C50.523 5 55 9.477 55 15L55 50',
    );
    // Half of the short side
    expect(paths(connector('right-angle'), box(0, 0), box(50, 8))[0]).toBe(
      'M10 5L26 5C28.209 5 30 6.791 30 9L30 9C30 11.209 31.791 13 34 13L50 13',
    );
  });

  it('have tips that point at the ends, 1.15 long and 0.62 to each side of four widths', () => {
    const [line, tip, ...others] = connectorShapes(connector('straight', end(), pointed()), box(0, 0), box(200, 0));
    expect([tip, others]).toMatchObject([{ kind: 'line', colour: '#e7e7f2ff', width: 0 }, []]);
    const corners = pointsIn(tip!.path);
    const left = Math.min(...corners.map(({ x }) => x));
    const right = Math.max(...corners.map(({ x }) => x));
    const top = Math.min(...corners.map(({ y }) => y));
    const bottom = Math.max(...corners.map(({ y }) => y));
    expect([left, right, top, bottom].map(Math.round)).toEqual([200 - 23, 200, 5 - 12, 5 + 12]);
    // The line ends at the base of its tip
    expect(pointsIn(line!.path).at(-1)!.x).toBeCloseTo(200 - 20 * 0.98);
    expect(paths(connector('straight', pointed(undefined, 'x'), pointed()), box(0, 0), box(200, 0))).toHaveLength(3);
  });

  it('that one sees through are one shape with their tips, so that nothing is painted twice', () => {
    for (const type of ['straight', 'curve', 'right-angle'] as const) {
      const one = connector(type, pointed(undefined, 'x'), pointed(), '#2f5bdb80');
      const shapes = connectorShapes(one, box(0, 0, 100, 100), box(400, 300, 100, 100));
      expect(shapes.map(({ path, width, colour }) => [path.match(/M/g)!.length, path.at(-1), width, colour])).toEqual([
        [1, 'Z', 0, '#2f5bdb80'],
      ]);
    }
  });

  it('from a widget to itself are loops above it, 64 high', () => {
    for (const type of ['straight', 'curve', 'right-angle'] as const) {
      const one = connector(type, { ...end(), id: 'x' }, pointed(undefined, 'x'));
      const [start, first, second] = bendOf(one, box(100, 300, 140, 80), box(100, 300, 140, 80));
      expect([start!.y, start!.x, second!.x]).toEqual([300, 170 - 0.27 * 140, 170 + 0.27 * 140]);
      expect(300 - 0.75 * (300 - first!.y)).toBeCloseTo(300 - 64);
    }
  });

  it('stay within their boxes, tips included', () => {
    const boxes = fc.record({
      x: fc.nat(900),
      y: fc.nat(900),
      width: fc.integer({ min: 1, max: 300 }),
      height: fc.integer({ min: 1, max: 300 }),
    });
    const types = fc.constantFrom('straight', 'curve', 'right-angle');
    const shares = fc.option(
      fc.record({ x: fc.double({ min: 0, max: 1, noNaN: true }), y: fc.double({ min: 0, max: 1, noNaN: true }) }),
      { nil: undefined },
    );
    const colours = fc.constantFrom('#000000ff', '#00000080');
    fc.assert(
      fc.property(boxes, boxes, types, shares, shares, fc.boolean(), colours, (from, to, type, a, b, isSelf, colour) => {
        const one = connector(type as Connector['type'], pointed(a, 'x'), pointed(b, isSelf ? 'x' : 'y'), colour);
        const around = connectorBox(one, from, isSelf ? from : to);
        for (const { x, y } of paths(one, from, isSelf ? from : to).flatMap(pointsIn)) {
          expect([x >= around.x - 0.01, x <= around.x + around.width + 0.01]).toEqual([true, true]);
          expect([y >= around.y - 0.01, y <= around.y + around.height + 0.01]).toEqual([true, true]);
        }
      }),
    );
  });

  it('between ends in one place have no length, and still can be drawn', () => {
    const middle = { x: 0.5, y: 0.5 };
    for (const colour of ['#000000ff', '#00000080']) {
      for (const type of ['straight', 'curve', 'right-angle'] as const) {
        const one = connector(type, pointed(middle, 'x'), pointed(middle), colour);
        for (const path of paths(one, box(0, 0), box(0, 0))) expect(path).not.toMatch(/NaN|Infinity/);
      }
    }
  });
});
