import type { Size } from '../../../../model/types.ts';
import type { Board, WidgetOf } from '../../../live/board.ts';
import type { UpdateOperation } from '../../../live/edits/edit.ts';
import { isPart, isPlaced } from '../../../live/forms.ts';
import { fittedIn, isFilling } from './cell-fit.ts';

/**
 * What else changes when a table gets another size: the notes and pictures that fill its cells go on filling them. Belongs into the
 * same edit, after the size of the table. Widgets that are no tables have nothing of this.
 */
export function sizedAlong(board: Pick<Board, 'item' | 'itemsIn'>, id: string, size: Size): UpdateOperation[] {
  const table = board.item(id);
  if (table?.widget.widget_type !== 'Table') return [];
  const { grid_size, size: before } = table.widget;
  if (before.width === size.width && before.height === size.height) return [];
  const cell: Size = { width: size.width / grid_size.columns, height: size.height / grid_size.rows };
  return board.itemsIn(table.box).flatMap(({ widget }) => {
    const parent = isPlaced(widget) ? board.item(widget.parent_id)?.widget : undefined;
    if (!parent || !isPlaced(widget) || widget.pinned || !isCellOf(parent, id) || !isFilling(parent.size, widget)) return [];
    return [{ op: 'update' as const, id: widget.id, body: { ...fittedIn(cell, widget) } }];
  });
}

const isCellOf = (widget: WidgetOf, table: string): widget is Extract<WidgetOf, { readonly size: Size }> =>
  isPart(widget) && widget.parent_id === table;
