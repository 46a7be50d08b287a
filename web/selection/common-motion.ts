import type { Box, XY } from '../../model/looks/shapes.ts';

/** Sums of numbers are a little off. */
const SLACK = 0.01;

/** The motion of all boxes. Undefined: one has moved otherwise or has another size, or they are not the same number of boxes. */
export function commonMotion(before: readonly Box[], now: readonly Box[]): XY | undefined {
  const [first] = before;
  if (!first || before.length !== now.length) return undefined;
  const x = now[0]!.x - first.x;
  const y = now[0]!.y - first.y;
  const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= SLACK;
  const isMovedAlike = (box: Box, at: number): boolean => {
    const after = now[at]!;
    const isMoved = isSame(after.x - box.x, x) && isSame(after.y - box.y, y);
    return isMoved && isSame(after.width, box.width) && isSame(after.height, box.height);
  };
  return before.every(isMovedAlike) ? { x, y } : undefined;
}
