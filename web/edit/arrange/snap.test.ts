import { describe, expect, test } from 'vitest';
import type { Box } from '../../../model/looks/shapes.ts';
import { guidesOf } from './guides.ts';
import { snapMoved, snapSized } from './snap.ts';

const box = (x: number, y: number, width = 100, height = 100): Box => ({ x, y, width, height });

describe('a moved box', () => {
  const near = [box(0, 0)];
  test.each([
    ['meets a left edge with its own', box(4, 300), near, { x: -4, y: 0 }],
    ['meets a right edge with its left one', box(105, 300), near, { x: -5, y: 0 }],
    ['meets a left edge with its right one', box(-94, 300), near, { x: -6, y: 0 }],
    ['meets a middle with its own', box(33, 300, 40), near, { x: -3, y: 0 }],
    ['meets edges of both axes', box(104, 3), near, { x: -4, y: -3 }],
    ['goes no farther than the threshold', box(107, 300), near, { x: 0, y: 0 }],
    ['stays where it meets one already', box(100, 300), [box(0, 0), box(3, 600)], { x: 0, y: 0 }],
    ['goes to the nearest of several', box(105, 300), [box(0, 0), box(107, 600)], { x: 2, y: 0 }],
    ['lies in the middle between two of its row', box(203, 20), [box(0, 0), box(410, 0)], { x: 2, y: 0 }],
    ['goes on with the gap of two before it', box(303, 20), [box(0, 0), box(150, 0)], { x: -3, y: 0 }],
    ['goes on with the gap of two after it', box(-154, 20), [box(0, 0), box(150, 0)], { x: 4, y: 0 }],
    ['knows no gaps to what lies in another row', box(303, 220), [box(0, 0), box(150, 0)], { x: 0, y: 0 }],
    ['has no neighbours', box(3, 3), [], { x: 0, y: 0 }],
  ])('%s', (_, moved, neighbours, by) => expect(snapMoved(moved, neighbours, 6)).toEqual(by));
});

describe('a sized box', () => {
  const free = { keepsRatio: false, fromMiddle: false };
  test.each([
    ['ends at an edge', box(0, 0, 197), { x: 1, y: 0 }, [box(200, 300, 50)], free, { x: 3, y: 0 }],
    ['begins at an edge', box(3, 0), { x: -1, y: 0 }, [box(-60, 300, 60)], free, { x: -3, y: 0 }],
    ['is as wide as another one', box(0, 0, 197), { x: 1, y: 0 }, [box(1000, 300, 200)], free, { x: 3, y: 0 }],
    ['is as wide as another one, to the left', box(0, 0, 197), { x: -1, y: 0 }, [box(1000, 300, 200)], free, { x: -3, y: 0 }],
    ['grows to both sides', box(0, 0, 196), { x: 1, y: 0 }, [box(1000, 300, 200)], { ...free, fromMiddle: true }, { x: 2, y: 0 }],
    ['leaves the sides that no handle moves', box(0, 3), { x: 1, y: 0 }, [box(300, 0)], free, { x: 0, y: 0 }],
    ['meets edges of both axes', box(0, 0, 197, 98), { x: 1, y: 1 }, [box(200, 100, 50, 50)], free, { x: 3, y: 2 }],
    [
      'meets the nearer one where it keeps its ratio',
      box(0, 0, 197, 98),
      { x: 1, y: 1 },
      [box(200, 100, 50, 50)],
      { ...free, keepsRatio: true },
      { x: 0, y: 2 },
    ],
  ] as const)('%s', (_, sized, side, near, rules, by) => expect(snapSized(sized, side, near, 6, rules)).toEqual(by));
});

describe('guides', () => {
  test('stand where edges and middles meet, as long as the boxes reach', () => {
    expect(guidesOf(box(0, 300), [box(0, 0)])).toEqual({
      lines: [0, 50, 100].map((at) => ({ axis: 'x', at, from: 0, to: 400 })),
      gaps: [],
    });
  });

  test('show both of two equal gaps', () => {
    const { gaps } = guidesOf(box(300, 20), [box(0, 0), box(150, 0)]);
    expect(gaps).toEqual([
      { axis: 'x', from: 100, to: 150, at: 50 },
      { axis: 'x', from: 250, to: 300, at: 60 },
    ]);
  });

  test('are not there for what is only near', () => {
    expect(guidesOf(box(303, 27), [box(0, 0), box(150, 5)])).toEqual({ lines: [], gaps: [] });
  });
});
