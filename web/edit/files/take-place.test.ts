import { describe, expect, test } from 'vitest';
import type { Item } from '../../live/board.ts';
import { takePlace } from './take-place.ts';

const stroke = { id: 's', points: 'AAAA', line_color: '#000000ff', depth: 2 };
const items = [
  { id: 'old', widget: { id: 'old', widget_type: 'Image', parent_id: 'root', location: {} }, strokes: [stroke] },
  { id: 'on', widget: { id: 'on', widget_type: 'Note', parent_id: 'old', location: {} }, strokes: [] },
  { id: 'beside', widget: { id: 'beside', widget_type: 'Note', parent_id: 'root', location: {} }, strokes: [] },
  { id: 'line', widget: { id: 'line', widget_type: 'Connector', src: { id: 'old' }, dst: { id: 'beside' } }, strokes: [] },
] as unknown as Item[];
const board = { items: () => items, item: (id: string) => items.find((one) => one.id === id) };

describe('a file in the place of another', () => {
  test('gets what lies on that, connectors at it and strokes, and that is deleted last', () => {
    expect(takePlace(board, 'old', 'new', () => 'made')?.operations).toEqual([
      { op: 'update', id: 'on', body: { parent_id: 'new' } },
      { op: 'update', id: 'line', body: { src: { id: 'new' } } },
      {
        op: 'create',
        id: 'made',
        type: 'Annotation',
        widget_id: 'new',
        body: { points: 'AAAA', line_color: '#000000ff', depth: 2 },
      },
      { op: 'delete', id: 'old' },
    ]);
  });

  test('of one that is gone does nothing', () => {
    expect(takePlace(board, 'gone', 'new')).toBeUndefined();
  });
});
