import type { Item } from '../../live/board.ts';
import type { Action } from '../action.ts';
import type { Arrangement } from '../arrange/arranging.ts';
import { isFree, isPinned } from '../commands/command-board.ts';

const arranging = (how: Arrangement, keys: readonly string[], least = 2): Action => ({
  id: `arrange-${how}`,
  text: ({ actions }) => actions.arrangements[how],
  icon: ({ arranging: { iconOf } }) => iconOf(how),
  keys,
  group: 'arrange',
  isThere: (items) => hasMovable(items, least),
  run: (editing, items) =>
    editing.arranging.arrange(
      how,
      items.map(({ id }) => id),
    ),
  places: ['arrange'],
  once: true,
});

/** Stops at the last one that it takes, because ten thousand may be selected. */
function hasMovable(items: readonly Item[], least: number): boolean {
  let found = 0;
  for (const item of items) {
    if (isFree(item) && !isPinned(item)) found++;
    if (found === least) return true;
  }
  return false;
}

/** In the order of the menu. */
export const arrangements: readonly Action[] = [
  arranging('left', ['Alt+A']),
  arranging('centre', ['Alt+H']),
  arranging('right', ['Alt+D']),
  arranging('top', ['Alt+W']),
  arranging('middle', ['Alt+V']),
  arranging('bottom', ['Alt+S']),
  arranging('across', ['Alt+Shift+H'], 3),
  arranging('down', ['Alt+Shift+V'], 3),
  arranging('tidy', ['Alt+Shift+T']),
  arranging('size', []),
];
