import type { Editing } from '../editing.ts';
import { editable, fixed, initialValues, readonly } from '../field.ts';
import type { About, Work, Writer } from '../hooks.ts';
import { palette } from '../looks/colours.ts';
import { onGround } from '../looks/grounds.ts';
import type { Look } from '../looks/look.ts';
import { area, whole } from '../looks/parts.ts';
import { shadeOf } from '../looks/shades.ts';
import { type Line, short } from '../looks/shapes.ts';
import type { Traits } from '../looks/traits.ts';
import type { RecordOf } from '../resource.ts';
import { GridSize, Num, Numbers, Parts, type Size, Text } from '../types.ts';
import { refuseTaken } from '../writing.ts';
import { defineWidget } from './define.ts';
import { cellId, cellsOf, TableCell } from './table-cell.ts';

/** The size of a cell when a table is made without a size. */
const CELL: Size = { width: 300, height: 200 };
const DEFAULT: Size = { width: 2 * CELL.width, height: 2 * CELL.height };

/** Far above the lengths at which a cell, a hundredth of the side, would round to 0. */
const side = () => Num({ above: 0, min: 1e-6 });

/** The columns and rows add up to the table's size (interface/widgets 10). */
export const Table = defineWidget(() => ({
  name: 'Table',
  about: 'A grid of equal columns and rows. Its cells are widgets of their own, made and moved by the table alone.',
  path: 'tables',
  clonable: true,
  annotatable: true,
  size: DEFAULT,
  fields: {
    size: editable(
      Parts<Size>({ width: side(), height: side() }, () => DEFAULT),
      DEFAULT,
      { about: 'Pixels before scaling' },
    ),
    title: editable(Text(), '', { example: 'Roadmap' }),
    grid_size: fixed(GridSize, { columns: 2, rows: 2 }, { example: { columns: 3, rows: 2 } }),
    column_widths: readonly(Numbers, [], { example: [300, 300, 300] }),
    row_heights: readonly(Numbers, [], { example: [200, 200] }),
  },
  hooks: {
    prepare(next, about) {
      if (!about.previous) next.size = sizeOf(next, about);
      const { columns, rows } = next.grid_size;
      next.column_widths = Array<number>(columns).fill(next.size.width / columns);
      next.row_heights = Array<number>(rows).fill(next.size.height / rows);
    },
    created: insertCells,
    changed: resizeCells,
  },
}));

export type Table = RecordOf<typeof Table>;

/** A sheet with its lines, and its title above it. */
export const look: Look<typeof Table> = ({ size, title, column_widths, row_heights }, { ground }) => {
  const sheet = whole(size);
  const radius = Math.min(6, Math.min(size.width, size.height) * 0.03);
  const named = title.trim() !== '';
  return [
    shadeOf(size, radius),
    area(sheet, palette.paper, radius),
    gridLines(size, column_widths, row_heights),
    { kind: 'outline', box: sheet, colour: palette.tableEdge, width: RULE, radius },
    ...(named ? [{ kind: 'caption', place: 'above', box: sheet, text: title, colour: onGround(ground).muted } as const] : []),
  ];
};

/** Width of the lines. They end round, and begin half of that inside, so that they stay in the table. */
const RULE = 1.25;
const HALF = RULE / 2;

function gridLines({ width, height }: Size, widths: readonly number[], heights: readonly number[]): Line {
  let path = '';
  for (const x of starts(widths)) path += `M${short(x)} ${short(HALF)}v${short(height - 2 * HALF)}`;
  for (const y of starts(heights)) path += `M${short(HALF)} ${short(y)}h${short(width - 2 * HALF)}`;
  return { kind: 'line', path, colour: palette.tableRule, width: RULE, least: 0.75 };
}

/** Where each column or row after the first begins. */
function starts(lengths: readonly number[]): number[] {
  let at = 0;
  return lengths.slice(0, -1).map((length) => (at += length));
}

interface Grid {
  readonly id: string;
  readonly size: Size;
  readonly grid_size: GridSize;
  readonly column_widths: readonly number[];
  readonly row_heights: readonly number[];
}

function sizeOf({ size, grid_size }: Grid, { sent }: About<unknown>): Size {
  return {
    width: sent.has('size.width') ? size.width : CELL.width * grid_size.columns,
    height: sent.has('size.height') ? size.height : CELL.height * grid_size.rows,
  };
}

/** Row by row, so that cells are created in reading order. There may be 10,000, so it pauses after each row. 409 when an id is taken. */
function* insertCells(table: Grid, writer: Writer): Work {
  for (const row of table.row_heights.keys()) {
    for (const column of table.column_widths.keys()) {
      const id = cellId(table.id, { column, row });
      refuseTaken(id, writer);
      const cell = { ...initialValues(TableCell.fields), id, parent_id: table.id, column, row };
      writer.insert(TableCell, { ...cell, ...cellArea(table, cell) });
    }
    yield;
  }
}

/** Widgets inside the cells are neither moved nor scaled. */
function* resizeCells(table: Grid, previous: Grid, writer: Writer): Work {
  if (table.size.width === previous.size.width && table.size.height === previous.size.height) return;
  for (const row of table.row_heights.keys()) {
    for (const cell of writer.by(TableCell, 'cells', cellsOf(table.id, row))) {
      writer.update(TableCell, { ...cell, ...cellArea(table, cell) });
    }
    yield;
  }
}

function cellArea({ column_widths, row_heights }: Grid, { column, row }: Pick<TableCell, 'column' | 'row'>) {
  return {
    location: { x: sum(column_widths.slice(0, column)), y: sum(row_heights.slice(0, row)) },
    size: { width: column_widths[column]!, height: row_heights[row]! },
  };
}

const sum = (lengths: readonly number[]): number => lengths.reduce((total, length) => total + length, 0);

export const editing: Editing<typeof Table> = {
  resize: 'free',
  fixedParent: true,
  fields: [['title', 'line']],
  opens: 'cells',
};

export const traits: Traits<typeof Table> = {
  icon: 'table',
  folded: true,
  speech: ({ grid_size }) => ({ is: 'grid', ...grid_size }),
};
