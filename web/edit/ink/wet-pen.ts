import { Ribbon } from '../../../model/looks/ribbon.ts';
import { handlesAt, type InkPoint } from './curve.ts';

/** Dry ink is drawn as exactly (web/paint/ink.ts). In pixels of the device. */
const FINE = 0.125;
const THINNEST = 1;

/**
 * Draws a part of a line as dry ink is drawn, on a context whose pixels are those of the widget.
 * @param from index of the point where it begins @param to where it ends
 * @param scale pixels of the device for one of the widget
 */
export function drawLine(
  context: CanvasRenderingContext2D,
  points: readonly InkPoint[],
  { from, to, isEven, scale }: { readonly from: number; readonly to: number; readonly isEven: boolean; readonly scale: number },
): void {
  const first = points[from]!;
  const ribbon = isEven ? undefined : new Ribbon(FINE / scale, THINNEST / scale);
  ribbon?.begin(first.x, first.y, first.width);
  context.beginPath();
  context.moveTo(first.x, first.y);
  let out = handlesAt(points[from - 1], first, points[from + 1]);
  for (let at = from + 1; at <= to; at++) {
    const { x, y, width } = points[at]!;
    const next = handlesAt(points[at - 1], points[at]!, points[at + 1]);
    if (ribbon) ribbon.bend(out.outX, out.outY, next.inX, next.inY, x, y, width);
    else context.bezierCurveTo(out.outX, out.outY, next.inX, next.inY, x, y);
    out = next;
  }
  if (ribbon) return context.fill(new Path2D(ribbon.end()));
  context.lineWidth = Math.max(first.width, THINNEST / scale);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.stroke();
}
