import { describe, expect, it } from 'vitest';
import { textBoard } from '../../../../test/kit/text-board.ts';
import { fittedIn } from './cell-fit.ts';
import { sizedAlong } from './sized-along.ts';

const cell = { width: 300, height: 200 };
const filling = { location: { x: 12, y: 8 }, size: { width: 276, height: 184 }, scale: 1, pinned: false };

const board = textBoard(
  { id: 'table', is: 'Table', box: [0, 0, 600, 200], grid_size: { columns: 2, rows: 1 }, size: { width: 600, height: 200 } },
  { id: 'left', is: 'TableCell', parent_id: 'table', box: [0, 0, 300, 200], size: cell, location: { x: 0, y: 0 } },
  { id: 'right', is: 'TableCell', parent_id: 'table', box: [300, 0, 300, 200], size: cell, location: { x: 300, y: 0 } },
  { id: 'fills', parent_id: 'left', box: [12, 8, 276, 184], ...filling },
  { id: 'aside', parent_id: 'right', box: [312, 8, 100, 100], ...filling, size: { width: 100, height: 100 } },
  { id: 'pinned', parent_id: 'right', box: [312, 8, 276, 184], ...filling, pinned: true },
  { id: 'loose', box: [12, 8, 276, 184], ...filling },
);

describe('a table with another size', () => {
  it('takes along what fills its cells, and nothing else', () => {
    expect(sizedAlong(board, 'table', { width: 1200, height: 200 })).toEqual([
      { op: 'update', id: 'fills', body: { location: { x: 24, y: 8 }, size: { width: 552, height: 184 }, scale: 1 } },
    ]);
  });

  it('takes nothing along that needs no other place', () => {
    expect(sizedAlong(board, 'table', { width: 600, height: 200 })).toEqual([]);
    expect(sizedAlong(board, 'fills', { width: 600, height: 200 })).toEqual([]);
  });
});

describe('what fills a cell', () => {
  it('is a note in all of it, and a picture in the middle with its ratio', () => {
    expect(fittedIn(cell, { widget_type: 'Note', size: { width: 50, height: 900 } })).toEqual({
      location: { x: 12, y: 8 },
      size: { width: 276, height: 184 },
      scale: 1,
    });
    const picture = fittedIn(cell, { widget_type: 'Image', size: { width: 400, height: 100 } });
    expect(picture.size).toEqual({ width: 276, height: 69 });
    expect(picture.location.y).toBeCloseTo(65.5);
  });
});
