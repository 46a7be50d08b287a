import { Copy } from 'lucide';
import { newId } from '../../live/edits/new-id.ts';
import type { Action } from '../action.ts';
import { isFree } from '../commands/command-board.ts';
import { duplicate } from '../commands/duplicate.ts';
import { stepOf } from './duplicate-step.ts';

/** Beside the original, or by the step by which the last copy was moved. */
export const duplicating: Action = {
  id: 'duplicate',
  text: ({ actions }) => actions.duplicate,
  icon: Copy,
  keys: ['Mod+D'],
  group: 'edit',
  isThere: (items) => items.some(isFree),
  run(editing, items) {
    const ids = items.map(({ id }) => id);
    const { edit, copies } = duplicate(editing.board, ids, stepOf(editing, ids), newId);
    const [first] = copies;
    const original = first && editing.board.item(first[0]);
    if (!editing.perform(edit) || !original) return;
    editing.seat.duplicated = { copy: first[1], from: original.box };
    editing.outline.selection.select(...copies.values());
  },
  places: ['menu', 'bar'],
  once: true,
};
