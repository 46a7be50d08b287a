import type { Body } from '../../../model/field.ts';
import type { XY } from '../../../model/looks/shapes.ts';
import type { NewEdit, UpdateOperation } from '../../live/edits/edit.ts';
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
  const operations = movable.flatMap((item) => movedBy(item, by, raises(item) ? { auto_raise: true } : {}));
  return { label: 'move', operations, skipped };
}

/** @param by in pixels of the canvas @param more what else is written of the widget */
export function movedBy(item: FreeItem, by: XY, more: Body = {}): UpdateOperation[] {
  const { location, scale } = item.widget;
  const zoom = item.zoom / scale;
  return update(item.widget, { location: { x: location.x + by.x / zoom, y: location.y + by.y / zoom }, ...more });
}
