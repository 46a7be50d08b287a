import type { Box, XY } from '../../../../model/looks/shapes.ts';
import type { Board, Item } from '../../../live/board.ts';
import { isFrame, isLine, isPart, isRoot } from '../../../live/forms.ts';
import { holds } from '../../../selection/hit-test.ts';

/**
 * The widget to which a connector leads that ends at a point of the canvas: the topmost one. The field of a table is the table.
 * @param slack how near to the edge of a widget its outside still counts, in pixels of the canvas
 */
export function connectableAt(board: Pick<Board, 'item' | 'itemsIn'>, point: XY, slack: number): Item | undefined {
  const around = board.itemsIn({ x: point.x - slack, y: point.y - slack, width: 2 * slack, height: 2 * slack });
  const met = around.reverse().filter((item) => isConnectable(item) && isMet(item, point, slack));
  return met.find(({ box }) => holds(box, point)) ?? met[0];
}

/** Whether connectors may end at a widget. Fields of tables may be ends, too, but people point at their tables. */
export const isConnectable = ({ widget }: Pick<Item, 'widget'>): boolean => !isLine(widget) && !isPart(widget) && !isRoot(widget);

/** Whether a point is on a widget, or just beside it. One sees through frames, so they are met only near their edges. */
export const isMet = ({ widget, box }: Item, point: XY, slack: number): boolean =>
  holds(grown(box, slack), point) && !(isFrame(widget) && holds(grown(box, -slack), point));

const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});
