import type { Box, XY } from '../../../../model/looks/shapes.ts';
import type { WidgetOf } from '../../../live/element.ts';

/** A cell of a table, from 0. */
export interface CellPlace {
  readonly column: number;
  readonly row: number;
}

export type Table = WidgetOf<'Table'>;
type Grid = Pick<Table, 'grid_size'>;

/** What a key does in a cell: by one cell in one of four directions, or on in reading order, from the last cell to the first. */
export type CellStep = 'above' | 'below' | 'left' | 'next' | 'previous' | 'right';

/** The cell that a step leads to. Undefined: it leads out of the table. */
export function steppedCell(
  { column, row }: CellPlace,
  step: CellStep,
  { grid_size: { columns, rows } }: Grid,
): CellPlace | undefined {
  switch (step) {
    case 'above':
      return row > 0 ? { column, row: row - 1 } : undefined;
    case 'below':
      return row + 1 < rows ? { column, row: row + 1 } : undefined;
    case 'left':
      return column > 0 ? { column: column - 1, row } : undefined;
    case 'right':
      return column + 1 < columns ? { column: column + 1, row } : undefined;
    case 'next':
      return placeOf(row * columns + column + 1, columns, rows);
    case 'previous':
      return placeOf(row * columns + column - 1, columns, rows);
  }
}

function placeOf(at: number, columns: number, rows: number): CellPlace {
  const inside = (at + columns * rows) % (columns * rows);
  return { column: inside % columns, row: Math.floor(inside / columns) };
}

/** The cell under a point of the canvas; of a point outside, the nearest one. `box`: where the table lies on the canvas. */
export function cellAt(box: Box, { grid_size: { columns, rows } }: Grid, point: XY): CellPlace {
  const along = (share: number, count: number): number => Math.min(count - 1, Math.max(0, Math.floor(share * count)));
  return {
    column: along((point.x - box.x) / box.width, columns),
    row: along((point.y - box.y) / box.height, rows),
  };
}
