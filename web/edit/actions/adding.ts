import { Plus } from 'lucide';
import type { Action } from '../action.ts';

export const adding: Action = {
  id: 'add',
  text: ({ panels }) => panels.add,
  icon: Plus,
  keys: ['/'],
  group: 'tool',
  isThere: () => true,
  run: (editing) => {
    editing.adding.value = 'menu';
  },
  places: [],
  once: true,
};
