import type { XY } from '../../../model/looks/shapes.ts';
import { BESIDE } from '../commands/duplicate.ts';
import type { Editing } from '../editing.ts';

/** The step of the next duplicate, in pixels of the canvas: that of the last one, while its copies are what is duplicated next. */
export function stepOf({ board, seat }: Pick<Editing, 'board' | 'seat'>, ids: readonly string[]): XY {
  const last = seat.duplicated;
  const copy = last && ids.includes(last.copy) ? board.item(last.copy) : undefined;
  return last && copy ? { x: copy.box.x - last.from.x, y: copy.box.y - last.from.y } : BESIDE;
}
