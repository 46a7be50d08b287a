import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Connector } from '../widgets/connector.ts';
import { connectorShapes, endsOf } from './connectors.ts';
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

describe('lines', () => {
  const connector = (type: Connector['type'], src = end(), dst = end()): Connector =>
    ({ type, line_color: '#e7e7f2ff', line_width: 5, src, dst }) as Connector;
  const paths = (one: Connector, from: Box, to: Box): string[] => connectorShapes(one, from, to).map(({ path }) => path);

  it('are straight', () => expect(paths(connector('straight'), box(0, 0), box(50, 0))[0]).toBe('M10 5L50 5'));

  it('are curves that leave their boxes at right angles', () =>
    expect(paths(connector('curve'), box(0, 0), box(110, 0))[0]).toBe('M10 5C50 5 70 5 110 5'));

  it('turn at right angles only', () => {
    expect(paths(connector('right-angle'), box(0, 0), box(50, 8))[0]).toBe('M10 5L30 5L30 13L50 13');
    expect(paths(connector('right-angle', end({ x: 1, y: 0.5 }), end({ x: 0.5, y: 0 })), box(0, 0), box(50, 50))[0]).toBe(
      'M10 5L55 5L55 50',
    );
    expect(paths(connector('right-angle', end({ x: 0.5, y: 1 }), end({ x: 0.5, y: 0 })), box(0, 0), box(50, 50))[0]).toBe(
      'M5 10L5 30L55 30L55 50',
    );
  });

  it('have tips that point at the ends', () => {
    const pointed = end(undefined, 'solid-equilateral-triangle');
    const [line, tip, ...others] = connectorShapes(connector('straight', end(), pointed), box(0, 0), box(50, 0));
    expect([tip, others]).toEqual([{ kind: 'line', path: 'M50 5L32.68 15L32.68 -5Z', colour: '#e7e7f2ff', width: 0 }, []]);
    // The line ends inside of its tip
    expect(line!.path).toBe('M10 5L38 5');
    expect(paths(connector('straight', pointed, pointed), box(0, 0), box(50, 0))).toEqual([
      'M22 5L38 5',
      'M10 5L27.32 -5L27.32 15Z',
      'M50 5L32.68 15L32.68 -5Z',
    ]);
  });

  it('between ends in one place have no length, and still can be drawn', () => {
    const pointed = end({ x: 0.5, y: 0.5 }, 'solid-equilateral-triangle');
    for (const type of ['straight', 'curve', 'right-angle'] as const) {
      for (const path of paths(connector(type, pointed, pointed), box(0, 0), box(0, 0))) expect(path).not.toMatch(/NaN|Infinity/);
    }
  });
});
