import { describe, expect, it } from 'vitest';
import { connector, textBoard } from '../../../../test/kit/text-board.ts';
import { connectableAt } from './connectable.ts';

const board = textBoard(
  { id: 'frame', is: 'Anchor', anchor_index: 0, box: [0, 0, 1000, 1000] },
  { id: 'note', box: [100, 100, 100, 100] },
  { id: 'over', box: [150, 100, 100, 100] },
  { id: 'table', is: 'Table', box: [500, 500, 200, 100], grid_size: { columns: 1, rows: 1 } },
  { id: 'cell', is: 'TableCell', parent_id: 'table', row: 0, column: 0, box: [500, 500, 200, 100] },
);
board.put({ ...connector('line', 'note', 'table'), box: [100, 100, 600, 500] });
const at = (x: number, y: number) => connectableAt(board, { x, y }, 8)?.id;

describe('what a connector leads to', () => {
  it('is the topmost widget at the point, and never a connector', () => {
    expect(at(175, 150)).toBe('over');
    expect(at(120, 150)).toBe('note');
    expect(at(350, 300)).toBeUndefined();
  });

  it('is a widget just beside the point, where the point itself is empty', () => {
    expect(at(257, 150)).toBe('over');
    expect(at(260, 150)).toBeUndefined();
  });

  it('is a frame only near its edge', () => {
    expect(at(5, 500)).toBe('frame');
    expect(at(20, 500)).toBeUndefined();
    expect(at(-5, 500)).toBe('frame');
  });

  it('is the table in place of its cell', () => {
    expect(at(600, 550)).toBe('table');
  });
});
