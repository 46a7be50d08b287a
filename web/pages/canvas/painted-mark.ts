import { effect } from '@preact/signals';
import type { Board } from '../../live/board.ts';
import type { KeptPicture } from '../../paint/kept-picture.ts';

/**
 * Says in the browser's own records when a canvas that was opened is shown completely for the first time: all of it is there and live, and
 * all that is seen is painted. Whoever measures pages reads it as `performance.getEntriesByName('easel:painted')`, in ms since the
 * page was asked for. Returns what ends that.
 */
export function markPainted(board: Pick<Board, 'state'>, picture: Pick<KeptPicture, 'sharp'>): () => void {
  performance.clearMarks(NAME);
  return effect(() => {
    if (board.state.value.is !== 'live' || !picture.sharp.value || performance.getEntriesByName(NAME).length > 0) return;
    performance.mark(NAME);
  });
}

const NAME = 'easel:painted';
