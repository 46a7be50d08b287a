import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Kind } from '../../../model/resource.ts';
import type { Version } from '../store.ts';
import { PagedList } from './paged-list.ts';

const kind = {} as Kind;
const version = (ordinal: number, shown = `"${ordinal}"`, key = `r${ordinal}`): Version => ({
  key,
  kind,
  ordinal,
  shown,
  hidden: null,
});
const textOf = (list: PagedList): string => list.pages().map(String).join(',');
const modelText = (model: ReadonlyMap<number, string>): string =>
  [...model]
    .sort(([a], [b]) => a - b)
    .map(([, text]) => text)
    .join(',');

/** Runs of ordinals, so that pages fill, split and empty. */
const step = fc.record({
  puts: fc.boolean(),
  from: fc.integer({ min: 0, max: 1500 }),
  count: fc.integer({ min: 1, max: 400 }),
  every: fc.integer({ min: 1, max: 3 }),
  text: fc.constantFrom('"x"', '"y"'),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function apply(list: PagedList, model: Map<number, string>, { puts, from, count, every, text }: Step): void {
  for (let at = 0; at < count; at++) {
    const ordinal = from + at * every;
    if (puts) list.put(version(ordinal, text));
    else list.remove(version(ordinal));
    if (puts) model.set(ordinal, text);
    else model.delete(ordinal);
  }
}

function agrees(list: PagedList, model: ReadonlyMap<number, string>): void {
  expect(list.size).toBe(model.size);
  expect(textOf(list)).toBe(modelText(model));
  expect([...list.versions()].map(({ ordinal }) => ordinal)).toEqual([...model.keys()].sort((a, b) => a - b));
}

describe('a list', () => {
  test('is in creation order, whatever was put and removed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const list = new PagedList();
        const model = new Map<number, string>();
        for (const one of steps) {
          apply(list, model, one);
          agrees(list, model);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('and its copy are changed apart until the list becomes the copy', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), fc.array(step, { maxLength: 6 }), (before, after) => {
        const list = new PagedList();
        const model = new Map<number, string>();
        for (const one of before) apply(list, model, one);
        const copy = list.copy();
        const copied = new Map(model);
        for (const one of after) apply(copy, copied, one);
        agrees(list, model);
        agrees(copy, copied);
        list.become(copy);
        for (const one of before) apply(list, copied, one);
        agrees(list, copied);
      }),
      { numRuns: 40 },
    );
  });

  test('keeps the bytes of pages that a change does not touch', () => {
    const list = new PagedList();
    for (let ordinal = 0; ordinal < 1000; ordinal++) list.put(version(ordinal));
    const before = list.pages();
    list.put(version(300, '"new"'));
    const after = list.pages();
    expect(after.length).toBe(before.length);
    expect(after.filter((page, at) => page !== before[at])).toHaveLength(1);
  });

  test('does not remove a record that stands at the ordinal of another', () => {
    const list = new PagedList();
    list.put(version(1, '"old"', 'old'));
    list.put(version(1, '"new"', 'new'));
    list.remove(version(1, '"old"', 'old'));
    expect([list.size, textOf(list)]).toEqual([1, '"new"']);
  });
});
