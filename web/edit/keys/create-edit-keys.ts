import type { Editing } from '../editing.ts';
import { editTexts } from '../texts.ts';
import { actionRows } from './action-rows.ts';
import { createCross } from './cross.ts';
import type { EditKeys } from './edit-keys.ts';
import { moveRows } from './move-rows.ts';
import { toolRows } from './tool-rows.ts';

/** Puts the keys of editing into the list of shortcuts, for as long as the person edits. */
export function createEditKeys(editing: Editing): EditKeys {
  const { shortcuts } = editing.navigation;
  const cross = createCross(editing);
  const rows = [...toolRows(editing, cross), ...moveRows(editing), ...actionRows(editing), ...cross.rows];
  const takeOut = shortcuts.add(rows, () => ({ groups: editTexts.value.keys.groups, keys: editTexts.value.keys.names }));
  return {
    press: (event) => editing.kinds.press(event) || shortcuts.press(event),
    close() {
      takeOut();
      cross.close();
    },
  };
}
