import { ListChecks } from 'lucide';
import type { Action } from '../action.ts';

/** Fingers have no Shift: from now on each tap adds a widget or takes it away, until one hits nothing. */
export const selectSeveral: Action = {
  id: 'select-several',
  text: ({ actions }) => actions.selectSeveral,
  icon: ListChecks,
  keys: [],
  group: 'edit',
  isThere: (items) => items.length > 0 && matchMedia('(any-pointer: coarse)').matches,
  isOn: (_items, { hands }) => hands.selectsSeveral.value,
  run: ({ hands }) => {
    hands.selectsSeveral.value = !hands.selectsSeveral.peek();
  },
  places: ['menu', 'bar'],
};
