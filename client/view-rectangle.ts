import type { ViewRectangle } from '../model/types/display.ts';
import type { Point, Size } from '../model/types/parts.ts';

/** A part of a canvas, in pixels of the canvas from its upper left corner. */
export interface Region extends Point, Size {}

export interface ZoomRange {
  readonly min: number;
  readonly max: number;
}

/** For displays that have no limits of their own. */
export const usualZoom: ZoomRange = { min: 0.001, max: 1000 };

/**
 * Screen pixels for one pixel of the canvas (interface/streaming 3.3). If the two sides give different zooms, the smaller
 * one counts, so that everything asked for is visible.
 */
export function zoomOf(view: Size, size: Size): number {
  return Math.min(view.width / size.width, view.height / size.height);
}

/** The part of the canvas that a workspace of this size shows. */
export function regionOf(view: ViewRectangle, size: Size): Region {
  const zoom = zoomOf(view, size);
  return { x: unsigned(-view.x / zoom), y: unsigned(-view.y / zoom), width: size.width / zoom, height: size.height / zoom };
}

/** The rectangle that shows a region. A region of another shape than the workspace is shown whole, in the middle. */
export function viewOf(region: Region, size: Size): ViewRectangle {
  return centred(region, size, Math.min(size.width / region.width, size.height / region.height));
}

/**
 * The rectangle that a display shows when it is asked for this one: with one zoom for both sides, inside the range. Returns a
 * rectangle that needs no change as it is, bit by bit, because programs compare the answer with their request. If the zoom is
 * outside the range, the centre of the view stays where it is.
 */
export function shownView(view: ViewRectangle, size: Size, range: ZoomRange = usualZoom): ViewRectangle {
  const asked = zoomOf(view, size);
  const zoom = Math.min(range.max, Math.max(range.min, asked));
  if (zoom !== asked) return centred(regionOf(view, size), size, zoom);
  if (isConsistent(view, size)) return view;
  return { x: view.x, y: view.y, width: size.width * zoom, height: size.height * zoom };
}

/** The rectangle that shows the whole canvas as large as possible, in the middle. */
export const wholeCanvas = (canvas: Size, size: Size): ViewRectangle => viewOf({ x: 0, y: 0, ...canvas }, size);

/** The rectangle with this zoom that has the centre of the region in the middle. */
function centred(region: Region, size: Size, zoom: number): ViewRectangle {
  const width = size.width * zoom;
  const height = size.height * zoom;
  const x = region.x + region.width / 2;
  const y = region.y + region.height / 2;
  return { x: unsigned(size.width / 2 - x * zoom), y: unsigned(size.height / 2 - y * zoom), width, height };
}

/** Whether both sides give the same zoom, apart from rounding errors. */
function isConsistent(view: Size, size: Size): boolean {
  const across = view.width / size.width;
  const down = view.height / size.height;
  return Math.abs(across - down) <= Math.max(across, down) * 1e-9;
}

/** Replaces -0 by 0, which is the same place. */
const unsigned = (value: number): number => (value === 0 ? 0 : value);
