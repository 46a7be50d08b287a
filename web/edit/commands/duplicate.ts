import type { XY } from '../../../model/looks/shapes.ts';
import { cellId } from '../../../model/widgets/table-cell.ts';
import type { Item, WidgetOf } from '../../live/board.ts';
import type { CreateOperation, NewEdit } from '../../live/edits/edit.ts';
import { isLine, isPart, isPlaced, type Line, type PlacedWidget } from '../../live/forms.ts';
import { type CommandBoard, isFree, isWritable, itemsOf, topsOf } from './command-board.ts';
import { familyOf } from './family.ts';
import { bodyOf } from './record-body.ts';

/** Right and below, in pixels of the canvas. */
export const BESIDE: XY = { x: 20, y: 20 };

export interface Duplication {
  readonly edit: NewEdit;
  /** The copy of each widget that was asked for. */
  readonly copies: ReadonlyMap<string, string>;
}

/**
 * Copies widgets with all that lies on them, their strokes, and connectors between them. A connector that was asked for by itself needs one
 * copied end, and keeps the other. @param by in pixels of the canvas @param newId gives a new id at each call
 */
export function duplicate(
  board: Pick<CommandBoard, 'item' | 'items'>,
  ids: Iterable<string>,
  by: XY,
  newId: () => string,
): Duplication {
  const chosen = itemsOf(board, ids).filter(isWritable);
  const tops = topsOf(board, chosen.filter(isFree));
  const { items, lines } = familyOf(
    board,
    tops.map(({ id }) => id),
  );
  const copies = copyIds(items, newId);
  const asked = new Set(chosen.map(({ id }) => id));
  const between = lines.filter((line) => isCopied(line, copies, asked));
  for (const { id } of between) copies.set(id, newId());
  const topIds = new Set(tops.map(({ id }) => id));
  const operations = [
    ...items.filter(({ widget }) => !isPart(widget)).map((item) => copyOf(item, copies, topIds.has(item.id) ? by : undefined)),
    ...between.map((line) => copyOf(line, copies)),
    ...items.flatMap((item) => strokesOf(item, copies.get(item.id)!, newId)),
  ];
  const isAsked = ([id]: readonly [string, string]): boolean => asked.has(id);
  return { edit: { label: 'duplicate', operations }, copies: new Map([...copies].filter(isAsked)) };
}

/** The ids of cells follow from that of their table. */
function copyIds(items: readonly Item[], newId: () => string): Map<string, string> {
  const copies = new Map<string, string>();
  for (const { id, widget } of items) {
    copies.set(id, isCell(widget) ? cellId(copies.get(widget.parent_id)!, widget) : newId());
  }
  return copies;
}

const isCell = (widget: WidgetOf): widget is WidgetOf<'TableCell'> => isPart(widget);

function isCopied({ id, widget }: Item, copies: ReadonlyMap<string, string>, asked: ReadonlySet<string>): boolean {
  const { src, dst } = widget as Line;
  return copies.has(src.id) && copies.has(dst.id) ? true : asked.has(id);
}

/** Numbers of anchors count on. */
const NEW: ReadonlySet<string> = new Set(['anchor_index']);
/** Above its siblings, where the server puts what is new, and free to be moved on. */
const NEW_ABOVE: ReadonlySet<string> = new Set([...NEW, 'depth', 'pinned']);

/** @param by undefined: it keeps its place on the copy of what it lies on */
function copyOf(item: Item, copies: ReadonlyMap<string, string>, by?: XY): CreateOperation {
  const { widget } = item;
  const body = bodyOf(widget, by ? NEW_ABOVE : NEW);
  const to = (id: string): string => copies.get(id) ?? id;
  if (isLine(widget)) {
    body.src = { ...widget.src, id: to(widget.src.id) };
    body.dst = { ...widget.dst, id: to(widget.dst.id) };
  } else if (isPlaced(widget)) {
    body.parent_id = to(widget.parent_id);
    if (by) putBeside(body, item, widget, by);
  }
  return { op: 'create', id: to(item.id), type: widget.widget_type, body };
}

function putBeside(body: Record<string, unknown>, { zoom }: Item, { location, scale }: PlacedWidget, by: XY): void {
  const above = zoom / scale;
  body.location = { x: location.x + by.x / above, y: location.y + by.y / above };
}

const strokesOf = ({ strokes }: Item, widget_id: string, newId: () => string): CreateOperation[] =>
  strokes.map(({ points, line_color, depth, page }) => {
    const body = { points, line_color, depth };
    return { op: 'create', id: newId(), type: 'Annotation', widget_id, body: page === undefined ? body : { ...body, page } };
  });
