import type { XY } from '../../../model/looks/shapes.ts';
import type { Size } from '../../../model/types.ts';

/** The outer edge of both rings of a seat menu, with a little air; in pixels at scale 1. */
const REACH = 218;
/** A menu keeps this share of its height free below it where there is room, so that nobody stoops. */
const FREE_BELOW = 0.4;

/** Where the middle of a menu lies that was asked for at a place: on the screen as a whole, where that is large enough. */
export function placeMenu(at: XY, { width, height }: Size, scale: number): XY {
  const reach = REACH * scale;
  const least = Math.min(reach, height / 2);
  const lowest = Math.max(least, height - reach - FREE_BELOW * 2 * reach);
  return { x: within(at.x, reach, width), y: Math.min(Math.max(at.y, least), lowest) };
}

const within = (at: number, reach: number, length: number): number =>
  length < 2 * reach ? length / 2 : Math.min(Math.max(at, reach), length - reach);

/** A place on a ring, from the middle of the menu. @param turn in degrees, 0 to the right, 90 down */
export function onRing(radius: number, turn: number): XY {
  const angle = (turn * Math.PI) / 180;
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
}
