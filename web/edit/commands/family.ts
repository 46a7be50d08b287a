import type { Item } from '../../live/board.ts';
import { isLine, isPlaced } from '../../live/forms.ts';
import type { CommandBoard } from './command-board.ts';

/** Widgets with everything that lies on them. */
export interface Family {
  /** In painting order: parents before what lies on them. */
  readonly items: readonly Item[];
  /** Connectors that end at any of them. */
  readonly lines: readonly Item[];
}

export function familyOf(board: Pick<CommandBoard, 'items'>, ids: Iterable<string>): Family {
  const family = new Set(ids);
  const items: Item[] = [];
  const lines: Item[] = [];
  // Painting order has parents before children, and connectors last
  for (const item of board.items()) {
    const { id, widget } = item;
    if (isLine(widget)) {
      if (family.has(id) || family.has(widget.src.id) || family.has(widget.dst.id)) lines.push(item);
    } else if (family.has(id) || (isPlaced(widget) && family.has(widget.parent_id))) {
      family.add(id);
      items.push(item);
    }
  }
  return { items, lines };
}
