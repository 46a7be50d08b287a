import type { XY } from '../../model/looks/shapes.ts';
import { within, type ZoomRange } from './bounds.ts';
import type { View } from './camera.ts';

/** The points of the canvas under points of the screen. */
export const gripped = (view: View, points: readonly XY[]): XY[] =>
  points.map(({ x, y }) => ({ x: view.x + x / view.zoom, y: view.y + y / view.zoom }));

/**
 * The view in which gripped points of the canvas lie under these points of the screen. One finger keeps the zoom. Two that turn around
 * each other keep their middle and their distance, because a view does not turn.
 */
export function heldView(view: View, grip: readonly XY[], points: readonly XY[], zooms: ZoomRange): View {
  const on = middle(grip);
  const over = middle(points);
  const apart = distance(grip);
  const zoom = apart > 0 ? within(distance(points) / apart, zooms) : view.zoom;
  return { x: on.x - over.x / zoom, y: on.y - over.y / zoom, zoom };
}

export function middle(points: readonly XY[]): XY {
  const sum = points.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** Between the first two; 0 for one. */
function distance([first, second]: readonly XY[]): number {
  return first && second ? Math.hypot(second.x - first.x, second.y - first.y) : 0;
}
