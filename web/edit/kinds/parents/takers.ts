import type { Box, XY } from '../../../../model/looks/shapes.ts';
import type { Item } from '../../../live/board.ts';
import { isFrame, isLine, isPart, isPlaced } from '../../../live/forms.ts';
import { holds } from '../../../selection/hit-test.ts';
import type { CommandBoard } from '../../commands/command-board.ts';
import { liesWithin, takesThings } from './parents.ts';

type Board = Pick<CommandBoard, 'item' | 'itemsIn'>;

/** What takes things is at least four times as large as each of them. */
const LARGER = 4;

/** What lies under the pointer, the topmost first, without what is carried. */
export function under(board: Board, point: XY, carried: ReadonlySet<string>): Item[] {
  const found = board.itemsIn({ ...point, width: 0, height: 0 });
  const isSolid = ({ widget, box }: Item): boolean => !isLine(widget) && !isFrame(widget) && holds(box, point);
  return found.reverse().filter((item) => isSolid(item) && !liesWithin(board, item, carried));
}

/** The cell that takes what is dropped here. What lies in a cell does not cover it. */
export function cellUnder(board: Board, [top]: readonly Item[]): Item | undefined {
  let at = top;
  while (at && !isPart(at.widget)) at = parentOf(board, at);
  return at;
}

const parentOf = (board: Pick<Board, 'item'>, { widget }: Item): Item | undefined =>
  isPlaced(widget) ? board.item(widget.parent_id) : undefined;

/** The topmost widget that takes at least one of these things, and lies under none of them already. */
export const takerUnder = (items: readonly Item[], things: readonly Item[]): Item | undefined =>
  items.find((item) => !isPart(item.widget) && things.some((thing) => takes(item, thing)));

/** Whether a widget takes a thing that lies wholly inside of it. Boxes are where things are now. */
export function takes(taker: Item, thing: Item, box: Box = thing.box): boolean {
  const isNew = isPlaced(thing.widget) && thing.widget.parent_id !== taker.id;
  return isNew && takesThings(taker) && covers(taker.box, box) && areaOf(taker.box) >= LARGER * areaOf(box);
}

/** Whether the middle of a thing lies outside of what it lies on. */
export function hasLeft(board: Pick<Board, 'item'>, item: Item): boolean {
  const { box } = item;
  const parent = parentOf(board, item);
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return parent !== undefined && !holds(parent.box, middle);
}

const covers = (outer: Box, inner: Box): boolean =>
  holds(outer, inner) && holds(outer, { x: inner.x + inner.width, y: inner.y + inner.height });

const areaOf = ({ width, height }: Box): number => width * height;
