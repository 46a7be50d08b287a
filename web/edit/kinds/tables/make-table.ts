import type { XY } from '../../../../model/looks/shapes.ts';
import type { Size } from '../../../../model/types.ts';
import { newId } from '../../../live/edits/new-id.ts';
import { doneWithTool } from '../../choose-tool.ts';
import { create } from '../../commands/create.ts';
import type { Editing } from '../../editing.ts';
import { aroundPoint, newSize } from '../place/new-size.ts';

/** A new cell is this much wider than high. */
const CELL = 3 / 2;

/** Puts a table of the chosen columns and rows into a box, or with its middle at a point; in pixels of the canvas. */
export function makeTable(editing: Editing, at: XY, box = aroundPoint(at, sizeOf(editing))): void {
  const id = newId();
  const edit = create(editing.board, { id, type: 'Table', box, body: { grid_size: editing.seat.grid.peek() } });
  if (!editing.perform(edit)) return;
  doneWithTool(editing);
  editing.outline.selection.select(id);
}

function sizeOf({ board, camera, seat }: Pick<Editing, 'board' | 'camera' | 'seat'>): Size {
  const { columns, rows } = seat.grid.peek();
  return newSize(board, camera.seen.peek(), 'Table', (columns * CELL) / rows);
}
