import type { Box } from '../../model/looks/shapes.ts';
import type { Board, Item } from '../live/board.ts';
import { isLine, isPart } from '../live/forms.ts';

export type Direction = 'left' | 'right' | 'up' | 'down';

/** What lies straight ahead counts this much nearer than what lies aside. */
const ASIDE = 2;
/** Between equal gaps the nearer middle wins. */
const MIDDLE = 0.01;

/**
 * The widget that an arrow key leads to: the nearest one in that direction. Never one that lies in this one or around it, because those
 * are below and above it in the outline; nor a connector, which lies everywhere between its ends.
 */
export function neighbour(board: Pick<Board, 'itemsIn'>, from: Item, direction: Direction, farthest: number): Item | undefined {
  const start = turned(from.box, direction);
  for (let reach = Math.max(from.box.width, from.box.height, 1); ; reach *= 2) {
    const found = nearest(board.itemsIn(ahead(from.box, direction, reach)), from, start, direction);
    // Whatever lies outside of what was looked through is farther away than its reach
    if (found && (found.far <= reach || reach > farthest)) return found.item;
    if (reach > farthest) return undefined;
  }
}

function nearest(items: readonly Item[], from: Item, start: Box, direction: Direction) {
  let best: { readonly item: Item; readonly far: number } | undefined;
  for (const item of items) {
    if (item.id === from.id || isLine(item.widget) || isPart(item.widget)) continue;
    if (covers(item.box, from.box) || covers(from.box, item.box)) continue;
    const far = distance(start, turned(item.box, direction));
    if (far < (best?.far ?? Number.POSITIVE_INFINITY)) best = { item, far };
  }
  return best;
}

/** Between two boxes as the direction sees them, which here is always to the right. Infinity: not in that direction. */
function distance(from: Box, to: Box): number {
  const passed = to.x + to.width / 2 - (from.x + from.width / 2);
  const aside = Math.max(0, to.y - (from.y + from.height), from.y - (to.y + to.height));
  if (passed <= 0 || aside > passed * ASIDE) return Number.POSITIVE_INFINITY;
  const across = Math.abs(to.y + to.height / 2 - (from.y + from.height / 2));
  return Math.max(0, to.x - (from.x + from.width)) + aside * ASIDE + (passed + across) * MIDDLE;
}

function turned({ x, y, width, height }: Box, direction: Direction): Box {
  switch (direction) {
    case 'right':
      return { x, y, width, height };
    case 'left':
      return { x: -x - width, y, width, height };
    case 'down':
      return { x: y, y: x, width: height, height: width };
    case 'up':
      return { x: -y - height, y: x, width: height, height: width };
  }
}

/** The part of the canvas in that direction, as far as `reach`, from the middle of the box on. */
function ahead({ x, y, width, height }: Box, direction: Direction, reach: number): Box {
  const across = { x: x + width / 2, width: width / 2 + reach, y: y - reach, height: height + 2 * reach };
  const down = { x: x - reach, width: width + 2 * reach, y: y + height / 2, height: height / 2 + reach };
  if (direction === 'right') return across;
  if (direction === 'left') return { ...across, x: x - reach };
  return direction === 'down' ? down : { ...down, y: y - reach };
}

const covers = (outer: Box, inner: Box): boolean =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.width >= inner.x + inner.width &&
  outer.y + outer.height >= inner.y + inner.height;
