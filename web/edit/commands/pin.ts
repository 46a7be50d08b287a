import type { NewEdit } from '../../live/edits/edit.ts';
import { update } from './changes.ts';
import { type CommandBoard, isFree, itemsOf } from './command-board.ts';

/** Pins widgets to their place, or takes the pins away. */
export function pin(board: Pick<CommandBoard, 'item'>, ids: Iterable<string>, pinned: boolean): NewEdit | undefined {
  const free = itemsOf(board, ids).filter(isFree);
  return { label: pinned ? 'pin' : 'unpin', operations: free.flatMap(({ widget }) => update(widget, { pinned })) };
}
