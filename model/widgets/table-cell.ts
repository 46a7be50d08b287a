import { readonly } from '../field.ts';
import type { Traits } from '../looks/traits.ts';
import type { RecordOf } from '../resource.ts';
import { Int } from '../types.ts';
import { defineWidget } from './define.ts';

/** The most columns and rows of a table; each cell has another number from 1 to 10,000 then. */
const MOST = 100;
const line = () => Int({ min: 0, max: MOST - 1 });

export const TableCell = defineWidget(() => ({
  name: 'TableCell',
  about: 'A field of a table. It may be the parent of widgets and the end of a connector.',
  partOnly: true,
  size: { width: 300, height: 200 },
  fields: {
    column: readonly(line(), 0, { about: 'From 0' }),
    row: readonly(line(), 0, { about: 'From 0' }),
  },
  indexes: { cells: (cell) => cellsOf(cell.parent_id, cell.row) },
}));

export type TableCell = RecordOf<typeof TableCell>;

/** Key of the index `cells`: the cells of one row, so that no step of long work reads more than 100. */
export const cellsOf = (table: string, row: number): string => `${table}/${row}`;

/**
 * The id of a cell follows from that of its table: its last four digits, with the number of the cell flipped in. So whoever brings the id
 * of a table knows those of its cells, and a table that is made again has the same ones.
 */
export function cellId(table: string, { column, row }: Pick<TableCell, 'column' | 'row'>): string {
  const last = Number.parseInt(table.slice(-4), 16) ^ (1 + MOST * row + column);
  return table.slice(0, -4) + last.toString(16).padStart(4, '0');
}

export const traits: Traits<typeof TableCell> = {
  icon: 'cell',
  form: 'part',
  holdsHead: ({ row }) => row === 0,
  speech: ({ row, column }) => ({ is: 'cell', row, column }),
};
