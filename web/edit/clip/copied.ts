import { type Element, isWidgetElement, type WidgetElement } from '../../live/element.ts';
import { isLine, isPart, isPlaced } from '../../live/forms.ts';
import { type CommandBoard, isFree, isWritable, itemsOf, topsOf } from '../commands/command-board.ts';
import { familyOf } from '../commands/family.ts';

/**
 * Widgets with all that lies on them, their strokes, and connectors between them, as `GET /widgets?annotations=1` shows them: parents before
 * what lies on them. The topmost ones lie on the root, at the same place of the canvas. @param recordOf a widget as it is shown
 */
export function copiedOf(
  board: Pick<CommandBoard, 'item' | 'items' | 'root'>,
  ids: Iterable<string>,
  recordOf: (id: string) => Element | undefined,
): WidgetElement[] {
  const tops = new Set(topsOf(board, itemsOf(board, ids).filter(isWritable).filter(isFree)).map(({ id }) => id));
  const { items, lines } = familyOf(board, tops);
  const family = new Set(items.map(({ id }) => id));
  const between = lines.filter(({ widget }) => isLine(widget) && family.has(widget.src.id) && family.has(widget.dst.id));
  const root_id = board.root.peek()?.id ?? '';
  return [...items, ...between].flatMap((item) => {
    const record = recordOf(item.id);
    if (!record || !isWidgetElement(record)) return [];
    const { box, zoom } = item;
    const place = tops.has(item.id) && { parent_id: root_id, location: { x: box.x, y: box.y }, scale: zoom };
    const strokes = item.strokes.length > 0 && { annotations: item.strokes };
    return [{ ...record, ...place, ...strokes } as WidgetElement];
  });
}

/** Copied widgets that lie on no other copied one. */
export function copiedTops(widgets: readonly WidgetElement[]): WidgetElement[] {
  const ids = new Set(widgets.map(({ id }) => id));
  return widgets.filter((widget) => isPlaced(widget) && !ids.has(widget.parent_id));
}

/** What people count: a table with its cells is one thing. */
export const countOfThings = (widgets: readonly WidgetElement[]): number => widgets.filter((widget) => !isPart(widget)).length;
