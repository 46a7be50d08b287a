import { expect, it } from 'vitest';
import { createCosts } from './costs.ts';

it('a zoom of which nothing is known may cost any time', () => {
  expect(createCosts().expected(1)).toBe(Number.POSITIVE_INFINITY);
});

it('costs hold for zooms nearby, and not for far ones', () => {
  const costs = createCosts();
  costs.learn(1, 20);
  expect(costs.expected(1.9)).toBe(20);
  expect(costs.expected(0.25)).toBe(Number.POSITIVE_INFINITY);
});

it('a faster picture is believed at once, a slower one only in part', () => {
  const costs = createCosts();
  costs.learn(1, 20);
  costs.learn(1, 120);
  expect(costs.expected(1)).toBeCloseTo(50);
  costs.learn(1, 10);
  expect(costs.expected(1)).toBe(10);
});
