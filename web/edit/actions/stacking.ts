import { ArrowDownToLine, ArrowUpToLine, BringToFront, SendToBack } from 'lucide';
import type { Action } from '../action.ts';
import { isFree } from '../commands/command-board.ts';
import { type StackStep, stack } from '../commands/stack.ts';

const stacking = (step: StackStep, own: Pick<Action, 'id' | 'text' | 'icon' | 'keys'>): Action => ({
  ...own,
  group: 'arrange',
  isThere: (items) => items.some(isFree),
  run(editing, items) {
    const ids = items.map(({ id }) => id);
    editing.perform(stack(editing.board, ids, step));
  },
  places: ['menu', 'arrange'],
});

export const toFront = stacking('front', {
  id: 'to-front',
  text: ({ actions }) => actions.toFront,
  icon: BringToFront,
  keys: ['Shift+Home'],
});
export const forward = stacking('forward', {
  id: 'forward',
  text: ({ actions }) => actions.forward,
  icon: ArrowUpToLine,
  keys: [']', 'Shift+PageUp'],
});
export const backward = stacking('backward', {
  id: 'backward',
  text: ({ actions }) => actions.backward,
  icon: ArrowDownToLine,
  keys: ['[', 'Shift+PageDown'],
});
export const toBack = stacking('back', {
  id: 'to-back',
  text: ({ actions }) => actions.toBack,
  icon: SendToBack,
  keys: ['Shift+End'],
});
