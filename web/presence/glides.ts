import type { XY } from '../../model/looks/shapes.ts';

/** A point that comes in steps and is shown in motion. */
export interface Glide {
  readonly from: XY;
  readonly to: XY;
  /** Milliseconds of the step, and how long it takes. */
  readonly begun: number;
  readonly lasts: number;
}

/** Milliseconds that a cursor takes to where it was told to be: a little more than the pace at which messages come. */
const USUAL = 100;

/** A point that was heard of for the first time is where it is. */
export const standing = (at: XY, now: number): Glide => ({ from: at, to: at, begun: now, lasts: 0 });

/** The way from where it is seen now to where it was told to be. */
export const gliding = (glide: Glide, to: XY, now: number): Glide => ({
  from: glideAt(glide, now),
  to,
  begun: now,
  lasts: USUAL,
});

export function glideAt({ from, to, begun, lasts }: Glide, now: number): XY {
  const part = lasts <= 0 ? 1 : Math.min(1, Math.max(0, (now - begun) / lasts));
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

export const isOver = ({ begun, lasts }: Glide, now: number): boolean => now >= begun + lasts;
