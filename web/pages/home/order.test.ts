import { expect, test } from 'vitest';
import { ago } from './cards/ago.ts';
import { arrowTo } from './cards/arrows.ts';
import { extended, nothing, remaining, toggled } from './cards/selection.ts';
import type { ListedCanvas, ListedFolder } from './listed.ts';
import { calmly, comparerOf, ordered } from './order.ts';
import { matcherOf, piecesOf } from './search.ts';

const canvas = (name: string, modified_at: string) => ({ id: name, name, modified_at }) as ListedCanvas;
const names = (some: readonly { readonly name: string }[]) => some.map(({ name }) => name);
const compare = comparerOf('en');

test('names are ordered as people do, with numbers by their size', () => {
  const canvases = ['Plan 10', 'plan 2', 'Élan', 'Zoo'].map((name) => canvas(name, ''));
  expect(names(ordered({ folders: [], canvases }, 'name', compare).canvases)).toEqual(['Élan', 'plan 2', 'Plan 10', 'Zoo']);
});

test('what was changed last comes first; folders stay by name', () => {
  const canvases = [canvas('old', '2026-01-01'), canvas('new', '2026-02-01')];
  const folders = [{ name: 'b' }, { name: 'a' }] as ListedFolder[];
  const { canvases: sorted, folders: byName } = ordered({ folders, canvases }, 'changed', compare);
  expect([names(sorted), names(byName)]).toEqual([
    ['new', 'old'],
    ['a', 'b'],
  ]);
});

test('a list keeps its order while the same things are in it', () => {
  const fresh = [canvas('b', ''), canvas('a', '')];
  expect(names(calmly(fresh, ['a', 'b']))).toEqual(['a', 'b']);
  expect(calmly(fresh, ['a', 'c'])).toBe(fresh);
  expect(calmly(fresh, ['a'])).toBe(fresh);
});

test('a search finds all its words in any order, whatever case and accents', () => {
  expect(matcherOf('MULL zoe')('Zoë Müller')).toBe(true);
  expect(matcherOf('zoe x')('Zoë Müller')).toBe(false);
  expect(matcherOf('  ')('anything')).toBe(true);
});

test('what was found is marked, also where a letter has an accent of its own', () => {
  expect(piecesOf('Zoë Müller', 'mu')).toEqual([
    { text: 'Zoë ', hit: false },
    { text: 'Mü', hit: true },
    { text: 'ller', hit: false },
  ]);
  expect(piecesOf('a\u0308b', 'ab')).toEqual([{ text: 'a\u0308b', hit: true }]);
});

test('a time is told in the largest unit that fits, and the future is now', () => {
  const now = Date.parse('2026-06-15T12:00:00Z');
  const told = (time: string) => ago(time, now, 'en');
  expect(told('2026-06-15T12:03:00Z')).toBe('now');
  expect(told('2026-06-15T11:57:10Z')).toBe('2 minutes ago');
  expect(told('2026-06-14T11:00:00Z')).toBe('yesterday');
  expect(told('2026-05-20T12:00:00Z')).toBe('3 weeks ago');
  expect(told('2024-01-01T00:00:00Z')).toBe('2 years ago');
});

test('Shift takes everything from the last one that was chosen', () => {
  const order = ['a', 'b', 'c', 'd'];
  const one = toggled(nothing, 'c');
  expect([...extended(one, 'a', order).ids]).toEqual(['c', 'a', 'b']);
  expect([...extended(nothing, 'b', order).ids]).toEqual(['b']);
});

test('what is gone is selected no more', () => {
  const both = toggled(toggled(nothing, 'a'), 'b');
  expect([...remaining(both, (id) => id === 'b').ids]).toEqual(['b']);
  expect(remaining(both, () => true)).toBe(both);
});

const rows = [
  { left: 0, top: 0 },
  { left: 100, top: 0 },
  { left: 200, top: 0 },
  { left: 0, top: 80 },
  { left: 100, top: 80 },
];

test('arrows go along a row and to the nearest in the next one', () => {
  expect([arrowTo(rows, 0, 'ArrowRight'), arrowTo(rows, 0, 'ArrowLeft'), arrowTo(rows, 0, 'ArrowRight', true)]).toEqual([
    1,
    undefined,
    undefined,
  ]);
  expect([arrowTo(rows, 2, 'ArrowDown'), arrowTo(rows, 3, 'ArrowUp'), arrowTo(rows, 4, 'ArrowDown')]).toEqual([4, 0, undefined]);
  expect([arrowTo(rows, 2, 'Home'), arrowTo(rows, 2, 'End'), arrowTo(rows, 2, 'x')]).toEqual([0, 4, undefined]);
});
