import { Pin } from 'lucide';
import type { Item } from '../../live/board.ts';
import type { Action } from '../action.ts';
import { isFree, isPinned } from '../commands/command-board.ts';
import { pin } from '../commands/pin.ts';

const isOn = (items: readonly Item[]): boolean => items.some(isFree) && items.filter(isFree).every(isPinned);

export const pinning: Action = {
  id: 'pin',
  text: ({ actions }, items) => (isOn(items) ? actions.unpin : actions.pin),
  icon: Pin,
  keys: ['Shift+L'],
  group: 'arrange',
  isThere: (items) => items.some(isFree),
  isOn,
  run(editing, items) {
    const ids = items.map(({ id }) => id);
    editing.perform(pin(editing.board, ids, !isOn(items)));
  },
  places: ['menu', 'bar'],
  once: true,
};
