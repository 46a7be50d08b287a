import type { Box, XY } from '../../../model/looks/shapes.ts';
import { around } from '../../live/boxes.ts';
import type { NewEdit } from '../../live/edits/edit.ts';
import { arrange } from './arrange.ts';
import type { CommandBoard } from './command-board.ts';

export type Alignment = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom';

/** Puts two or more widgets to one edge, or to the middle, of the box around them. */
export const align = (board: Pick<CommandBoard, 'item'>, ids: Iterable<string>, to: Alignment): NewEdit | undefined =>
  arrange(board, ids, 2, (items) => {
    const whole = items.map(({ box }) => box).reduce(around);
    return new Map(items.map((item) => [item, wayTo(to, item.box, whole)]));
  });

function wayTo(to: Alignment, box: Box, whole: Box): XY {
  const across = whole.x - box.x;
  const down = whole.y - box.y;
  const moreAcross = whole.width - box.width;
  const moreDown = whole.height - box.height;
  switch (to) {
    case 'left':
      return { x: across, y: 0 };
    case 'centre':
      return { x: across + moreAcross / 2, y: 0 };
    case 'right':
      return { x: across + moreAcross, y: 0 };
    case 'top':
      return { x: 0, y: down };
    case 'middle':
      return { x: 0, y: down + moreDown / 2 };
    case 'bottom':
      return { x: 0, y: down + moreDown };
  }
}
