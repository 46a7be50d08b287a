import { expect, test } from 'vitest';
import type { Item } from '../../live/board.ts';
import { dividedLines } from './lifted-items.ts';

const box = { x: 0, y: 0, width: 1, height: 1 };
const item = (id: string, widget: object): Item => ({ id, widget, box, reach: box, zoom: 1, order: 0, strokes: [] }) as never;
const line = (from: string, to: string): Item =>
  item(`${from}-${to}`, { widget_type: 'Connector', src: { id: from }, dst: { id: to } });

const held = ['a', 'b', 'c'].map((id) => item(id, { widget_type: 'Note', location: { x: 0, y: 0 } }));
const lines = [line('a', 'b'), line('b', 'x'), line('y', 'c'), line('x', 'y')];
const idsOf = (items: readonly Item[]): string[] => items.map(({ id }) => id);

test('connectors within what is held move along; those that leave it are painted in each frame, and others stay', () => {
  const { inner, leaving } = dividedLines(held, lines, false);
  expect([idsOf(inner), idsOf(leaving)]).toEqual([['a-b'], ['b-x', 'y-c']]);
});

test('while sizes change, no connector at what is held keeps its shape', () => {
  const { inner, leaving } = dividedLines(held, lines, true);
  expect([idsOf(inner), idsOf(leaving)]).toEqual([[], ['a-b', 'b-x', 'y-c']]);
});
