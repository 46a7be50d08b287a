import type { Box, XY } from '../../../model/looks/shapes.ts';
import type { Board, Item } from '../../live/board.ts';
import { isFrame, isLine, isPart } from '../../live/forms.ts';
import { isPinned } from '../commands/command-board.ts';

/** The box between two points. */
export const between = (from: XY, to: XY): Box => ({
  x: Math.min(from.x, to.x),
  y: Math.min(from.y, to.y),
  width: Math.abs(to.x - from.x),
  height: Math.abs(to.y - from.y),
});

/**
 * What a frame drawn on the canvas selects, in painting order: whatever it touches, or with `inside` what lies wholly in it. Anchors and
 * connectors always lie wholly in it, because they reach over much that nobody means. Never what is pinned.
 */
export function inMarquee(board: Pick<Board, 'itemsIn'>, frame: Box, inside: boolean): Item[] {
  return board.itemsIn(frame).filter((item) => {
    const { widget, box } = item;
    if (isPinned(item) || isPart(widget)) return false;
    return inside || isFrame(widget) || isLine(widget) ? holds(frame, box) : meets(frame, box);
  });
}

const holds = (outer: Box, { x, y, width, height }: Box): boolean =>
  x >= outer.x && y >= outer.y && x + width <= outer.x + outer.width && y + height <= outer.y + outer.height;

const meets = (one: Box, other: Box): boolean =>
  one.x <= other.x + other.width &&
  other.x <= one.x + one.width &&
  one.y <= other.y + other.height &&
  other.y <= one.y + one.height;
