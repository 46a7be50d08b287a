import type { Body } from '../../../../model/field.ts';
import { cellId } from '../../../../model/widgets/table-cell.ts';
import type { Item } from '../../../live/board.ts';
import type { NewEdit, Operation } from '../../../live/edits/edit.ts';
import { isLine, isPlaced } from '../../../live/forms.ts';
import type { CommandBoard } from '../../commands/command-board.ts';
import type { Table } from './cells.ts';
import type { GridLine } from './may-grow.ts';

/**
 * A table has the columns and rows it was made with, so this makes one with one more in its place, and moves everything over: what lies in its
 * cells, connectors, strokes. The new line comes last and is as wide or high as the others.
 * @param newId gives a new id at each call
 */
export function growTable(
  board: Pick<CommandBoard, 'items'>,
  item: Item<Table>,
  line: GridLine,
  newId: () => string,
): { readonly edit: NewEdit; readonly id: string } {
  const { widget } = item;
  const id = newId();
  const { columns, rows } = widget.grid_size;
  const grid_size = { columns: columns + (line === 'column' ? 1 : 0), rows: rows + (line === 'row' ? 1 : 0) };
  const size = {
    width: (widget.size.width * grid_size.columns) / columns,
    height: (widget.size.height * grid_size.rows) / rows,
  };
  const { title, location, scale, pinned } = widget;
  const body: Body = { title, grid_size, size, location, scale, pinned, depth: { above: widget.id } };
  const items = board.items();
  const moved = movedIds(widget, items, id);
  const operations: Operation[] = [
    { op: 'create', id, type: 'Table', body },
    ...items.flatMap((one) => movedOver(one, moved)),
    ...items.flatMap((one) => strokesOn(one, moved, newId)),
    { op: 'delete', id: widget.id },
  ];
  return { edit: { label: 'table', operations }, id };
}

/** The table and its cells, and in whose place they are. */
function movedIds(table: Table, items: readonly Item[], id: string): Map<string, string> {
  const moved = new Map([[table.id, id]]);
  for (const { widget } of items) {
    if (widget.widget_type === 'TableCell' && widget.parent_id === table.id) moved.set(widget.id, cellId(id, widget));
  }
  return moved;
}

function movedOver({ id, widget }: Item, moved: ReadonlyMap<string, string>): Operation[] {
  if (moved.has(id)) return [];
  if (isLine(widget)) {
    const src = moved.get(widget.src.id);
    const dst = moved.get(widget.dst.id);
    // Automatic ends stay automatic only when that is said
    const end = (to: string, { auto_location, rel_location }: typeof widget.src) => ({ id: to, auto_location, rel_location });
    if (src === undefined && dst === undefined) return [];
    const body = { ...(src && { src: end(src, widget.src) }), ...(dst && { dst: end(dst, widget.dst) }) };
    return [{ op: 'update', id, body }];
  }
  const parent = isPlaced(widget) ? moved.get(widget.parent_id) : undefined;
  return parent === undefined ? [] : [{ op: 'update', id, body: { parent_id: parent } }];
}

const strokesOn = ({ id, strokes }: Item, moved: ReadonlyMap<string, string>, newId: () => string): Operation[] => {
  const on = moved.get(id);
  if (on === undefined) return [];
  return strokes.map(({ points, line_color, depth }) => ({
    op: 'create',
    id: newId(),
    type: 'Annotation',
    widget_id: on,
    body: { points, line_color, depth },
  }));
};
