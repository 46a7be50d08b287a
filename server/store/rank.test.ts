import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Rank } from './rank.ts';

const record = fc.constantFrom('a', 'b', 'c', 'd');
const number = fc.integer({ min: 0, max: 4 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ record, number }) },
  { weight: 1, arbitrary: fc.record({ record, number: fc.constant(undefined) }) },
);

test('the highest number is that of a plain search, whatever was added, moved and removed', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const rank = new Rank();
      const model = new Map<string, number>();
      for (const one of steps) {
        apply(rank, model, one);
        expect(rank.size).toBe(model.size);
        expect(rank.highest()).toBe(highest(model));
        for (const except of ['a', 'b', 'e']) expect(rank.highest(except)).toBe(highest(model, except));
      }
    }),
  );
});

test('a record that is moved for ever, and one that alternates, do not make questions slow or deep', () => {
  const rank = new Rank();
  for (let at = 0; at < 20_000; at++) rank.add(`r${at}`, 0);
  for (let at = 0; at < 15_000; at++) rank.move('r7', 1 + (at % 2));
  expect(rank.highest()).toBe(2);
  expect(rank.highest('r7')).toBe(0);
});

function apply(rank: Rank, model: Map<string, number>, { record, number }: { record: string; number: number | undefined }): void {
  if (number === undefined) {
    if (model.delete(record)) rank.remove(record);
  } else {
    if (!model.has(record)) rank.add(record, number);
    else if (model.get(record) !== number) rank.move(record, number);
    model.set(record, number);
  }
}

function highest(model: ReadonlyMap<string, number>, except?: string): number | undefined {
  const numbers = [...model].filter(([record]) => record !== except).map(([, number]) => number);
  return numbers.length > 0 ? Math.max(...numbers) : undefined;
}
