import { expect, test } from 'vitest';
import { commonMotion } from './common-motion.ts';

const box = (x: number, y: number, width = 10) => ({ x, y, width, height: 10 });

test('boxes that move alike have a motion in common, whatever rounding makes of their places', () => {
  expect(commonMotion([box(0, 0), box(0.1, 50)], [box(7.2, -3), box(0.1 + 7.2, 47)])).toEqual({ x: 7.2, y: -3 });
  expect(commonMotion([box(4, 5)], [box(4, 5)])).toEqual({ x: 0, y: 0 });
});

test('no motion is common to boxes of which one moves otherwise, has another size, comes or goes', () => {
  expect(commonMotion([box(0, 0), box(50, 0)], [box(7, 0), box(56, 0)])).toBeUndefined();
  expect(commonMotion([box(0, 0), box(50, 0)], [box(7, 0), box(57, 0, 11)])).toBeUndefined();
  expect(commonMotion([box(0, 0)], [box(7, 0), box(57, 0)])).toBeUndefined();
  expect(commonMotion([], [])).toBeUndefined();
});
