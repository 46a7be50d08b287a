import { expect, test } from 'vitest';
import { nextIn } from './menu-keys.ts';

const fruits = ['Apple', 'Banana', 'Blueberry', 'Cherry'];

test('arrows go round', () => {
  expect([nextIn(fruits, 3, 'ArrowDown'), nextIn(fruits, 0, 'ArrowUp'), nextIn(fruits, -1, 'ArrowDown')]).toEqual([0, 3, 0]);
  expect(nextIn(fruits, -1, 'ArrowUp')).toBe(3);
});

test('Home and End go to the ends', () => expect([nextIn(fruits, 2, 'Home'), nextIn(fruits, 0, 'End')]).toEqual([0, 3]));

test('a letter goes to the next one that begins with it, round and round', () => {
  expect([nextIn(fruits, 0, 'b'), nextIn(fruits, 1, 'B'), nextIn(fruits, 2, 'b')]).toEqual([1, 2, 1]);
  expect(nextIn(fruits, 0, 'x')).toBeUndefined();
});

test('other keys do not move, and nothing moves in an empty list', () =>
  expect([nextIn(fruits, 0, 'Escape'), nextIn(fruits, 0, ' '), nextIn([], 0, 'ArrowDown')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]));
