import { opacityOf } from '../../../model/looks/colours.ts';
import type { Box } from '../../../model/looks/shapes.ts';
import type { Size } from '../../../model/types.ts';
import type { Board } from '../../live/board.ts';

/** The side of a note that has no example, in pixels of the screen. */
const SIDE = 200;
/** Fewer notes are no example. */
const ENOUGH = 3;
const SMALLEST = 50;
const LARGEST = 4000;

/** How large a new note is, in pixels of the canvas: as the notes in view are in the middle of their order, when there are three. */
export function noteSide(board: Pick<Board, 'itemsIn'>, seen: Box, zoom: number): Size {
  const boxes = board
    .itemsIn(seen)
    .flatMap(({ widget, box }) => (widget.widget_type === 'Note' && opacityOf(widget.background_color) > 0 ? [box] : []));
  if (boxes.length < ENOUGH) return { width: rounded(SIDE / zoom), height: rounded(SIDE / zoom) };
  return { width: rounded(median(boxes.map((box) => box.width))), height: rounded(median(boxes.map((box) => box.height))) };
}

const median = (lengths: readonly number[]): number => lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)]!;

const rounded = (length: number): number => Math.min(LARGEST, Math.max(SMALLEST, Math.round(length / 10) * 10));
