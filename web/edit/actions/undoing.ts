import { Redo, Undo } from 'lucide';
import type { Action } from '../action.ts';

export const undo: Action = {
  id: 'undo',
  text: ({ actions }) => actions.undo,
  icon: Undo,
  keys: ['Mod+Z'],
  group: 'edit',
  isThere: (_items, { history }) => history.canUndo.value,
  run: ({ history }) => void history.undo(),
  places: [],
  says: true,
};

export const redo: Action = {
  id: 'redo',
  text: ({ actions }) => actions.redo,
  icon: Redo,
  keys: ['Mod+Shift+Z', 'Mod+Y'],
  group: 'edit',
  isThere: (_items, { history }) => history.canRedo.value,
  run: ({ history }) => void history.redo(),
  places: [],
  says: true,
};
