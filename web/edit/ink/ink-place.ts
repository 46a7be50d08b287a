import { opacityOf } from '../../../model/looks/colours.ts';
import type { Box, XY } from '../../../model/looks/shapes.ts';
import type { Board, Item } from '../../live/board.ts';
import { isFrame, isLine, isPart } from '../../live/forms.ts';
import { holds } from '../../selection/hit-test.ts';

type InkBoard = Pick<Board, 'item' | 'itemsIn' | 'root'>;

/** What a stroke that begins at a point of the canvas belongs to; the canvas itself where no widget is. Undefined: there is no canvas. */
export function inkTargetAt(board: InkBoard, point: XY): Item | undefined {
  const there = board
    .itemsIn({ ...point, width: 0, height: 0 })
    .filter(({ widget, box }) => takesInk(widget) && holds(box, point));
  const top = there.findLast(({ widget }) => !isFrame(widget)) ?? there.at(-1);
  if (!top) return board.root.peek();
  return isPart(top.widget) ? board.item(top.widget.parent_id) : top;
}

/** Strokes cannot lie on lines, and those on an output would lie on what it shows. */
const takesInk = (widget: Item['widget']): boolean => !isLine(widget) && widget.widget_type !== 'VideoOutputAnchor';

/** The boxes above a stroke on an item that hide it, in a part of the canvas. */
export function boxesAbove(board: InkBoard, { order }: Pick<Item, 'order'>, part: Box): readonly Box[] {
  return board.itemsIn(part).flatMap((item) => (item.order > order && hides(item.widget) ? item.box : []));
}

function hides(widget: Item['widget']): boolean {
  if (!takesInk(widget) || isFrame(widget) || isPart(widget)) return false;
  return !('background_color' in widget) || opacityOf(String(widget.background_color)) > 0.5;
}

/** The page of a PDF on which a stroke lies, from 1; undefined: it is no PDF. */
export const pageOf = ({ widget }: Pick<Item, 'widget'>): number | undefined =>
  'index' in widget && widget.widget_type === 'Pdf' ? widget.index + 1 : undefined;
