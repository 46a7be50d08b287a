import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { TakenNumbers } from './taken-numbers.ts';

/** Small ones, which make full words, and some from everywhere. */
const number = fc.oneof(
  { weight: 8, arbitrary: fc.nat({ max: 70 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1020, max: 1030 }) },
  { weight: 1, arbitrary: fc.nat({ max: 2 ** 30 - 1 }) },
);

test('the lowest free number is that of a plain search, whatever was taken and given back, once or twice', () => {
  const steps = fc.array(fc.record({ isTaken: fc.boolean(), number, from: number }), { maxLength: 400, size: 'max' });
  fc.assert(
    fc.property(steps, (steps) => {
      const numbers = new TakenNumbers();
      const model: number[] = [];
      for (let at = 0; at < 64; at++) take(numbers, model, at);
      for (const { isTaken, number, from } of steps) {
        if (isTaken) take(numbers, model, number);
        else if (model.includes(number)) {
          model.splice(model.indexOf(number), 1);
          numbers.remove(number);
        }
        for (const one of [0, from]) expect(numbers.lowest(one)).toBe(lowest(model, one));
      }
    }),
  );
});

test('is found in a dozen look-ups, however many numbers are taken', () => {
  const numbers = new TakenNumbers();
  for (let at = 0; at < 100_000; at++) numbers.add(at);
  const look = vi.spyOn(Map.prototype, 'get');
  const found = [numbers.lowest(0), numbers.lowest(99_999), numbers.lowest(31)];
  const looks = look.mock.calls.length;
  look.mockRestore();
  expect(found).toEqual([100_000, 100_000, 100_000]);
  expect(looks).toBeLessThanOrEqual(3 * 12);
});

test('the last numbers of the range may be taken', () => {
  const numbers = new TakenNumbers();
  for (let at = 2 ** 30 - 40; at < 2 ** 30; at++) numbers.add(at);
  expect(numbers.lowest(2 ** 30 - 40)).toBe(2 ** 30);
  numbers.remove(2 ** 30 - 1);
  expect(numbers.lowest(2 ** 30 - 40)).toBe(2 ** 30 - 1);
});

function take(numbers: TakenNumbers, model: number[], number: number): void {
  model.push(number);
  numbers.add(number);
}

function lowest(model: readonly number[], from: number): number {
  const taken = new Set(model);
  let free = from;
  while (taken.has(free)) free++;
  return free;
}
