import type { NewEdit } from '../../live/edits/edit.ts';
import { editingByType } from '../by-type.ts';
import { update } from './changes.ts';
import { type CommandBoard, type FreeItem, isFree, isPinned, itemsOf, topsOf } from './command-board.ts';

/**
 * Puts widgets on another one, or on the root, above what lies there. They keep their place on the canvas and their size on the screen.
 * Pinned widgets, widgets whose parent is fixed, and the new parent with all that it lies on stay where they are.
 */
export function reparent(
  board: Pick<CommandBoard, 'item' | 'root'>,
  ids: Iterable<string>,
  parent_id: string,
): NewEdit | undefined {
  const parent = parent_id === board.root.peek()?.id ? board.root.peek() : board.item(parent_id);
  if (!parent) return undefined;
  const free = topsOf(board, itemsOf(board, ids).filter(isFree)).filter((item) => mayHang(item, parent_id, board));
  const movable = free.filter((item) => !isPinned(item));
  const operations = movable.flatMap(({ widget, box, zoom }) => {
    const location = { x: (box.x - parent.box.x) / parent.zoom, y: (box.y - parent.box.y) / parent.zoom };
    return update(widget, { parent_id, location, scale: zoom / parent.zoom, auto_raise: true });
  });
  return { label: 'put', operations, skipped: free.length - movable.length };
}

function mayHang({ id, widget }: FreeItem, parent_id: string, board: Pick<CommandBoard, 'item'>): boolean {
  if (widget.parent_id === parent_id || hasFixedParent(widget.widget_type)) return false;
  for (let at: string | undefined = parent_id; at; at = parentOf(board, at)) if (at === id) return false;
  return true;
}

const parentOf = (board: Pick<CommandBoard, 'item'>, id: string): string | undefined => {
  const widget = board.item(id)?.widget;
  return widget && 'parent_id' in widget ? widget.parent_id : undefined;
};

/** Whether the server alone says on what widgets of a type lie. */
export function hasFixedParent(type: string): boolean {
  const editing = (editingByType as Readonly<Record<string, { readonly fixedParent?: true } | undefined>>)[type];
  return editing?.fixedParent ?? !editing;
}
