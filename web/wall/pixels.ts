import { regionOf, shownView, zoomOf } from '../../client/view-rectangle.ts';
import type { ViewRectangle } from '../../model/types/display.ts';
import type { Size } from '../../model/types/parts.ts';
import { LARGEST_ZOOM, SMALLEST_ZOOM } from '../view/bounds.ts';
import type { Extent, View } from '../view/view.ts';

/**
 * The interface counts pixels of the screen, the page counts CSS pixels: this is the one place that converts. A wall of 4K says 3840 × 2160
 * at any scale of its system. `ratio`: pixels of the screen for one of CSS.
 */
export const pixelsOf = ({ width, height }: Extent, ratio: number): Size => ({
  width: Math.max(1, Math.round(width * ratio)),
  height: Math.max(1, Math.round(height * ratio)),
});

/** The view rectangle (interface/streaming 3.3) of what is seen in a workspace of this size. */
export function rectangleOf({ x, y, zoom }: View, size: Size, ratio: number): ViewRectangle {
  const scale = zoom * ratio;
  return { x: unsigned(-x * scale), y: unsigned(-y * scale), width: size.width * scale, height: size.height * scale };
}

/** What a workspace of this size shows when it is asked for a rectangle: the rectangle itself wherever its zoom is possible. */
export function placedBy(
  asked: ViewRectangle,
  size: Size,
  ratio: number,
): { readonly rectangle: ViewRectangle; readonly view: View } {
  const rectangle = shownView(asked, size, { min: SMALLEST_ZOOM * ratio, max: LARGEST_ZOOM * ratio });
  const { x, y } = regionOf(rectangle, size);
  return { rectangle, view: { x, y, zoom: zoomOf(rectangle, size) / ratio } };
}

/** Replaces -0 by 0, which is the same place. */
const unsigned = (value: number): number => (value === 0 ? 0 : value);
