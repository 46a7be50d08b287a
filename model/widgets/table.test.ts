import { expect, it } from 'vitest';
import { MemoryCanvas } from '../../test/kit/memory-canvas.ts';
import { Note } from './note.ts';
import { Table } from './table.ts';
import { cellId, TableCell } from './table-cell.ts';

it('is 2 x 2 cells of 300 x 200 unless told otherwise', () => {
  const table = new MemoryCanvas().create(Table);
  expect(table).toMatchObject({
    grid_size: { columns: 2, rows: 2 },
    size: { width: 600, height: 400 },
    column_widths: [300, 300],
    row_heights: [200, 200],
  });
});

it('takes what was sent of its grid and its size', () => {
  const table = new MemoryCanvas().create(Table, { grid_size: { columns: 3 }, size: { height: 90 } });
  expect(table).toMatchObject({ grid_size: { columns: 3, rows: 2 }, size: { width: 900, height: 90 }, row_heights: [45, 45] });
});

it('is centred with the size that its grid gives', () => {
  expect(new MemoryCanvas().create(Table, { grid_size: { columns: 4, rows: 1 } }).location).toEqual({ x: 4200, y: 2600 });
});

it('makes its cells row by row, placed by the grid', () => {
  const canvas = new MemoryCanvas();
  const table = canvas.create(Table, { grid_size: { columns: 3, rows: 2 }, depth: 7, scale: 2, pinned: true });
  const cells = canvas.writer.all(TableCell);
  expect(cells.map(({ row, column }) => [row, column])).toEqual([
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 0],
    [1, 1],
    [1, 2],
  ]);
  expect(cells[5]).toEqual({
    id: cellId(table.id, { column: 2, row: 1 }),
    widget_type: 'TableCell',
    state: 'normal',
    parent_id: table.id,
    location: { x: 600, y: 200 },
    size: { width: 300, height: 200 },
    depth: 1,
    scale: 1,
    pinned: false,
    column: 2,
    row: 1,
  });
});

it('moves its cells, and not what stands in them, when its size changes', () => {
  const canvas = new MemoryCanvas();
  const table = canvas.create(Table);
  const cell = canvas.writer.all(TableCell)[3]!;
  const note = canvas.create(Note, { parent_id: cell.id });
  const written = canvas.written(() => canvas.patch(Table, table, { size: { width: 1000 } }));
  expect(written).toHaveLength(5);
  expect(canvas.get(TableCell, cell.id)).toMatchObject({ location: { x: 500, y: 200 }, size: { width: 500, height: 200 } });
  expect(canvas.get(Note, note.id)).toEqual(note);
});

it('leaves its cells alone when anything else changes', () => {
  const canvas = new MemoryCanvas();
  const table = canvas.create(Table);
  const body = { location: { x: 0, y: 0 }, scale: 3, depth: 4, pinned: true, title: 'x', size: { width: 600 } };
  expect(canvas.written(() => canvas.patch(Table, table, body))).toEqual([`update ${table.id}`]);
});

it('ignores grid_size in a PATCH, whatever it is', () => {
  const canvas = new MemoryCanvas();
  const table = canvas.create(Table);
  expect(canvas.patch(Table, table, { grid_size: { columns: 0 } })).toEqual(table);
  expect(canvas.patch(Table, table, { grid_size: 'x' })).toEqual(table);
});

it.each([{ columns: 0 }, { rows: 101 }, { columns: 1.5 }, { rows: '2' }, 'x', []])('grid_size %j is refused', (grid_size) => {
  const canvas = new MemoryCanvas();
  expect(canvas.refusal(() => canvas.create(Table, { grid_size }))).toMatch(/^400 grid_size/);
});

it('is refused so small that a cell might have no size, on create and in a PATCH', () => {
  const canvas = new MemoryCanvas();
  const grid_size = { columns: 100, rows: 3 };
  const refused = (size: object): string => canvas.refusal(() => canvas.create(Table, { grid_size, size }));
  expect(refused({ width: 5e-324 })).toBe('400 size.width must be at least 0.000001');
  expect(refused({ height: 1e-7 })).toBe('400 size.height must be at least 0.000001');
  expect(refused({ height: 0 })).toBe('400 size.height must be greater than 0');
  const table = canvas.create(Table, { grid_size, size: { width: 1e-6, height: 1e-6 } });
  for (const cell of canvas.writer.all(TableCell)) expect(Math.min(cell.size.width, cell.size.height)).toBeGreaterThan(0);
  expect(canvas.refusal(() => canvas.patch(Table, table, { size: { width: 5e-324 } }))).toMatch(/^400 size.width must be at/);
});
