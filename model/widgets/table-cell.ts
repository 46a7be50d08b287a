import { readonly } from '../field.ts';
import type { Traits } from '../looks/traits.ts';
import type { RecordOf } from '../resource.ts';
import { Int } from '../types.ts';
import { defineWidget } from './define.ts';

const line = () => Int({ min: 0, max: 99 });

export const TableCell = defineWidget(() => ({
  name: 'TableCell',
  about: 'A field of a table. It may be the parent of widgets and the end of a connector.',
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

export const traits: Traits<typeof TableCell> = {
  icon: 'cell',
  form: 'part',
  speech: ({ row, column }) => ({ is: 'cell', row, column }),
};
