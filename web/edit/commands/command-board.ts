import type { Board, Item } from '../../live/board.ts';
import { isLine, isPart, isPlaced, isRoot, type PlacedWidget } from '../../live/forms.ts';

/** What commands know of a canvas; they only read it. */
export type CommandBoard = Pick<Board, 'item' | 'items' | 'itemsIn' | 'root'>;

export type FreeItem = Item<PlacedWidget>;

/** Whether it lies on the canvas by itself: neither the root, nor a field of a table, nor a connector. */
export const isFree = (item: Item): item is FreeItem => isPlaced(item.widget) && !isRoot(item.widget) && !isPart(item.widget);

/** Whether people write it at all. */
export const isWritable = (item: Item): boolean => isFree(item) || isLine(item.widget);

export const isPinned = ({ widget }: Item): boolean => isPlaced(widget) && widget.pinned;

/** The items of these ids, once each, in painting order: parents before what lies on them. */
export function itemsOf(board: Pick<CommandBoard, 'item'>, ids: Iterable<string>): Item[] {
  const found: Item[] = [];
  for (const id of new Set(ids)) {
    const item = board.item(id);
    if (item) found.push(item);
  }
  return found.sort((a, b) => a.order - b.order);
}

/** Items that lie on none of the others: those move along. */
export function topsOf<I extends Item>(board: Pick<CommandBoard, 'item'>, items: readonly I[]): I[] {
  const ids = new Set(items.map(({ id }) => id));
  return items.filter((item) => !liesOn(board, item, ids));
}

function liesOn(board: Pick<CommandBoard, 'item'>, item: Item, ids: ReadonlySet<string>): boolean {
  for (let { widget } = item; isPlaced(widget); ) {
    if (ids.has(widget.parent_id)) return true;
    const parent = board.item(widget.parent_id);
    if (!parent) return false;
    widget = parent.widget;
  }
  return false;
}

export interface Movable {
  readonly movable: readonly FreeItem[];
  /** Pinned ones among the widgets that were asked for. */
  readonly skipped: number;
}

/** The topmost of these widgets that may be moved, and how many are pinned. */
export function movableOf(board: Pick<CommandBoard, 'item'>, ids: Iterable<string>): Movable {
  const free = topsOf(board, itemsOf(board, ids).filter(isFree));
  const movable = free.filter((item) => !isPinned(item));
  return { movable, skipped: free.length - movable.length };
}
