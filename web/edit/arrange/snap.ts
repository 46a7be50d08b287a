import type { Box, XY } from '../../../model/looks/shapes.ts';
import type { HandleSide, SizingRules } from '../hands/sized.ts';
import { type Axis, type AxisSpan, besideIn, middleOf, spanOf } from './span.ts';

/**
 * How much farther a box goes, so that an edge or its middle meets that of a neighbour, or its gaps are equal. Each axis counts alone; 0: no
 * neighbour is near enough there.
 * @param box where the pointer has brought it, in pixels of the canvas, like all others
 * @param threshold the farthest that it goes
 */
export function snapMoved(box: Box, neighbours: readonly Box[], threshold: number): XY {
  const along = (axis: Axis): number => {
    const own = spanOf(box, axis);
    const others = neighbours.map((one) => spanOf(one, axis));
    return nearest([...others.flatMap((other) => toLines(own, other)), ...toEqualGaps(own, others, threshold)], threshold);
  };
  return { x: along('x'), y: along('y') };
}

/**
 * How much farther a dragged handle goes, so that its edge meets that of a neighbour, or the box is as long as one; as `snapMoved`. Where the
 * ratio is kept, only the nearer one of the axes counts, because the other one follows it.
 */
export function snapSized(
  box: Box,
  side: HandleSide,
  neighbours: readonly Box[],
  threshold: number,
  { keepsRatio, fromMiddle }: SizingRules,
): XY {
  const along = (axis: Axis): number => {
    const sign = side[axis];
    if (sign === 0) return 0;
    const own = spanOf(box, axis);
    const edge = sign < 0 ? own.from : own.to;
    const times = fromMiddle ? 2 : 1;
    const found = neighbours.flatMap((one) => {
      const { from, to } = spanOf(one, axis);
      return [from - edge, to - edge, (sign * (to - from - (own.to - own.from))) / times];
    });
    return nearest(found, threshold);
  };
  const by = { x: along('x'), y: along('y') };
  if (!keepsRatio || by.x === 0 || by.y === 0) return by;
  return Math.abs(by.x) <= Math.abs(by.y) ? { ...by, y: 0 } : { ...by, x: 0 };
}

/** Edges meet edges, middles meet middles. */
const toLines = (own: AxisSpan, { from, to, ...other }: AxisSpan): number[] => [
  from - own.from,
  to - own.from,
  from - own.to,
  to - own.to,
  middleOf({ from, to, ...other }) - middleOf(own),
];

/** Into the middle between two neighbours, or as far from one as that is from the next one. */
function toEqualGaps(own: AxisSpan, others: readonly AxisSpan[], threshold: number): number[] {
  const { before, beforeThat, after, afterThat } = besideIn(own, others, threshold);
  const found: number[] = [];
  if (before && after) found.push((after.from - own.to - (own.from - before.to)) / 2);
  if (before && beforeThat) found.push(before.to + (before.from - beforeThat.to) - own.from);
  if (after && afterThat) found.push(after.from - (afterThat.from - after.to) - own.to);
  return found;
}

function nearest(found: readonly number[], threshold: number): number {
  const near = found.filter((by) => Math.abs(by) <= threshold);
  return near.reduce((least, by) => (Math.abs(by) < Math.abs(least) ? by : least), near[0] ?? 0);
}
