import { CAPTION_REACH } from '../../model/looks/captions.ts';
import type { Box } from '../../model/looks/shapes.ts';
import type { View } from '../view/camera.ts';
import { grown, outward } from './boxes.ts';

/** Which part of the canvas a picture shows: pixels of the device for one of the canvas, and the one of them in its top-left corner. */
export interface Framing {
  readonly scale: number;
  /** Whole numbers, so that a pan moves whole pixels and letters stay as they were painted. */
  readonly left: number;
  readonly top: number;
}

/** @param ratio pixels of the device for one of the screen */
export function framingOf({ x, y, zoom }: View, ratio: number): Framing {
  const scale = zoom * ratio;
  return { scale, left: Math.round(x * scale), top: Math.round(y * scale) };
}

/** From the canvas to the picture. */
export const toPixels = ({ scale, left, top }: Framing, { x, y, width, height }: Box): Box => ({
  x: x * scale - left,
  y: y * scale - top,
  width: width * scale,
  height: height * scale,
});

/** From the picture to the canvas. */
export const fromPixels = ({ scale, left, top }: Framing, { x, y, width, height }: Box): Box => ({
  x: (x + left) / scale,
  y: (y + top) / scale,
  width: width / scale,
  height: height / scale,
});

/** Edges reach this many pixels out of a box. */
const EDGE = 2;

/**
 * Where something is painted for a box of the canvas: above a frame stands its name.
 * @param captions how many times as large as usual that is
 */
export function reachOf(framing: Framing, box: Box, ratio: number, captions = 1): Box {
  const { x, y, width, height } = grown(toPixels(framing, box), EDGE);
  const above = CAPTION_REACH * ratio * captions;
  return outward({ x, y: y - above, width, height: height + above });
}

/** Where the picture of one framing lies in that of another. */
export function between(from: Framing, to: Framing, { width, height }: { width: number; height: number }): Box {
  const by = to.scale / from.scale;
  return { x: from.left * by - to.left, y: from.top * by - to.top, width: width * by, height: height * by };
}
