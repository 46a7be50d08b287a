import type { XY } from '../../../model/looks/shapes.ts';
import type { NewEdit } from '../../live/edits/edit.ts';
import { update } from './changes.ts';
import { type CommandBoard, movableOf } from './command-board.ts';

/** Enlarges widgets with all that lies on them. @param about the point of the canvas that stays, in its pixels */
export function scale(board: Pick<CommandBoard, 'item'>, ids: Iterable<string>, factor: number, about: XY): NewEdit | undefined {
  const { movable, skipped } = movableOf(board, ids);
  if (factor === 1) return undefined;
  const operations = movable.flatMap(({ widget, box, zoom }) => {
    const above = zoom / widget.scale;
    const by = (start: number, fixed: number): number => ((start - fixed) * (factor - 1)) / above;
    const location = { x: widget.location.x + by(box.x, about.x), y: widget.location.y + by(box.y, about.y) };
    return update(widget, { location, scale: widget.scale * factor });
  });
  return { label: 'scale', operations, skipped };
}
