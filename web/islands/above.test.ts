import { describe, expect, it } from 'vitest';
import { measure } from '../../model/looks/measure.ts';
import { looks as phrases } from '../../texts/en/looks.ts';
import type { Item, Stroke } from '../live/board.ts';
import { type Above, createAbove } from './above.ts';

let order = 0;
function item(widget_type: string, x: number, fields: object, more: Partial<Item> = {}): Item {
  const widget = {
    id: `${++order}`,
    widget_type,
    title: '',
    location: { x, y: 0 },
    size: { width: 100, height: 100 },
    ...fields,
  };
  const box = { x, y: 0, width: 100, height: 100 };
  return { id: widget.id, widget, box, zoom: 1, order, strokes: [], ...more } as unknown as Item;
}
const note = (x: number, background_color: string): Item =>
  item('Note', x, { text: 'a', background_color, text_color: '#000000ff' });
const anchor = (): Item => item('Anchor', 0, { anchor_name: 'Stage', anchor_index: 1 });
const page = (): Item => item('Browser', 0, { url: 'https://example.org', transparent_mode: false });
const stroke = {
  id: 's',
  points: btoa('\0'.repeat(72)),
  line_color: '#ff0000ff',
  depth: 0,
  page: undefined,
} as unknown as Stroke;

function above(one: Item, others: readonly Item[], seesThrough = false): Above {
  const board = { item: () => undefined, itemsIn: () => [one, ...others].sort((a, b) => a.order - b.order) };
  return createAbove(board)(one, { measure, phrases, ground: { colour: '#ffffffff', isDark: false } }, seesThrough);
}

describe('above an element', () => {
  it('is a hole for everything that hides it, and nothing for what lies below', () => {
    const below = note(0, '#ffd966ff');
    const one = page();
    const over = note(50, '#ffd966ff');
    const { holes, marks } = above(one, [below, over]);
    expect(holes).toEqual([over.box]);
    // But for its shadow, which falls on the element
    expect(marks.map(({ left, shapes }) => [left, shapes.map(({ kind }) => kind)])).toEqual([[50, ['shade']]]);
  });

  it('frames and see-through notes are painted, because one sees the element through them', () => {
    const one = page();
    const frame = anchor();
    const glass = note(50, '#ffd96680');
    const { holes, marks } = above(one, [frame, glass]);
    expect(holes).toEqual([]);
    expect(marks.map(({ left }) => left)).toEqual([0, 50]);
  });

  it('a see-through note is a hole in a see-through element, or it would be seen twice', () => {
    const one = page();
    const frame = anchor();
    const glass = note(50, '#ffd96680');
    const { holes, marks } = above(one, [frame, glass], true);
    expect(holes).toEqual([glass.box]);
    expect(marks).toHaveLength(1);
  });

  it('names of frames below it are seen, or they would be hidden behind it', () => {
    const frame = anchor();
    const one = page();
    const { holes, marks } = above(one, [frame]);
    expect([holes, marks.map(({ shapes }) => shapes.map(({ kind }) => kind))]).toEqual([[], [['caption']]]);
    expect(above(one, [frame], true).marks).toEqual([]);
  });

  it('its own strokes come first', () => {
    const one = { ...page(), strokes: [stroke] };
    const { marks } = above(one, [anchor()]);
    expect(marks[0]!.shapes).toMatchObject([{ kind: 'line', colour: '#ff0000ff' }]);
    expect(marks).toHaveLength(2);
  });

  it('the largest are holes when there are too many, and the others are painted', () => {
    const one = page();
    const many = Array.from({ length: 70 }, () => note(0, '#ffd966ff'));
    const large = { ...note(0, '#ffd966ff'), box: { x: 0, y: 0, width: 500, height: 500 } };
    const { holes, marks } = above(one, [...many, large]);
    expect(holes).toHaveLength(64);
    expect(holes).toContain(large.box);
    // The marks are the shadows of the holes
    expect(marks.filter(({ shapes }) => shapes.some(({ kind }) => kind !== 'shade'))).toHaveLength(71 - 64);
  });
});
