import { usualClock } from '../../../client/index.ts';
import type { Shortcut, ShortcutGroup } from '../../view/shortcuts.ts';
import type { Editing } from '../editing.ts';
import { editTexts } from '../texts.ts';
import { hasFocus } from './has-focus.ts';
import { createNudges } from './nudges.ts';

const sides = ['left', 'right', 'up', 'down'] as const;
type Side = (typeof sides)[number];

/** Positive is to the right and down. */
const steps = { left: { x: -1, y: 0 }, right: { x: 1, y: 0 }, up: { x: 0, y: -1 }, down: { x: 0, y: 1 } } as const;

/** Pixels of the canvas of one press, and with Shift. */
const STEP = 10;
const LEAP = 100;

/** Arrows move and size what is selected, and lead to its neighbours. */
export function moveRows(editing: Editing): Shortcut[] {
  const { outline, seat } = editing;
  const nudges = createNudges(editing, usualClock.steady);
  const isSelected = (): boolean => outline.selection.ids.peek().size > 0 && hasFocus(editing);
  const travel = (side: Side): void => {
    if (!isSelected()) return outline.tabbedTo();
    const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
    outline.press({ key: arrowOf(side), ...none });
  };
  return [
    ...rowsOf('nudge', '', 'arrange', isSelected, (side) => nudges.move(steps[side], STEP)),
    ...rowsOf('nudge-far', 'Shift+', 'arrange', isSelected, (side) => nudges.move(steps[side], LEAP)),
    ...rowsOf('size', 'Mod+Shift+', 'arrange', isSelected, (side) => nudges.size(steps[side], STEP)),
    ...rowsOf('neighbour', 'Mod+', 'edit', () => hasFocus(editing), travel),
    {
      id: 'leave',
      keys: ['Escape'],
      group: 'edit',
      text: () => editTexts.value.keys.leave,
      when: () => hasFocus(editing) && (seat.tool.peek() !== 'select' || outline.selection.ids.peek().size > 0),
      run() {
        if (seat.tool.peek() === 'select') outline.selection.clear();
        else seat.tool.value = 'select';
      },
    },
  ];
}

const arrowOf = (side: Side): string => `Arrow${side[0]!.toUpperCase()}${side.slice(1)}`;

const rowsOf = (
  id: 'nudge' | 'nudge-far' | 'size' | 'neighbour',
  held: string,
  group: ShortcutGroup,
  when: () => boolean,
  run: (side: Side) => void,
): Shortcut[] =>
  sides.map((side) => ({
    id: `${id}-${side}`,
    keys: [held + arrowOf(side)],
    group,
    text: () => editTexts.value.keys[id][side],
    when,
    run: () => run(side),
  }));
