import type { Shortcut } from '../../view/shortcuts.ts';
import type { Action } from '../action.ts';
import { actions } from '../actions/index.ts';
import type { Editing } from '../editing.ts';
import { editTexts } from '../texts.ts';
import { hasFocus } from './has-focus.ts';

/** A row for each action that has keys. */
export const actionRows = (editing: Editing): Shortcut[] =>
  actions.filter(({ keys }) => keys.length > 0).map((action) => actionRow(action, editing));

const actionRow = (action: Action, editing: Editing): Shortcut => ({
  id: `edit-${action.id}`,
  keys: action.keys,
  group: action.group,
  text: () => action.text(editTexts.value, []),
  when: () =>
    !action.isHeardByBrowser &&
    (!action.keys.includes('Enter') || hasFocus(editing)) &&
    (action.says || action.isThere(editing.selected(), editing)),
  run: () => action.run(editing, editing.selected()),
  once: action.once,
});
