import { Replace } from 'lucide';
import type { Action } from '../action.ts';

export const searchAndReplace: Action = {
  id: 'replace-text',
  text: ({ panels }) => panels.replace,
  icon: Replace,
  keys: ['Mod+Shift+F'],
  group: 'edit',
  isThere: () => true,
  run: (editing) => {
    editing.panel.value = 'replace';
  },
  places: [],
  once: true,
};
