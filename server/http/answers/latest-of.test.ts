import { expect, test } from 'vitest';
import { LatestOf } from './latest-of.ts';

test('the latest are kept, and those that are asked for', () => {
  const latest = new LatestOf<object, number>(2);
  const keys = [0, 1, 2, 3, 4].map((number) => ({ number }));
  const [used, other] = keys as [object, object];
  for (const [at, key] of keys.entries()) {
    latest.set(key, at);
    expect(latest.get(used)).toBe(0);
  }
  expect([latest.get(other), latest.get(keys[4]!)]).toEqual([undefined, 4]);
});
