import type { ViewRectangle } from '../model/types/display.ts';
import type { Point, Size } from '../model/types/parts.ts';

/** What part of a canvas a workspace shows: in pixels of the canvas, from its upper left corner. */
export interface Region extends Point, Size {}

export interface ZoomRange {
  readonly min: number;
  readonly max: number;
}

/** What a display that has no bounds of its own may take. */
export const usualZoom: ZoomRange = { min: 0.001, max: 1000 };

/**
 * Screen pixels for one pixel of the canvas (interface/streaming 3.3). Of a rectangle whose sides do not agree, the smaller
 * zoom, so that everything that was asked for can be seen.
 */
export function zoomOf(view: Size, size: Size): number {
  return Math.min(view.width / size.width, view.height / size.height);
}

/** The part of the canvas that a workspace of this size shows. */
export function regionOf(view: ViewRectangle, size: Size): Region {
  const zoom = zoomOf(view, size);
  return { x: unsigned(-view.x / zoom), y: unsigned(-view.y / zoom), width: size.width / zoom, height: size.height / zoom };
}

/** The rectangle that shows this part of the canvas. Of a region of another shape, all of it with its centre in the middle. */
export function viewOf(region: Region, size: Size): ViewRectangle {
  return centred(region, size, Math.min(size.width / region.width, size.height / region.height));
}

/**
 * What a display really shows when it is asked for this rectangle: one zoom for both sides, inside the range. One that is
 * consistent and in the range is given back bit by bit, because programs compare what they read with what they sent. When the
 * zoom must change, the centre of the view stays.
 */
export function shownView(view: ViewRectangle, size: Size, range: ZoomRange = usualZoom): ViewRectangle {
  const asked = zoomOf(view, size);
  const zoom = Math.min(range.max, Math.max(range.min, asked));
  if (zoom !== asked) return centred(regionOf(view, size), size, zoom);
  if (isConsistent(view, size)) return view;
  return { x: view.x, y: view.y, width: size.width * zoom, height: size.height * zoom };
}

/** The whole canvas, as large as it fits, in the middle. */
export const wholeCanvas = (canvas: Size, size: Size): ViewRectangle => viewOf({ x: 0, y: 0, ...canvas }, size);

/** With this zoom, and the centre of the region in the middle. */
function centred(region: Region, size: Size, zoom: number): ViewRectangle {
  const [width, height] = [size.width * zoom, size.height * zoom];
  const [x, y] = [region.x + region.width / 2, region.y + region.height / 2];
  return { x: unsigned(size.width / 2 - x * zoom), y: unsigned(size.height / 2 - y * zoom), width, height };
}

/** Both sides say the same zoom, but for what dividing and multiplying doubles loses. */
function isConsistent(view: Size, size: Size): boolean {
  const [across, down] = [view.width / size.width, view.height / size.height];
  return Math.abs(across - down) <= Math.max(across, down) * 1e-9;
}

/** Minus zero is the same place, and reads oddly. */
const unsigned = (value: number): number => (value === 0 ? 0 : value);
