import type { Box } from '../../../model/looks/shapes.ts';
import type { Board, Item } from '../../live/board.ts';
import { isFree } from '../commands/command-board.ts';

/** At most this many are compared in a frame. */
const MOST = 200;
/** The first look goes as far as this part of the view, and each next one twice as far. */
const FIRST_LOOK = 1 / 32;

export interface NeighbourRules {
  readonly board: Pick<Board, 'itemsIn'>;
  /** What is seen, in pixels of the canvas. */
  readonly seen: Box;
  /** What moves along is no neighbour. */
  readonly isHeld: (item: Item) => boolean;
}

/**
 * The boxes of widgets beside, above and below a box, as far as the view goes, the nearest 200. It asks the index for strips around the box
 * that grow until they hold enough, so it looks at few of ten thousand widgets, and again only after the box has moved by a part of the view.
 */
export function createNeighbours({ board, seen, isHeld }: NeighbourRules): (box: Box) => readonly Box[] {
  const farthest = Math.max(seen.width, seen.height);
  const slack = farthest * FIRST_LOOK;
  let last: { readonly box: Box; readonly found: readonly Box[] } | undefined;
  const look = (box: Box): readonly Box[] => {
    for (let reach = slack; ; reach *= 2) {
      const found = new Map<string, Item>();
      for (const strip of stripsAround(box, reach, slack))
        for (const item of board.itemsIn(strip)) if (isFree(item) && !isHeld(item)) found.set(item.id, item);
      if (found.size >= MOST || reach >= farthest) return nearest([...found.values()], box);
    }
  };
  return (box) => {
    if (!last || hasMoved(last.box, box, slack)) last = { box, found: look(box) };
    return last.found;
  };
}

function nearest(items: readonly Item[], box: Box): readonly Box[] {
  const boxes = items.map((item) => item.box);
  if (boxes.length <= MOST) return boxes;
  return boxes
    .map((one) => ({ one, far: distance(one, box) }))
    .sort((a, b) => a.far - b.far)
    .slice(0, MOST)
    .map(({ one }) => one);
}

/** Left, right, above and below, wider than the box by the slack on both sides. */
function stripsAround({ x, y, width, height }: Box, reach: number, slack: number): Box[] {
  const across = { x: x - slack, width: width + 2 * slack, height: reach };
  const down = { y: y - slack, height: height + 2 * slack, width: reach };
  return [
    { ...down, x: x - reach },
    { ...down, x: x + width },
    { ...across, y: y - reach },
    { ...across, y: y + height },
  ];
}

const hasMoved = (from: Box, to: Box, slack: number): boolean =>
  Math.max(
    Math.abs(from.x - to.x),
    Math.abs(from.y - to.y),
    Math.abs(from.x + from.width - to.x - to.width),
    Math.abs(from.y + from.height - to.y - to.height),
  ) > slack;

/** Between the nearest edges of two boxes. */
const distance = (one: Box, other: Box): number =>
  Math.max(0, one.x - other.x - other.width, other.x - one.x - one.width) +
  Math.max(0, one.y - other.y - other.height, other.y - one.y - one.height);
