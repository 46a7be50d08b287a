import { expect, test } from 'vitest';
import { finish, MemoryWriter } from '../test/kit/memory-writer.ts';
import { editable, readonly } from './field.ts';
import { Refusal, refuse } from './refusal.ts';
import { defineResource } from './resource.ts';
import { Int, Text } from './types.ts';
import { insertRecord, updateRecord } from './writing.ts';

const fields = { id: readonly(Text(), ''), size: editable(Int(), 0) };
const refusing = (hook: 'prepare' | 'check') =>
  defineResource({
    name: 'Parcel',
    fields,
    hooks: {
      [hook]() {
        throw refuse.conflict('too heavy');
      },
    },
  });

test.each([
  ['prepare', 'is a fault, which is no refusal', false],
  ['check', 'is one', true],
] as const)('a refusal from %s %s, of creates and changes, and nothing is written', (hook, _, isRefusal) => {
  const Parcel = refusing(hook);
  const writer = new MemoryWriter();
  const parcel = { id: 'a', size: 1 };
  for (const work of [insertRecord(Parcel, parcel, [], writer), updateRecord(Parcel, parcel, parcel, [], writer)]) {
    let thrown: unknown;
    try {
      finish(work);
    } catch (cause) {
      thrown = cause;
    }
    expect(thrown).toBeInstanceOf(Error);
    expect(thrown instanceof Refusal).toBe(isRefusal);
  }
  expect(writer.writes).toEqual([]);
});

test('an index that the definition does not have does not compile', () => {
  const Parcel = defineResource({
    name: 'Parcel',
    fields,
    indexes: { sizes: ({ size }) => String(size) },
    numbers: { heaviest: ({ size }) => ['all', size] },
    // @ts-expect-error: no such index
    cascades: { colours: 1 },
  });
  const writer = new MemoryWriter();
  writer.insert(Parcel, { id: 'a', size: 1 });
  expect([writer.by(Parcel, 'sizes', '1'), writer.highest(Parcel, 'heaviest', 'all')]).toEqual([[{ id: 'a', size: 1 }], 1]);
  // @ts-expect-error: no such index
  expect(writer.by(Parcel, 'colours', '1')).toEqual([]);
  // @ts-expect-error: no such number index
  expect(writer.highest(Parcel, 'lightest', 'all')).toBeUndefined();
});

test('hooks that must not change a record get one that they cannot assign to', () => {
  const { hooks } = defineResource({
    name: 'Parcel',
    fields,
    hooks: {
      prepare(next) {
        next.size = 2;
      },
      check(next, { previous }) {
        // @ts-expect-error: may refuse, must not change
        next.size = 3;
        // @ts-expect-error: the stored record must not change
        if (previous) previous.size = 3;
      },
    },
  });
  expect(Object.keys(hooks)).toEqual(['prepare', 'check']);
});
