import type { XY } from '../../../../model/looks/shapes.ts';
import type { Size } from '../../../../model/types.ts';
import { cellId } from '../../../../model/widgets/table-cell.ts';
import type { CreateOperation } from '../../../live/edits/edit.ts';
import { boxAround } from '../../add/add-place.ts';
import { noteInCell } from '../../kinds/tables/cell-fit.ts';

type Rows = readonly (readonly string[])[];

/** A cell, in pixels of the screen. */
const CELL = { width: 150, height: 100 };

export const tableSize = (rows: Rows, zoom: number): Size => ({
  width: (CELL.width * rows[0]!.length) / zoom,
  height: (CELL.height * rows.length) / zoom,
});

export interface TableTarget {
  readonly id: string;
  readonly root_id: string;
  /** The middle of the table, in pixels of the canvas. */
  readonly at: XY;
  readonly size: Size;
  readonly newId: () => string;
}

/** A table, and a note in each cell that is not empty. */
export function tableOperations(rows: Rows, { id, root_id, at, size, newId }: TableTarget): CreateOperation[] {
  const columns = rows[0]!.length;
  const { x, y } = boxAround(at, size);
  const grid_size = { columns, rows: rows.length };
  const note = noteInCell({ width: size.width / columns, height: size.height / rows.length });
  const texts = rows.flatMap((cells, row) =>
    cells.flatMap((text, column): CreateOperation[] => {
      const body = { ...note, parent_id: cellId(id, { column, row }), text };
      return text === '' ? [] : [{ op: 'create', id: newId(), type: 'Note', body }];
    }),
  );
  return [{ op: 'create', id, type: 'Table', body: { parent_id: root_id, location: { x, y }, size, grid_size } }, ...texts];
}

export interface NotesLike {
  readonly root_id: string;
  readonly background_color: string;
  readonly note: Size;
  readonly gap: number;
  readonly newId: () => string;
}

/** A note for each text, in rows of equal length. @param placeOf the middle of all of them, in pixels of the canvas */
export function notesOperations(
  texts: readonly string[],
  { root_id, background_color, note, gap, newId }: NotesLike,
  placeOf: (size: Size) => XY,
): CreateOperation[] {
  const columns = Math.ceil(Math.sqrt(texts.length));
  const rows = Math.ceil(texts.length / columns);
  const across = note.width + gap;
  const down = note.height + gap;
  const size = { width: columns * across - gap, height: rows * down - gap };
  const { x, y } = boxAround(placeOf(size), size);
  return texts.map((text, at) => {
    const location = { x: x + (at % columns) * across, y: y + Math.floor(at / columns) * down };
    return {
      op: 'create',
      id: newId(),
      type: 'Note',
      body: { parent_id: root_id, location, size: note, text, background_color },
    };
  });
}
