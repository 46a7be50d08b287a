import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LARGEST_ZOOM, SMALLEST_ZOOM } from './bounds.ts';
import {
  createGestures,
  type Gesture,
  handRules,
  type PinchRules,
  type PointerKind,
  type PointerStep,
  wallRules,
} from './gestures.ts';
import { gripped, heldView } from './grip.ts';

const free = { least: SMALLEST_ZOOM, most: LARGEST_ZOOM };

/** Fingers on a target; each call tells what came of it. */
function begin(rules: PinchRules = wallRules) {
  const gestures = createGestures(() => rules);
  const step =
    (kind: PointerStep['kind']) =>
    (id: number, x: number, y: number, time: number, pointer: PointerKind = 'touch'): Gesture[] =>
      gestures.take({ kind, id, pointer, x, y, time });
  return { gestures, down: step('down'), move: step('move'), up: step('up'), cancel: step('cancel') };
}

describe('one pointer', () => {
  it('moves what it grips once it has left the place where it went down', () => {
    const { down, move } = begin();
    expect(down(1, 100, 100, 0)).toEqual([]);
    expect(move(1, 105, 100, 10)).toEqual([]);
    expect(move(1, 110, 100, 20)).toEqual([
      { is: 'grip', points: [{ x: 105, y: 100 }] },
      { is: 'hold', points: [{ x: 110, y: 100 }] },
    ]);
    expect(move(1, 130, 100, 30)).toEqual([{ is: 'hold', points: [{ x: 130, y: 100 }] }]);
  });

  it('flings when it lets go in motion', () => {
    const { down, move, up } = begin();
    down(1, 0, 0, 0, 'mouse');
    for (let time = 10; time <= 60; time += 10) move(1, time * 2, 0, time, 'mouse');
    expect(up(1, 120, 0, 65, 'mouse')).toEqual([{ is: 'fling', velocity: { x: 2, y: 0 } }]);
  });

  it('does not fling after a rest or when it is cancelled', () => {
    const { down, move, up, cancel } = begin();
    const swipe = (id: number, from: number): void => {
      down(id, 0, 0, from);
      for (let time = 10; time <= 60; time += 10) move(id, time * 2, 0, from + time);
    };
    swipe(1, 0);
    expect(up(1, 120, 0, 200)).toEqual([]);
    swipe(2, 1000);
    expect(cancel(2, 120, 0, 1061)).toEqual([]);
  });

  it('taps where it stays, and twice when it comes back at once', () => {
    const { down, up } = begin();
    down(1, 10, 10, 0);
    expect(up(1, 12, 10, 80)).toEqual([{ is: 'tap', at: { x: 10, y: 10 }, pointer: 'touch', twice: false }]);
    down(2, 20, 15, 200);
    expect(up(2, 20, 15, 260)).toMatchObject([{ is: 'tap', twice: true }]);
    down(3, 20, 15, 400);
    expect(up(3, 20, 15, 460)).toMatchObject([{ is: 'tap', twice: false }]);
  });

  it('does not tap when it stays for long', () => {
    const { down, up } = begin();
    down(1, 10, 10, 0);
    expect(up(1, 10, 10, 600)).toEqual([]);
  });
});

describe('two fingers', () => {
  it('pinch when they come within 600 pixels and 150 milliseconds', () => {
    const { down, move } = begin();
    down(1, 100, 100, 0);
    expect(down(2, 300, 100, 140)).toEqual([
      {
        is: 'grip',
        points: [
          { x: 100, y: 100 },
          { x: 300, y: 100 },
        ],
      },
    ]);
    expect(move(2, 400, 100, 150)).toEqual([
      {
        is: 'hold',
        points: [
          { x: 100, y: 100 },
          { x: 400, y: 100 },
        ],
      },
    ]);
  });

  it.each([
    ['too far away', 800, 100],
    ['too late', 300, 200],
  ])('are of two people when the second comes %s: it waits until the first has let go', (_, x, time) => {
    const { down, move, up } = begin();
    down(1, 100, 100, 0);
    move(1, 150, 100, 10);
    expect(down(2, x, 100, time)).toEqual([]);
    expect(move(2, x + 50, 100, time + 10)).toEqual([]);
    expect(up(1, 150, 100, time + 20)).toEqual([{ is: 'grip', points: [{ x: x + 50, y: 100 }] }]);
    expect(move(2, x + 60, 100, time + 30)).toEqual([{ is: 'hold', points: [{ x: x + 60, y: 100 }] }]);
  });

  it('pinch whenever the second comes on a screen that one person holds', () => {
    const { down, move } = begin(handRules);
    down(1, 100, 100, 0);
    move(1, 150, 100, 500);
    expect(down(2, 300, 100, 2000)).toMatchObject([{ is: 'grip', points: [{ x: 150 }, { x: 300 }] }]);
  });

  it('leave the view to the one that stays', () => {
    const { down, move, up } = begin();
    down(1, 100, 100, 0);
    down(2, 300, 100, 10);
    expect(up(1, 100, 100, 500)).toEqual([{ is: 'grip', points: [{ x: 300, y: 100 }] }]);
    expect(move(2, 310, 100, 510)).toEqual([{ is: 'hold', points: [{ x: 310, y: 100 }] }]);
    expect(up(2, 310, 100, 900)).toEqual([]);
  });

  it('keep the points of the canvas under them, wherever they go without turning', () => {
    const at = fc.integer({ min: -2000, max: 2000 });
    const scale = fc.double({ min: 0.2, max: 5, noNaN: true });
    fc.assert(
      fc.property(
        at,
        at,
        fc.integer({ min: 50, max: 500 }),
        at,
        at,
        scale,
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        (x, y, apart, a, b, by, zoom) => {
          const points = [
            { x, y },
            { x: x + apart, y: y + apart / 2 },
          ];
          const view = { x: b, y: a, zoom };
          const moved = points.map((point) => ({ x: a + (point.x - x) * by, y: b + (point.y - y) * by }));
          const after = heldView(view, gripped(view, points), moved, free);
          const before = gripped(view, points);
          const now = gripped(after, moved);
          for (const [index, point] of before.entries()) {
            expect(now[index]!.x).toBeCloseTo(point.x, 3);
            expect(now[index]!.y).toBeCloseTo(point.y, 3);
          }
        },
      ),
    );
  });

  it('keep their middle in place where the zoom is at its limit or they turn', () => {
    const view = { x: 0, y: 0, zoom: 1 };
    const grip = gripped(view, [
      { x: 100, y: 100 },
      { x: 200, y: 100 },
    ]);
    const spread = heldView(
      view,
      grip,
      [
        { x: 0, y: 100 },
        { x: 1000, y: 100 },
      ],
      { least: 0.5, most: 2 },
    );
    expect(spread.zoom).toBe(2);
    expect(gripped(spread, [{ x: 500, y: 100 }])).toEqual([{ x: 150, y: 100 }]);
    const turned = heldView(
      view,
      grip,
      [
        { x: 150, y: 50 },
        { x: 150, y: 150 },
      ],
      free,
    );
    expect(turned).toEqual({ x: 0, y: 0, zoom: 1 });
  });
});

describe('many pointers', () => {
  it('steer one after the other: sixteen fingers of eight pinches take over in the order in which they came', () => {
    const { down, move, up, gestures } = begin();
    const fingers = Array.from({ length: 16 }, (_, id) => ({ id, x: Math.floor(id / 2) * 1000 + (id % 2) * 200 }));
    const grips = fingers.map(({ id, x }) => down(id, x, 0, id));
    expect(grips.map((made) => made.length)).toEqual([0, 1, ...Array.from({ length: 14 }, () => 0)]);
    for (let pair = 0; pair < 8; pair++) {
      const first = fingers[2 * pair]!;
      const second = fingers[2 * pair + 1]!;
      expect(move(second.id, second.x + 10, 0, 100 + pair)).toMatchObject([
        { is: 'hold', points: [{ x: first.x }, { x: second.x + 10 }] },
      ]);
      up(first.id, first.x, 0, 200 + pair);
      up(second.id, second.x, 0, 300 + pair);
    }
    expect(gestures.held).toBe(false);
  });

  it('leave nothing behind, in whatever order they come and go', () => {
    const kinds = fc.constantFrom('down' as const, 'move' as const, 'up' as const, 'cancel' as const);
    const steps = fc.array(fc.tuple(kinds, fc.integer({ min: 0, max: 15 }), fc.integer({ min: 0, max: 3000 }), fc.nat(50)), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(steps, (all) => {
        const { gestures } = begin();
        let time = 0;
        for (const [kind, id, x, passed] of all) {
          time += passed;
          for (const made of gestures.take({ kind, id, pointer: 'touch', x, y: x / 2, time })) {
            if (made.is === 'grip' || made.is === 'hold') expect(made.points.length).toBeOneOf([1, 2]);
          }
        }
        for (let id = 0; id < 16; id++) gestures.take({ kind: 'cancel', id, pointer: 'touch', x: 0, y: 0, time });
        expect(gestures.held).toBe(false);
        gestures.take({ kind: 'down', id: 1, pointer: 'mouse', x: 0, y: 0, time });
        expect(gestures.take({ kind: 'move', id: 1, pointer: 'mouse', x: 9, y: 0, time })).toHaveLength(2);
      }),
    );
  });

  it('leave pens and mice alone: they pinch with nobody', () => {
    const { down, move } = begin();
    down(1, 100, 100, 0, 'pen');
    expect(down(2, 200, 100, 10)).toEqual([]);
    expect(move(1, 150, 100, 20, 'pen')).toEqual([
      { is: 'grip', points: [{ x: 100, y: 100 }] },
      { is: 'hold', points: [{ x: 150, y: 100 }] },
    ]);
  });
});
