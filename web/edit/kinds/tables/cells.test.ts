import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CellStep, cellAt, steppedCell } from './cells.ts';

const grid = { grid_size: { columns: 3, rows: 2 } };
const step = (column: number, row: number, way: CellStep) => steppedCell({ column, row }, way, grid);

describe('a step between cells', () => {
  it('goes on in reading order, and from the last cell to the first', () => {
    expect(step(0, 0, 'next')).toEqual({ column: 1, row: 0 });
    expect(step(2, 0, 'next')).toEqual({ column: 0, row: 1 });
    expect(step(2, 1, 'next')).toEqual({ column: 0, row: 0 });
    expect(step(0, 1, 'previous')).toEqual({ column: 2, row: 0 });
    expect(step(0, 0, 'previous')).toEqual({ column: 2, row: 1 });
  });

  it('goes to the neighbour, and out at an edge', () => {
    expect(step(1, 0, 'below')).toEqual({ column: 1, row: 1 });
    expect(step(1, 1, 'below')).toBeUndefined();
    expect(step(1, 0, 'above')).toBeUndefined();
    expect(step(1, 0, 'left')).toEqual({ column: 0, row: 0 });
    expect(step(0, 0, 'left')).toBeUndefined();
    expect(step(2, 0, 'right')).toBeUndefined();
  });

  it('reaches every cell once, and comes back by the opposite step', () => {
    const side = fc.integer({ min: 1, max: 12 });
    fc.assert(
      fc.property(side, side, (columns, rows) => {
        const table = { grid_size: { columns, rows } };
        const met = new Set<string>();
        let at = { column: 0, row: 0 };
        for (let count = 0; count < columns * rows; count++) {
          met.add(`${at.column} ${at.row}`);
          const next = steppedCell(at, 'next', table)!;
          expect(steppedCell(next, 'previous', table)).toEqual(at);
          at = next;
        }
        expect(met.size).toBe(columns * rows);
        expect(at).toEqual({ column: 0, row: 0 });
      }),
      { numRuns: 200 },
    );
  });
});

describe('the cell at a point', () => {
  const box = { x: 100, y: 50, width: 300, height: 200 };

  it('is the one under it, and outside of the table the nearest one', () => {
    expect(cellAt(box, grid, { x: 101, y: 51 })).toEqual({ column: 0, row: 0 });
    expect(cellAt(box, grid, { x: 201, y: 160 })).toEqual({ column: 1, row: 1 });
    expect(cellAt(box, grid, { x: 400, y: 250 })).toEqual({ column: 2, row: 1 });
    expect(cellAt(box, grid, { x: -900, y: 900 })).toEqual({ column: 0, row: 1 });
  });
});
