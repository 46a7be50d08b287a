import { Table2 } from 'lucide';
import { boxGesture } from '../kinds/place/box-gesture.ts';
import { makeTable } from '../kinds/tables/make-table.ts';
import type { Tool } from '../tool.ts';

/** Asks how many columns and rows, then puts a table where somebody points. */
export const table: Tool = {
  id: 'table',
  icon: Table2,
  keys: ['Shift+T'],
  name: ({ kinds }) => kinds.table,
  cursor: 'crosshair',
  makes: true,
  begin: (step, editing) => boxGesture(step, editing, (at, box) => makeTable(editing, at, box)),
  placeAt: (point, editing) => makeTable(editing, point),
  chosen: ({ kinds }) => kinds.ask('table'),
};
