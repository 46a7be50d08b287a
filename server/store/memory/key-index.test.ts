import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyIndex } from './key-index.ts';

const step = fc.record({ adds: fc.boolean(), key: fc.constantFrom('k', 'l'), record: fc.constantFrom('a', 'b', 'c') });

test('holds what a map of sets holds', () => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const index = new KeyIndex();
      const model = new Map([
        ['k', new Set<string>()],
        ['l', new Set<string>()],
      ]);
      for (const { adds, key, record } of steps) {
        if (adds) {
          index.add(key, record);
          model.get(key)!.add(record);
        } else {
          index.remove(key, record);
          model.get(key)!.delete(record);
        }
      }
      for (const [key, records] of model) expect([...index.get(key)].sort()).toEqual([...records].sort());
    }),
  );
});
