import type { Box } from '../../../model/looks/shapes.ts';
import { around } from '../../live/boxes.ts';
import type { NewEdit } from '../../live/edits/edit.ts';
import { arrange } from './arrange.ts';
import type { CommandBoard } from './command-board.ts';

export type Distribution = 'across' | 'down';

/**
 * Moves three or more widgets along one axis, so that the gaps between them are equal and the box around them stays. Where there is no room
 * for gaps, they overlap equally.
 */
export const distribute = (board: Pick<CommandBoard, 'item'>, ids: Iterable<string>, along: Distribution): NewEdit | undefined =>
  arrange(board, ids, 3, (items) => {
    const [start, length] = along === 'across' ? (['x', 'width'] as const) : (['y', 'height'] as const);
    const middle = ({ box }: { readonly box: Box }): number => box[start] + box[length] / 2;
    const sorted = [...items].sort((one, other) => middle(one) - middle(other));
    const whole = items.map(({ box }) => box).reduce(around);
    const filled = items.reduce((sum, { box }) => sum + box[length], 0);
    const gap = (whole[length] - filled) / (items.length - 1);
    let at = whole[start];
    return new Map(
      sorted.map((item) => {
        const by = at - item.box[start];
        at += item.box[length] + gap;
        return [item, { x: 0, y: 0, [start]: by }];
      }),
    );
  });
