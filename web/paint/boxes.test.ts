import { describe, expect, it } from 'vitest';
import type { Box } from '../../model/looks/shapes.ts';
import { Random } from '../../test/kit/random.ts';
import { joined, outward, stripsOf, without } from './boxes.ts';

/** The pixels of boxes, each as often as it is in one. */
function pixels(boxes: readonly Box[]): string[] {
  return boxes.flatMap(({ x, y, width, height }) =>
    Array.from({ length: width * height }, (_, at) => `${x + (at % width)},${y + Math.floor(at / width)}`),
  );
}

const random = new Random(7);
const box = (): Box => ({ x: random.below(12), y: random.below(12), width: 1 + random.below(8), height: 1 + random.below(8) });

describe('boxes', () => {
  it('without a hole are in pieces that hold each other pixel once', () => {
    for (let round = 0; round < 300; round++) {
      const whole = box();
      const hole = box();
      const left = new Set(pixels([hole]));
      expect(pixels(without(whole, hole)).sort()).toEqual(
        pixels([whole])
          .filter((one) => !left.has(one))
          .sort(),
      );
    }
  });

  it('joined cover at least the same pixels', () => {
    for (let round = 0; round < 100; round++) {
      const boxes = Array.from({ length: 40 }, box);
      const covered = new Set(pixels(joined(boxes)));
      expect(pixels(boxes).filter((one) => !covered.has(one))).toEqual([]);
    }
  });

  it('that are far from each other stay apart, and are few', () => {
    const far = Array.from({ length: 100 }, (_, at) => ({ x: at * 1000, y: at * 1000, width: 100, height: 100 }));
    expect(joined(far.slice(0, 3))).toEqual(far.slice(0, 3));
    expect(joined(far).length).toBeLessThanOrEqual(24);
  });

  it('of whole pixels hold those of parts of pixels', () => {
    expect(outward({ x: 0.2, y: -0.2, width: 1, height: 1 })).toEqual({ x: 0, y: -1, width: 2, height: 2 });
  });
});

describe('the strips of a pan', () => {
  const size = { width: 10, height: 6 };

  it('are what the moved picture does not cover', () => {
    expect(stripsOf(size, 3, 0)).toEqual([{ x: 0, y: 0, width: 3, height: 6 }]);
    expect(stripsOf(size, 0, -2)).toEqual([{ x: 0, y: 4, width: 10, height: 2 }]);
    expect(pixels(stripsOf(size, 3, -2))).toHaveLength(60 - 7 * 4);
  });

  it('are nothing without a move, and everything when all was moved away', () => {
    expect(stripsOf(size, 0, 0)).toEqual([]);
    expect(stripsOf(size, 10, 0)).toEqual([{ x: 0, y: 0, width: 10, height: 6 }]);
  });
});
