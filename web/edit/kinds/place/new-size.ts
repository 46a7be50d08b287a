import type { Box } from '../../../../model/looks/shapes.ts';
import type { Size } from '../../../../model/types.ts';
import type { WidgetType } from '../../../../model/widgets/index.ts';
import type { Board } from '../../../live/board.ts';

/** Fewer widgets of a type are no example for the next one. */
const ENOUGH = 3;
/** What a new thing has of the view. */
const SHARE = 1 / 3;
const SMALLEST = 50;
const LARGEST = 4000;

/**
 * How large a new widget is, in pixels of the canvas: as others of its type in view are in the middle of their order, when there are three of
 * them; else it takes a third of the view in the wanted ratio of width to height.
 */
export function newSize(board: Pick<Board, 'itemsIn'>, seen: Box, type: WidgetType, ratio: number): Size {
  const boxes = board.itemsIn(seen).flatMap(({ widget, box }) => (widget.widget_type === type ? [box] : []));
  if (boxes.length >= ENOUGH)
    return { width: median(boxes.map((box) => box.width)), height: median(boxes.map((box) => box.height)) };
  const width = Math.min(seen.width * SHARE, seen.height * SHARE * ratio);
  return { width: rounded(width), height: rounded(width / ratio) };
}

export const aroundPoint = ({ x, y }: { readonly x: number; readonly y: number }, { width, height }: Size): Box => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
});

const median = (lengths: readonly number[]): number => lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)]!;

const rounded = (length: number): number => Math.min(LARGEST, Math.max(SMALLEST, Math.round(length / 10) * 10));
