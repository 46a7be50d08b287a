import { withShade } from '../../../model/looks/shades.ts';
import type { Box } from '../../../model/looks/shapes.ts';
import type { Board, Item } from '../../live/board.ts';
import { isLine, isPlaced } from '../../live/forms.ts';
import { type HeldGroup, topOf } from '../held.ts';

/** Items as a hand shows them that changes their size: with the boxes of now, and records that say so. */
export function sizedItems(board: Pick<Board, 'item'>, items: readonly Item[], group: HeldGroup): Item[] {
  return items.map((item) => {
    const top = topOf(board, item, group.ids);
    return top === undefined ? item : at(item, group.boxOf(item, top));
  });
}

/** An item in another box. */
export function at({ id, widget, box: before, zoom, order, strokes }: Item, box: Box): Item {
  const isSized = box.width !== before.width || box.height !== before.height;
  const size = { width: box.width / zoom, height: box.height / zoom };
  const shown = isSized && isPlaced(widget) ? { ...widget, size } : widget;
  return { id, widget: shown, box, reach: withShade(widget.widget_type, box), zoom, order, strokes };
}

/**
 * Connectors among those at held items: `inner` ones keep their shape, because all of both ends moves along, and `leaving` ones have one end
 * that does not. Those between things that stay are in neither.
 * @param isSized nothing keeps its shape
 */
export function dividedLines(
  items: readonly Item[],
  lines: readonly Item[],
  isSized: boolean,
): Record<'inner' | 'leaving', Item[]> {
  const ids = new Set(items.map(({ id }) => id));
  const inner: Item[] = [];
  const leaving: Item[] = [];
  for (const line of lines) {
    if (!isLine(line.widget)) continue;
    const hasFirst = ids.has(line.widget.src.id);
    const hasSecond = ids.has(line.widget.dst.id);
    if (hasFirst && hasSecond && !isSized) inner.push(line);
    else if (hasFirst || hasSecond) leaving.push(line);
  }
  return { inner, leaving };
}
