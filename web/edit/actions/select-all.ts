import { BoxSelect } from 'lucide';
import type { Action } from '../action.ts';
import { isFree, isPinned, topsOf } from '../commands/command-board.ts';

/** What lies on a widget moves and goes with it, so it is not selected besides. */
export const selectAll: Action = {
  id: 'select-all',
  text: ({ actions }) => actions.selectAll,
  icon: BoxSelect,
  keys: ['Mod+A'],
  group: 'edit',
  isThere: (_items, { board }) => board.count.value > 0,
  run({ board, outline }) {
    const free = board.items().filter((item) => isFree(item) && !isPinned(item));
    outline.selection.select(...topsOf(board, free).map(({ id }) => id));
  },
  places: ['canvas'],
  once: true,
};
