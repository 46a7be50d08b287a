import { expect, onTestFinished, test, vi } from 'vitest';
import { PORTION, Portions } from './portions.ts';

test('a list that arrives in pieces is the same list, also where a text or an inner list looks like its border', () => {
  const tricky = { text: ']},{"id":"x"}', annotations: [{ id: 'a', inner: [] }, { id: 'b' }] };
  const list = Array.from({ length: 3000 }, (_, at) => ({ id: `${at}`, filler: 'x'.repeat(400), ...tricky }));
  const text = JSON.stringify(list);
  const portions = new Portions<object>(['},{"id":"']);
  const found: object[] = [];
  let early = 0;
  for (let at = 0; at < text.length; at += 10_000) found.push(...portions.add(text.slice(at, at + 10_000)));
  early = found.length;
  found.push(...portions.end());
  expect(text.length).toBeGreaterThan(2 * PORTION);
  expect(early).toBeGreaterThan(1000);
  expect(found).toEqual(list);
});

test('an empty list has no portions, and half a list is an error', () => {
  const empty = new Portions(['},{"id":"']);
  expect([empty.add('[]'), empty.end()]).toEqual([[], []]);
  const half = new Portions(['},{"id":"']);
  half.add('[{"id":');
  expect(() => half.end()).toThrow(SyntaxError);
});

test('one long element that holds what looks like the border is read a few times only', () => {
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => void parse.mockRestore());
  const inner = Array.from({ length: 40_000 }, (_, at) => ({ id: `${at}`, points: ['x'.repeat(200)] }));
  const text = JSON.stringify([
    { id: 'a', annotations: inner },
    { id: 'b', annotations: [] },
  ]);
  const portions = new Portions<object>(['},{"id":"']);
  const found: object[] = [];
  for (let at = 0; at < text.length; at += 65_536) found.push(...portions.add(text.slice(at, at + 65_536)));
  found.push(...portions.end());
  expect(text.length).toBeGreaterThan(16 * PORTION);
  expect(parse.mock.calls.length).toBeLessThan(8);
  expect(found).toHaveLength(2);
});

test('elements of two sorts are told apart where one follows the other, and where only one sort is left', () => {
  const widgets = Array.from({ length: 2000 }, (_, at) => ({ id: `${at}`, text: '},{', filler: 'x'.repeat(400) }));
  const strokes = Array.from({ length: 2000 }, (_, at) => ({ widget_type: 'Annotation', id: `${at}`, points: 'x'.repeat(400) }));
  const text = JSON.stringify([...widgets, ...strokes]);
  const portions = new Portions<object>(['},{"id":"', '},{"widget_type":"Annotation",']);
  const found: object[] = [];
  const counts: number[] = [];
  for (let at = 0; at < text.length; at += 65_536) {
    found.push(...portions.add(text.slice(at, at + 65_536)));
    counts.push(found.length);
  }
  found.push(...portions.end());
  expect(found).toEqual([...widgets, ...strokes]);
  expect(counts.filter((count) => count > widgets.length).length).toBeGreaterThan(0);
});
