import type { Box, XY } from '../../model/looks/shapes.ts';
import { middle } from '../view/grip.ts';

/** Moves and scales points of the canvas: (x, y) to (x · scale + x, …), in its pixels. */
export interface Shift extends XY {
  readonly scale: number;
}

export const still: Shift = { scale: 1, x: 0, y: 0 };

/** First one, then another. */
export const after = (one: Shift, other: Shift): Shift => ({
  scale: one.scale * other.scale,
  x: one.x * other.scale + other.x,
  y: one.y * other.scale + other.y,
});

/** What is left of a shift behind a part of it that is done already. */
export function rest(whole: Shift, done: Shift): Shift {
  const scale = whole.scale / done.scale;
  return { scale, x: whole.x - done.x * scale, y: whole.y - done.y * scale };
}

export const shifted = ({ x, y, width, height }: Box, shift: Shift): Box => ({
  x: x * shift.scale + shift.x,
  y: y * shift.scale + shift.y,
  width: width * shift.scale,
  height: height * shift.scale,
});

/**
 * What fingers that gripped these points do when they are over those: one moves, two move and scale about their middle. Two that turn
 * around each other turn nothing.
 */
export function shiftOf(grip: readonly XY[], over: readonly XY[]): Shift {
  const from = middle(grip);
  const to = middle(over);
  const apart = distance(grip);
  const scale = apart > 0 ? Math.max(LEAST, distance(over) / apart) : 1;
  return { scale, x: to.x - from.x * scale, y: to.y - from.y * scale };
}

/** Two fingers on one point would leave nothing of a widget. */
const LEAST = 0.02;

/** The point that a shift leaves where it is, and by how much it scales; undefined: it only moves. */
export function scalingOf({ scale, x, y }: Shift): { readonly factor: number; readonly about: XY } | undefined {
  if (Math.abs(scale - 1) < ALMOST) return undefined;
  return { factor: scale, about: { x: x / (1 - scale), y: y / (1 - scale) } };
}

const ALMOST = 1e-6;

export const isStill = ({ scale, x, y }: Shift): boolean => Math.abs(scale - 1) < ALMOST && x === 0 && y === 0;

/** Between the first two; 0 for one. */
function distance([first, second]: readonly XY[]): number {
  return first && second ? Math.hypot(second.x - first.x, second.y - first.y) : 0;
}
