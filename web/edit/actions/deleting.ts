import { effect, untracked } from '@preact/signals';
import { Trash2 } from 'lucide';
import { say } from '../../parts/toast.tsx';
import type { Action } from '../action.ts';
import { isWritable } from '../commands/command-board.ts';
import { type Removal, remove } from '../commands/remove.ts';
import type { Editing } from '../editing.ts';
import { editTexts } from '../texts.ts';

/** More than this many are not deleted by one press. */
const ASKS = 500;

export const deleting: Action = {
  id: 'delete',
  text: ({ actions }) => actions.delete,
  icon: Trash2,
  keys: ['Delete', 'Backspace'],
  group: 'edit',
  isThere: (items) => items.some(isWritable),
  run(editing, items) {
    const ids = items.map(({ id }) => id);
    const removal = remove(editing.board, ids);
    if (removal.count <= ASKS) return perform(editing, removal);
    const { spoken, actions } = editTexts.peek();
    editing.question.value = {
      title: spoken.ask(removal.count),
      text: spoken.askMore,
      yes: actions.delete,
      no: spoken.cancel,
      // Others may have changed the canvas meanwhile
      run: () => perform(editing, remove(editing.board, ids)),
    };
  },
  places: ['menu', 'bar'],
  once: true,
};

function perform(editing: Editing, removal: Removal): void {
  const text = textOf(editing, removal);
  if (editing.perform(removal.edit)) offerUndo(editing, text);
  else if (removal.edit.skipped) say(editTexts.peek().spoken.pinned(removal.edit.skipped));
}

function textOf({ outline }: Editing, { tops, count }: Removal): string {
  const { spoken } = editTexts.peek();
  const [top, second] = tops;
  return top && !second ? spoken.deletedOne(outline.describe(top.widget).kind, count - 1) : spoken.deletedMany(count);
}

/** A message with a button, until the button would take back something else. */
function offerUndo({ history }: Editing, text: string): void {
  const drop = say(text, { text: editTexts.peek().actions.undo, run: () => void history.undo() });
  const shown = history.next.peek();
  let isOver = false;
  const end = effect(() => {
    if (history.next.value === shown || isOver) return;
    isOver = true;
    untracked(drop);
    queueMicrotask(() => end());
  });
}
