import type { Box } from '../../../model/looks/shapes.ts';
import type { NewEdit } from '../../live/edits/edit.ts';
import { sizableOf, sizingOf } from '../hands/sizable.ts';
import type { CommandBoard } from './command-board.ts';
import { resize } from './resize.ts';

/**
 * Makes two or more widgets as large as the largest of them; what keeps its ratio gets as wide. Upper left corners stay. Undefined: fewer of
 * them have a size that people choose.
 */
export function sameSize(board: Pick<CommandBoard, 'item' | 'itemsIn'>, ids: Iterable<string>): NewEdit | undefined {
  const items = sizableOf(board, ids)?.items ?? [];
  if (items.length < 2) return undefined;
  const { width, height } = items.map(({ box }) => box).reduce((most, box) => (area(box) > area(most) ? box : most));
  const boxes = items.map(({ id, box, widget }): [string, Box] => {
    const isFree = sizingOf(widget) === 'free';
    return [id, { ...box, width, height: isFree ? height : (box.height * width) / box.width }];
  });
  return resize(board, new Map(boxes));
}

const area = ({ width, height }: Box): number => width * height;
