import type { Box } from '../../../model/looks/shapes.ts';
import type { Board, Item } from '../../live/board.ts';

/** Where the next note is: in the direction of reading or against it, or below or above. */
export type FlowStep = 'next' | 'previous' | 'below' | 'above';

/** Between two notes, in pixels of the canvas. */
const GAP = 20;

/** The place beside a note for one of the same size. @param fromRight the text is written from right to left */
export function placeBeside({ x, y, width, height }: Box, step: FlowStep, fromRight: boolean): Box {
  if (step === 'below' || step === 'above') {
    const down = height + GAP;
    return { x, y: step === 'below' ? y + down : y - down, width, height };
  }
  const across = width + GAP;
  return { x: (step === 'next') !== fromRight ? x + across : x - across, y, width, height };
}

/** The topmost note that lies at a place already: one of both holds the middle of the other. */
export function noteAt(board: Pick<Board, 'itemsIn'>, place: Box, besides: string): Item | undefined {
  return board
    .itemsIn(place)
    .filter(({ id, widget }) => id !== besides && widget.widget_type === 'Note')
    .findLast(({ box }) => holdsMiddle(place, box) || holdsMiddle(box, place));
}

function holdsMiddle(box: Box, other: Box): boolean {
  const x = other.x + other.width / 2 - box.x;
  const y = other.y + other.height / 2 - box.y;
  return x >= 0 && y >= 0 && x <= box.width && y <= box.height;
}
