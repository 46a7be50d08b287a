import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish } from '../../../test/kit/memory-writer.ts';
import { sortedInSteps } from './sorted-in-steps.ts';

const byNumber = (a: readonly [number, number], b: readonly [number, number]): number => a[0] - b[0];

test('what is sorted in steps is in the order of a plain sort, equal elements as they were', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 50 }), { maxLength: 5000, size: 'max' }), (numbers) => {
      const all = numbers.map((number, at) => [number, at] as const);
      expect(finish(sortedInSteps(all, byNumber))).toEqual(all.toSorted(byNumber));
    }),
    { numRuns: 20 },
  );
});

test('many elements take many short steps', () => {
  const all = Array.from({ length: 20_000 }, (_, at) => [20_000 - at, at] as const);
  const steps = [...sortedInSteps(all, byNumber)].length;
  expect(steps).toBeGreaterThan(100);
});
