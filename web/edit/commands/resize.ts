import type { Box } from '../../../model/looks/shapes.ts';
import type { NewEdit } from '../../live/edits/edit.ts';
import { sizedAlong } from '../kinds/tables/sized-along.ts';
import { update } from './changes.ts';
import { type CommandBoard, isFree, isPinned, itemsOf } from './command-board.ts';

/** The sides of a widget are at least this long, in pixels of the canvas. */
const LEAST = 1;

/**
 * Gives widgets other boxes on the canvas. What lies on them keeps its place and size on them, unless it has a box of its own here
 * or fills the cell of a table.
 * @param boxes in pixels of the canvas
 */
export function resize(board: Pick<CommandBoard, 'item' | 'itemsIn'>, boxes: ReadonlyMap<string, Box>): NewEdit | undefined {
  const free = itemsOf(board, boxes.keys()).filter(isFree);
  const sizable = free.filter((item) => !isPinned(item));
  const operations = sizable.flatMap(({ id, widget, zoom }) => {
    const parent = board.item(widget.parent_id);
    if (!parent) return [];
    const from = boxes.get(widget.parent_id) ?? parent.box;
    const box = boxes.get(id)!;
    const size = { width: Math.max(LEAST, box.width) / zoom, height: Math.max(LEAST, box.height) / zoom };
    const location = { x: (box.x - from.x) / parent.zoom, y: (box.y - from.y) / parent.zoom };
    return [...update(widget, { location, size }), ...sizedAlong(board, id, size)];
  });
  return { label: 'resize', operations, skipped: free.length - sizable.length };
}
