import type { Extent, View } from './view.ts';

/** The view at a part (0 to 1) of the way. */
export type Flight = (part: number) => View;

/** How far a flight rises on its way: the value that people found pleasant (van Wijk and Nuij, "Smooth and efficient zooming and panning", 2003). */
const RISE = 1.4;
/** Shorter ways, in widths of the screen, are straight: rising would be a twitch. */
const STRAIGHT = 1e-3;

/**
 * The way between two views that looks shortest: it zooms out, passes over, and zooms in again, as far as the distance needs. Both ends
 * are met exactly.
 */
export function flightBetween(from: View, to: View, extent: Extent): Flight {
  const a = centred(from, extent);
  const b = centred(to, extent);
  const way = Math.hypot(b.x - a.x, b.y - a.y);
  const over = way < STRAIGHT * Math.max(a.width, b.width) ? straight(a, b) : risen(a, b, way);
  return (part) => {
    if (part <= 0) return from;
    if (part >= 1) return to;
    const { along, width } = over(part);
    return uncentred({ x: a.x + (b.x - a.x) * along, y: a.y + (b.y - a.y) * along, width }, extent);
  };
}

/** Slow at both ends. */
export const eased = (part: number): number => (part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2);

/** A view by the middle of what is seen and its width. */
interface CentredView {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

const centred = ({ x, y, zoom }: View, { width, height }: Extent): CentredView => ({
  x: x + width / 2 / zoom,
  y: y + height / 2 / zoom,
  width: width / zoom,
});

function uncentred({ x, y, width }: CentredView, extent: Extent): View {
  const zoom = extent.width / width;
  return { x: x - width / 2, y: y - extent.height / 2 / zoom, zoom };
}

/** `along`: part of the way between the two middles. */
type Over = (part: number) => { readonly along: number; readonly width: number };

const straight =
  (a: CentredView, b: CentredView): Over =>
  (part) => ({ along: part, width: a.width * (b.width / a.width) ** part });

/** Equations 9 of the paper. */
function risen(a: CentredView, b: CentredView, way: number): Over {
  const square = RISE * RISE;
  const turn = (width: number, sign: number): number => {
    const by = (b.width ** 2 - a.width ** 2 + sign * square ** 2 * way ** 2) / (2 * width * square * way);
    return Math.log(Math.sqrt(by * by + 1) - by);
  };
  const first = turn(a.width, 1);
  const length = (turn(b.width, -1) - first) / RISE;
  return (part) => {
    const at = RISE * part * length + first;
    const along = (a.width / square) * (Math.cosh(first) * Math.tanh(at) - Math.sinh(first));
    return { along: along / way, width: (a.width * Math.cosh(first)) / Math.cosh(at) };
  };
}
