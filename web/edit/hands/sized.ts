import type { Box, XY } from '../../../model/looks/shapes.ts';

/** Which handle of a box: -1 is left or top, 1 right or bottom, 0 the middle of a side. */
export interface HandleSide {
  readonly x: -1 | 0 | 1;
  readonly y: -1 | 0 | 1;
}

export interface SizingRules {
  readonly keepsRatio: boolean;
  /** The middle stays where it is, instead of the opposite side. */
  readonly fromMiddle: boolean;
}

/** The shorter side of what is sized is at least as long, in pixels of the canvas. */
const LEAST = 4;

/** A box whose handle was dragged. It never turns over. @param by in pixels of the canvas */
export function sized(box: Box, side: HandleSide, by: XY, { keepsRatio, fromMiddle }: SizingRules): Box {
  const times = fromMiddle ? 2 : 1;
  const least = Math.min(LEAST, box.width, box.height);
  let width = Math.max(least, box.width + by.x * side.x * times);
  let height = Math.max(least, box.height + by.y * side.y * times);
  if (keepsRatio && box.width > 0 && box.height > 0) {
    const factor = Math.max(factorOf(side, width / box.width, height / box.height), least / Math.min(box.width, box.height));
    width = box.width * factor;
    height = box.height * factor;
  }
  return {
    x: startOf(box.x, box.width, width, side.x, fromMiddle),
    y: startOf(box.y, box.height, height, side.y, fromMiddle),
    width,
    height,
  };
}

/** A corner follows the pointer along the side on which it has gone farther. */
function factorOf(side: HandleSide, across: number, down: number): number {
  if (side.x === 0) return down;
  if (side.y === 0) return across;
  return Math.abs(across - 1) > Math.abs(down - 1) ? across : down;
}

function startOf(start: number, before: number, length: number, side: -1 | 0 | 1, fromMiddle: boolean): number {
  if (fromMiddle || side === 0) return start + (before - length) / 2;
  return side < 0 ? start + before - length : start;
}

/** Where a box lies after the box around it has become another one. */
export function carried(box: Box, from: Box, to: Box): Box {
  const across = from.width > 0 ? to.width / from.width : 1;
  const down = from.height > 0 ? to.height / from.height : 1;
  return {
    x: to.x + (box.x - from.x) * across,
    y: to.y + (box.y - from.y) * down,
    width: box.width * across,
    height: box.height * down,
  };
}
