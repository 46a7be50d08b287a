import type { XY } from '../../../model/looks/shapes.ts';
import type { NewEdit } from '../../live/edits/edit.ts';
import { type CommandBoard, type FreeItem, movableOf } from './command-board.ts';
import { movedBy } from './move.ts';

/** How much farther each of some widgets goes, in pixels of the canvas. */
export type Ways = ReadonlyMap<FreeItem, XY>;

/**
 * Moves each of some widgets by a way of its own, with all that lies on it. Undefined: fewer of them may be moved than it takes.
 * @param least as many must be there that are not pinned and lie on none of the others
 */
export function arrange(
  board: Pick<CommandBoard, 'item'>,
  ids: Iterable<string>,
  least: number,
  waysOf: (items: readonly FreeItem[]) => Ways,
): NewEdit | undefined {
  const { movable, skipped } = movableOf(board, ids);
  if (movable.length < least) return undefined;
  const ways = waysOf(movable);
  return { label: 'arrange', operations: movable.flatMap((item) => movedBy(item, ways.get(item) ?? { x: 0, y: 0 })), skipped };
}
