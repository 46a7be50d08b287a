import type { Item } from '../../../live/board.ts';
import type { MenuItem } from '../../../parts/menu/menu-items.tsx';
import { texts } from '../../../texts.ts';
import { type Action, type ActionPlace, iconOf } from '../../action.ts';
import { actions } from '../../actions/index.ts';
import type { Editing } from '../../editing.ts';
import { editTexts } from '../../texts.ts';

/** Actions of a place that can be done now. */
export const actionsAt = (place: ActionPlace, items: readonly Item[], editing: Editing): Action[] =>
  actions.filter(({ places, isThere }) => places.includes(place) && isThere(items, editing));

/** Entries of a menu, in groups: what is done with a thing, how it lies above others and beside them, where it belongs, and last what takes it away. */
export function actionItems(place: ActionPlace, items: readonly Item[], editing: Editing): MenuItem[][] {
  const found = actionsAt(place, items, editing);
  const groups = [0, 1, 2, 3, 4].map((group) => found.filter((one) => groupOf(one) === group));
  return groups.filter((group) => group.length > 0).map((group) => group.map((one) => entryOf(one, items, editing)));
}

/** The menu of some widgets, and of the canvas where there are none. */
export const menuItems = (items: readonly Item[], editing: Editing): MenuItem[][] =>
  actionItems(items.length > 0 ? 'menu' : 'canvas', items, editing);

/** After those that arrange. */
const belonging: readonly string[] = ['put', 'put-on', 'take-off', 'connect', 'connect-to', 'properties'];

function groupOf({ id, group }: Action): number {
  if (id === 'delete') return 4;
  if (belonging.includes(id)) return 3;
  if (id.startsWith('arrange-')) return 2;
  return group === 'arrange' ? 1 : 0;
}

const entryOf = (action: Action, items: readonly Item[], editing: Editing): MenuItem => ({
  text: action.text(editTexts.value, items),
  icon: iconOf(action, editing),
  hint: action.keys.length > 0 ? editing.navigation.shortcuts.hint(`edit-${action.id}`, texts.value) : undefined,
  danger: action.id === 'delete',
  run: () => action.run(editing, items),
});
