import type { Box } from '../../model/looks/shapes.ts';
import type { Extent, View } from './view.ts';

export const SMALLEST_ZOOM = 0.002;
export const LARGEST_ZOOM = 64;

/** The whole canvas is at least this part of the screen, along the side that limits it. */
const SMALLEST_CANVAS = 1 / 4;
/** At least this part of the screen shows the canvas, or the whole canvas where that is smaller, so nobody loses it. */
const LEAST_CANVAS = 1 / 4;

export interface ZoomRange {
  readonly least: number;
  readonly most: number;
}

/**
 * The zoom range of a canvas, or a default while the canvas is not known. A canvas smaller than a quarter of the screen is shown
 * in its own size at least.
 */
export function zoomRange(canvas: Extent | undefined, extent: Extent): ZoomRange {
  if (!canvas || extent.width <= 1) return { least: SMALLEST_ZOOM, most: LARGEST_ZOOM };
  const fitting = Math.min(extent.width / canvas.width, extent.height / canvas.height);
  return { least: Math.min(1, LARGEST_ZOOM, fitting * SMALLEST_CANVAS), most: LARGEST_ZOOM };
}

export const within = (zoom: number, { least, most }: ZoomRange): number => Math.min(most, Math.max(least, zoom));

/** The nearest view that still shows enough of the canvas. */
export function boundedView({ x, y, zoom }: View, canvas: Extent | undefined, extent: Extent): View {
  const kept = within(zoom, zoomRange(canvas, extent));
  if (!canvas || extent.width <= 1) return { x, y, zoom: kept };
  return {
    x: boundedStart(x, extent.width / kept, canvas.width),
    y: boundedStart(y, extent.height / kept, canvas.height),
    zoom: kept,
  };
}

/** Along one side, in pixels of the canvas: where what is seen begins. */
function boundedStart(start: number, seen: number, canvas: number): number {
  const shown = Math.min(seen * LEAST_CANVAS, canvas);
  return Math.min(canvas - shown, Math.max(shown - seen, start));
}

/** The smallest box around all of them; undefined without any. */
export function boxAround(boxes: Iterable<Box>): Box | undefined {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return left === Infinity ? undefined : { x: left, y: top, width: right - left, height: bottom - top };
}
