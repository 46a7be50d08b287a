import type { Board } from '../../../live/board.ts';

/** Whether a widget is a table, or a note that lies in a cell. */
export function hasCells(board: Pick<Board, 'item'>, id: string): boolean {
  const widget = board.item(id)?.widget;
  if (widget?.widget_type !== 'Note') return widget?.widget_type === 'Table';
  return board.item(widget.parent_id)?.widget.widget_type === 'TableCell';
}
