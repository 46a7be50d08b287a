import type { Table } from './cells.ts';

export type GridLine = 'column' | 'row';

/** The most columns and rows of a table (interface/widgets 10.1). */
const MOST = 100;

/** Whether a table has room for one more column or row. */
export const mayGrow = ({ grid_size }: Table, line: GridLine): boolean =>
  (line === 'row' ? grid_size.rows : grid_size.columns) < MOST;
