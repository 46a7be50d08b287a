import { expect, it } from 'vitest';
import { PageBoard, scattered } from '../../test/kit/page-board.ts';
import { looks as english } from '../../texts/en/looks.ts';
import type { Item } from '../live/board.ts';
import { createLooks, farOfShapes } from './looked.ts';

it('from afar, notes and images have what their looks begin with', () => {
  const board = scattered(60);
  const looks = createLooks(board, english);
  for (const item of board.items()) {
    if (item.widget.widget_type === 'Connector') continue;
    expect(looks.farOf(item)).toEqual(farOfShapes(looks.shapesOf(item)));
  }
});

it('a text in the first row of a table is the head of a column', () => {
  const box = { x: 0, y: 0, width: 300, height: 100 };
  const item = (id: string, widget: object) =>
    ({ id, box, reach: box, zoom: 1, order: 1, strokes: [], widget: { id, ...widget } }) as unknown as Item;
  const cell = (id: string, row: number) => item(id, { widget_type: 'TableCell', row });
  const size = { width: 300, height: 100 };
  const text = (id: string, parent_id: string) =>
    item(id, { widget_type: 'Note', parent_id, size, title: 'To do', text: '', background_color: '#00000000' });
  const board = new PageBoard({ width: 1000, height: 1000 }, [
    cell('top', 0),
    cell('low', 1),
    text('a', 'top'),
    text('b', 'low'),
  ]);
  const looks = createLooks(board, english);
  expect(['a', 'b'].map((id) => looks.shapesOf(board.item(id)!))).toMatchObject([[{ weight: 600 }], [{ weight: 700 }]]);
});
