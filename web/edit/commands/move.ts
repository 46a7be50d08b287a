import type { XY } from '../../../model/looks/shapes.ts';
import type { NewEdit } from '../../live/edits/edit.ts';
import { update } from './changes.ts';
import { type CommandBoard, type FreeItem, movableOf } from './command-board.ts';

export interface MoveOptions {
  /** Which of them come above their siblings. Default: none. */
  readonly raises?: (item: FreeItem) => boolean;
}

/** Moves widgets with all that lies on them. @param by in pixels of the canvas */
export function move(
  board: Pick<CommandBoard, 'item'>,
  ids: Iterable<string>,
  by: XY,
  { raises = () => false }: MoveOptions = {},
): NewEdit | undefined {
  const { movable, skipped } = movableOf(board, ids);
  if (by.x === 0 && by.y === 0) return undefined;
  const operations = movable.flatMap((item) => {
    const { location, scale } = item.widget;
    const zoom = item.zoom / scale;
    const moved = { location: { x: location.x + by.x / zoom, y: location.y + by.y / zoom } };
    return update(item.widget, raises(item) ? { ...moved, auto_raise: true } : moved);
  });
  return { label: 'move', operations, skipped };
}
