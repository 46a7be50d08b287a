import { connectorShapes } from '../../model/looks/connectors.ts';
import type { Box, XY } from '../../model/looks/shapes.ts';
import type { Board, Item } from '../live/board.ts';
import { isFrame, isLine, isPart, type Line } from '../live/forms.ts';
import { distanceToPath } from './path-distance.ts';

/** What hit tests ask of a board. */
export type HitBoard = Pick<Board, 'item' | 'itemsIn'>;

/**
 * The widget under a point of the canvas, the topmost of several. A frame is hit where nothing else is, because one sees through it; the
 * field of a table is the table; the root is nothing.
 * @param slack how far from its line a connector is still hit, in pixels of the canvas
 */
export function hitTest(board: HitBoard, point: XY, slack: number): Item | undefined {
  const around = board.itemsIn({ x: point.x - slack, y: point.y - slack, width: 2 * slack, height: 2 * slack });
  let frame: Item | undefined;
  for (const item of around.reverse()) {
    if (!isHit(board, item, point, slack)) continue;
    if (!isFrame(item.widget)) return isPart(item.widget) ? (board.item(item.widget.parent_id) ?? item) : item;
    if (!frame || areaOf(item.box) < areaOf(frame.box)) frame = item;
  }
  return frame;
}

function isHit(board: HitBoard, { widget, box }: Item, point: XY, slack: number): boolean {
  return isLine(widget) ? isOnLine(board, widget, point, slack) : holds(box, point);
}

function isOnLine(board: HitBoard, connector: Line, point: XY, slack: number): boolean {
  const from = board.item(connector.src.id);
  const to = board.item(connector.dst.id);
  if (!from || !to) return false;
  const near = slack + connector.line_width / 2;
  return connectorShapes(connector, from.box, to.box).some(({ path }) => distanceToPath(path, point) <= near);
}

/** Whether a point lies in a box or on its edge. */
export const holds = ({ x, y, width, height }: Box, point: XY): boolean =>
  point.x >= x && point.y >= y && point.x <= x + width && point.y <= y + height;

const areaOf = ({ width, height }: Box): number => width * height;
