import { expect, it } from 'vitest';
import { MemoryCanvas } from '../../test/kit/memory-canvas.ts';
import { Connector } from './connector.ts';
import { Note } from './note.ts';
import { Table } from './table.ts';
import { TableCell } from './table-cell.ts';

function canvasWithLine() {
  const canvas = new MemoryCanvas();
  const from = canvas.create(Note);
  const to = canvas.create(Note);
  const line = canvas.create(Connector, { src: { id: from.id, rel_location: { x: 1 } }, dst: { id: to.id } });
  return { canvas, from, to, line };
}

it('is made with its defaults and without a place', () => {
  const { canvas, from, to, line } = canvasWithLine();
  expect(line).toEqual({
    id: line.id,
    widget_type: 'Connector',
    state: 'normal',
    type: 'curve',
    line_color: '#e7e7f2ff',
    line_width: 5,
    src: { id: from.id, rel_location: { x: 1, y: 0.5 }, auto_location: false, tip: 'none' },
    dst: { id: to.id, rel_location: { x: 0.5, y: 0.5 }, auto_location: true, tip: 'solid-equilateral-triangle' },
  });
  expect(canvas.patch(Connector, line, { location: 5, depth: 'x', parent_id: 7 })).toEqual(line);
});

it('merges an end that is sent in part', () => {
  const { canvas, line } = canvasWithLine();
  expect(canvas.patch(Connector, line, { dst: { tip: 'none' } })).toEqual({ ...line, dst: { ...line.dst, tip: 'none' } });
  const moved = canvas.patch(Connector, line, { src: { rel_location: { y: 0 } } });
  expect(moved.src).toEqual({ ...line.src, rel_location: { x: 1, y: 0 } });
});

it('ends at any widget but a connector, and both ends may be the same widget', () => {
  const { canvas, from, line } = canvasWithLine();
  canvas.create(Table);
  for (const id of [canvas.root.id, canvas.writer.all(TableCell)[0]!.id, from.id.toUpperCase()]) {
    expect(canvas.create(Connector, { src: { id }, dst: { id } }).src.id).toBe(id.toLowerCase());
  }
  expect(canvas.refusal(() => canvas.patch(Connector, line, { dst: { id: line.id } }))).toMatch(/^400 dst\.id/);
});

it.each([
  [{}, '400 src parameter is missing'],
  [{ src: {}, dst: {} }, '400 src.id parameter is missing'],
  [{ src: 'x', dst: {} }, '400 src must be an object'],
  [{ src: { id: 'x' }, dst: { id: 'x' } }, '400 src.id x is not a widget of this canvas that a connector can end at'],
  [{ src: { id: 'x', rel_location: { x: 1.1 } }, dst: { id: 'x' } }, '400 src.rel_location.x must be at most 1'],
  [{ src: { id: 'x', tip: 'arrow' }, dst: { id: 'x' } }, '400 src.tip must be none or solid-equilateral-triangle'],
])('%j is refused', (body, text) => {
  const { canvas } = canvasWithLine();
  expect(canvas.refusal(() => canvas.create(Connector, body))).toBe(text);
});

it.each([{ line_width: 0 }, { type: 'round' }, { line_color: 'red' }])('%j is refused', (body) => {
  const { canvas, line } = canvasWithLine();
  expect(canvas.refusal(() => canvas.patch(Connector, line, body))).toMatch(/^400 /);
});

it('is deleted with the widget at either end, and leaves the other', () => {
  const { canvas, from, to, line } = canvasWithLine();
  expect(canvas.written(() => canvas.remove(Note, to))).toEqual([`remove ${line.id}`, `remove ${to.id}`]);
  expect(canvas.get(Note, from.id)).toEqual(from);
});
