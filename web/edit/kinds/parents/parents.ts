import type { Board, Item } from '../../../live/board.ts';
import { isPart, isPlaced } from '../../../live/forms.ts';
import { editingByType } from '../../by-type.ts';
import { type FreeItem, isFree, isPinned } from '../../commands/command-board.ts';
import { hasFixedParent } from '../../commands/reparent.ts';

/** Whether people may put a widget on another one. */
export const mayLieOn = (item: Item): item is FreeItem =>
  isFree(item) && !isPinned(item) && !hasFixedParent(item.widget.widget_type);

/** Whether things may be put on a widget: on cells, and on what holds them together as a sheet does. Pinned widgets and frames take nothing. */
export const takesThings = (item: Item): boolean =>
  isPart(item.widget) || (isFree(item) && !isPinned(item) && (editingOf(item)?.takes ?? false));

/** Whether a widget lies on another one, at any depth, or is it. */
export function liesWithin(board: Pick<Board, 'item'>, item: Item, ids: ReadonlySet<string>): boolean {
  for (let at: Item | undefined = item; at; at = isPlaced(at.widget) ? board.item(at.widget.parent_id) : undefined)
    if (ids.has(at.id)) return true;
  return false;
}

const editingOf = ({ widget }: Item): { readonly takes?: true } | undefined =>
  (editingByType as Readonly<Record<string, { readonly takes?: true } | undefined>>)[widget.widget_type];
