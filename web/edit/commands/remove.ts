import type { Item } from '../../live/board.ts';
import type { NewEdit } from '../../live/edits/edit.ts';
import { isLine } from '../../live/forms.ts';
import { type CommandBoard, isPinned, isWritable, itemsOf, topsOf } from './command-board.ts';
import { familyOf } from './family.ts';

/** What goes when widgets are deleted. */
export interface Removal {
  readonly edit: NewEdit;
  /** The widgets that were asked for and go, without those that go along with others of them. */
  readonly tops: readonly Item[];
  /** Everything that goes: they, what lies on them, and connectors. Strokes do not count. */
  readonly count: number;
}

/** Deletes widgets with all that lies on them, and connectors that end there. Pinned ones stay, unless what they lie on goes. */
export function remove(board: Pick<CommandBoard, 'item' | 'items'>, ids: Iterable<string>): Removal {
  const writable = topsOf(board, itemsOf(board, ids).filter(isWritable));
  const unpinned = writable.filter((item) => !isPinned(item));
  const family = familyOf(
    board,
    unpinned.map(({ id }) => id),
  );
  const going = new Set(family.items.map(({ id }) => id));
  const tops = unpinned.filter(({ widget }) => !(isLine(widget) && (going.has(widget.src.id) || going.has(widget.dst.id))));
  const operations = tops.map(({ id }) => ({ op: 'delete', id }) as const);
  return {
    edit: { label: 'delete', operations, skipped: writable.length - unpinned.length },
    tops,
    count: family.items.length + family.lines.length,
  };
}
