import type { Box, XY } from '../../model/looks/shapes.ts';

/** The place of a box that is nearest to a point: the point itself within it. */
export const nearestIn = ({ x, y }: XY, { x: left, y: top, width, height }: Box): XY => ({
  x: Math.max(left, Math.min(left + width, x)),
  y: Math.max(top, Math.min(top + height, y)),
});
