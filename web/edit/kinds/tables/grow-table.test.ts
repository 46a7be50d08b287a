import { describe, expect, it } from 'vitest';
import { cellId } from '../../../../model/widgets/table-cell.ts';
import { connector, textBoard } from '../../../../test/kit/text-board.ts';
import type { Item } from '../../../live/board.ts';
import type { Table } from './cells.ts';
import { growTable } from './grow-table.ts';
import { mayGrow } from './may-grow.ts';

const old = '00000000-0000-4000-8000-00000000a000';
const made = '11111111-1111-4111-8111-11111111b000';
const cell = cellId(old, { column: 1, row: 0 });

function canvas() {
  const table = {
    grid_size: { columns: 2, rows: 1 },
    size: { width: 600, height: 200 },
    location: { x: 5, y: 6 },
    title: 'Plan',
    scale: 1,
    pinned: false,
  };
  const board = textBoard(
    { id: old, is: 'Table', box: [5, 6, 600, 200], ...table },
    { id: cell, is: 'TableCell', parent_id: old, column: 1, row: 0, box: [305, 6, 300, 200], location: {} },
    { id: 'note', parent_id: cell, box: [317, 14, 276, 184], location: {} },
    { id: 'beside', box: [2000, 0] },
  );
  board.put(connector('line', cell, 'beside'), connector('loose', 'beside', 'beside'));
  return { board, item: board.item(old) as Item<Table> };
}

describe('a table with one more row', () => {
  it('comes in the place of the old one, and everything moves over before that goes', () => {
    const { board, item } = canvas();
    const { edit, id } = growTable(board, item, 'row', () => made);
    const into = cellId(made, { column: 1, row: 0 });
    expect(id).toBe(made);
    expect(edit.operations).toEqual([
      {
        op: 'create',
        id: made,
        type: 'Table',
        body: {
          title: 'Plan',
          grid_size: { columns: 2, rows: 2 },
          size: { width: 600, height: 400 },
          location: { x: 5, y: 6 },
          scale: 1,
          pinned: false,
          depth: { above: old },
        },
      },
      { op: 'update', id: 'note', body: { parent_id: into } },
      { op: 'update', id: 'line', body: { src: { id: into, auto_location: true, rel_location: { x: 0.5, y: 0.5 } } } },
      { op: 'delete', id: old },
    ]);
  });

  it('with one more column, each column is as wide as before', () => {
    const { board, item } = canvas();
    const { edit } = growTable(board, item, 'column', () => made);
    expect(edit.operations[0]).toMatchObject({ body: { grid_size: { columns: 3, rows: 1 }, size: { width: 900, height: 200 } } });
  });

  it('takes its strokes along', () => {
    const { board, item } = canvas();
    const stroke = { id: 's', points: 'AAAA', line_color: '#ff0000ff', depth: 3 };
    const drawn = { ...item, strokes: [stroke] } as unknown as Item<Table>;
    const items = () => board.items().map((one) => (one.id === old ? drawn : one));
    const { edit } = growTable({ items }, drawn, 'row', () => made);
    const { points, line_color, depth } = stroke;
    expect(edit.operations).toContainEqual({
      op: 'create',
      id: made,
      type: 'Annotation',
      widget_id: made,
      body: { points, line_color, depth },
    });
  });

  it('has at most 100 of them', () => {
    const { widget } = canvas().item;
    expect(mayGrow(widget, 'row')).toBe(true);
    expect(mayGrow({ ...widget, grid_size: { columns: 2, rows: 100 } }, 'row')).toBe(false);
    expect(mayGrow({ ...widget, grid_size: { columns: 2, rows: 100 } }, 'column')).toBe(true);
  });
});
