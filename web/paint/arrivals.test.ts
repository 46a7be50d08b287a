import { expect, it } from 'vitest';
import { Arrivals } from './arrivals.ts';

const boxes = (count: number) => Array.from({ length: count }, (_, x) => ({ x, y: 0, width: 1, height: 1 }));

it('pictures in few places are painted at once', () => {
  const arrivals = new Arrivals();
  arrivals.add(boxes(16), 0);
  expect([arrivals.take(0, true).length, arrivals.wait]).toEqual([16, false]);
});

it('pictures in many places wait for those that are on their way, for 150 ms at most', () => {
  const arrivals = new Arrivals();
  arrivals.add(boxes(100), 0);
  arrivals.add(boxes(100), 100);
  expect([arrivals.take(149, true).length, arrivals.wait]).toEqual([0, true]);
  expect(arrivals.take(150, true).length).toBe(200);
  arrivals.add(boxes(100), 200);
  expect(arrivals.take(201, false).length).toBe(100);
});
