import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NumberIndex } from './number-index.ts';

const record = fc.constantFrom('a', 'b', 'c', 'd');
const number = fc.integer({ min: 0, max: 4 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ record, number }) },
  { weight: 1, arbitrary: fc.record({ record, number: fc.constant(undefined) }) },
);

test('the highest and the lowest free number are those of a plain search, whatever was added, moved and removed', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), fc.nat({ max: 300 }), (steps, asked) => {
      const index = new NumberIndex();
      const model = new Map<string, number>();
      for (const [at, one] of steps.entries()) {
        apply(index, model, one);
        // The index is made at the first question, and kept up to date from then on
        if (at >= asked) for (const from of [0, 2]) expect(index.lowestFree(from)).toBe(lowestFree(model, from));
        expect(index.size).toBe(model.size);
        expect(index.highest()).toBe(highest(model));
        if (at >= asked) for (const one of [0, 1, 2, 4]) expectNeighbours(index, model, one);
        expect([...index.entries()].sort()).toEqual([...model].sort());
        for (const except of ['a', 'b', 'e']) expect(index.highest(except)).toBe(highest(model, except));
      }
    }),
  );
});

test('a record that is moved for ever, and one that alternates, do not make questions slow or deep', () => {
  const index = new NumberIndex();
  for (let at = 0; at < 20_000; at++) index.add(`r${at}`, 0);
  for (let at = 0; at < 15_000; at++) index.move('r7', 1 + (at % 2), at === 0 ? 0 : 2 - (at % 2));
  expect(index.highest()).toBe(2);
  expect(index.highest('r7')).toBe(0);
});

function apply(
  index: NumberIndex,
  model: Map<string, number>,
  { record, number }: { record: string; number: number | undefined },
): void {
  if (number === undefined) {
    const before = model.get(record);
    if (model.delete(record)) index.remove(record, before!);
  } else {
    if (!model.has(record)) index.add(record, number);
    else if (model.get(record) !== number) index.move(record, number, model.get(record)!);
    model.set(record, number);
  }
}

function expectNeighbours(index: NumberIndex, model: ReadonlyMap<string, number>, number: number): void {
  for (const without of [undefined, ...model.keys()]) {
    const numbers = [...model].filter(([record]) => record !== without).map(([, one]) => one);
    const lower = Math.max(...numbers.filter((one) => one < number));
    const higher = Math.min(...numbers.filter((one) => one > number));
    expect(index.neighbours(number, without === undefined ? undefined : model.get(without))).toEqual({
      lower: Number.isFinite(lower) ? lower : undefined,
      higher: Number.isFinite(higher) ? higher : undefined,
      same: numbers.filter((one) => one === number).length,
    });
  }
}

function highest(model: ReadonlyMap<string, number>, except?: string): number | undefined {
  const numbers = [...model].filter(([record]) => record !== except).map(([, number]) => number);
  return numbers.length > 0 ? Math.max(...numbers) : undefined;
}

function lowestFree(model: ReadonlyMap<string, number>, from: number): number {
  const taken = new Set(model.values());
  let free = from;
  while (taken.has(free)) free++;
  return free;
}
