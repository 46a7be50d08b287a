import fc from 'fast-check';
import { expect, test } from 'vitest';
import { levelSize, maxLevel, writtenSize } from './mipmap-levels.ts';

test.each([
  [877, 1080, 4],
  [1024, 768, 3],
  [100, 60, 0],
  [128, 128, 0],
  [129, 1, 0],
  [10_000, 3, 0],
  [10_000, 8, 2],
  [12_000, 8000, 7],
])('%d × %d has %d as its highest level', (width, height, level) => {
  expect(maxLevel({ width, height })).toBe(level);
});

test('the highest level is the one that the interface describes', () => {
  const side = fc.integer({ min: 1, max: 100_000 });
  fc.assert(
    fc.property(side, side, (width, height) => {
      const most = maxLevel({ width, height });
      const last = levelSize({ width, height }, most);
      const small = last.width <= 128 && last.height <= 128;
      const next = levelSize({ width, height }, most + 1);
      expect(small || next.width < 2 || next.height < 2).toBe(true);
      for (let level = 1; level <= most; level += 1) {
        const { width: w, height: h } = levelSize({ width, height }, level);
        expect(Math.min(w, h)).toBeGreaterThanOrEqual(level === 0 ? 1 : Math.min(2, width, height));
        const before = levelSize({ width, height }, level - 1);
        expect(before.width > 128 || before.height > 128).toBe(true);
      }
    }),
  );
});

test('a level is half of the one below it, and never without pixels', () => {
  expect(levelSize({ width: 877, height: 1080 }, 4)).toEqual({ width: 54, height: 67 });
  expect(levelSize({ width: 1, height: 5 }, 2)).toEqual({ width: 1, height: 1 });
});

test('a side that is too long for WebP is made to fit', () => {
  expect(writtenSize({ width: 16_383, height: 9 })).toEqual({ width: 16_383, height: 9 });
  expect(writtenSize({ width: 32_766, height: 100 })).toEqual({ width: 16_383, height: 50 });
  expect(writtenSize({ width: 100_000, height: 1 })).toEqual({ width: 16_383, height: 1 });
});
