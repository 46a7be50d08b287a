import { type InkPoint, strokesThrough } from './curve.ts';
import { OneEuro } from './one-euro.ts';
import { simplified } from './simplify.ts';

/** What decides how wide a line is. */
export interface NibStyle {
  /** In pixels of the screen. */
  readonly width: number;
  readonly followsPressure: boolean;
  /** Pixels of the screen for one of the widget. */
  readonly scale: number;
}

/** Nearer points are dropped; in pixels of the screen. */
const NEAR = 1;
/** How far a simplified line may lie beside the drawn one; in pixels of the screen. */
const TOLERANCE = 0.3;
/** @bound A stroke that is wider somewhere is drawn 6 wide (interface/widgets 16.1). */
const MOST_WIDTH = 400;
/** A line as wide as this share of its width without pressure, and this much more with all. */
const LIGHT = 0.4;
const HEAVY = 0.9;
/** A point is drawn as a line of this length, because browsers paint no line without one; in pixels of the screen. */
const DOT = 0.1;

/** Makes a line of what a pointer does. Places are in pixels of the widget, times in milliseconds. */
export class InkNib {
  /** The line until now: all but the last one are where they stay. */
  readonly points: InkPoint[] = [];
  readonly #style: NibStyle;
  #rawX = 0;
  #rawY = 0;
  #steady: OneEuro | undefined;
  #pressures: number[] = [];

  constructor(style: NibStyle) {
    this.#style = style;
  }

  /** @returns whether the line is longer now */
  add(x: number, y: number, pressure: number, time: number): boolean {
    const { scale } = this.#style;
    if (this.#steady && Math.hypot(x - this.#rawX, y - this.#rawY) * scale < NEAR) return false;
    this.#rawX = x;
    this.#rawY = y;
    this.#pressures = [...this.#pressures.slice(-2), pressure];
    const raw = { x: x * scale, y: y * scale };
    const at = this.#steady?.next(raw, time / 1000);
    this.#steady ??= new OneEuro(raw, time / 1000);
    this.points.push({ x: at ? at.x / scale : x, y: at ? at.y / scale : y, width: this.widthNow });
    return true;
  }

  /** The width at the last point, in pixels of the widget. */
  get widthNow(): number {
    const { width, followsPressure, scale } = this.#style;
    const sum = this.#pressures.reduce((all, one) => all + one, 0);
    const by = followsPressure ? LIGHT + (HEAVY * sum) / this.#pressures.length : 1;
    return Math.fround(Math.min(MOST_WIDTH, (width * by) / scale));
  }

  /** The line ends where the pointer was last, which the filter has not reached yet. @returns the stored points of its strokes */
  end(x: number, y: number): string[] {
    const { scale } = this.#style;
    const last = this.points.at(-1);
    if (last && Math.hypot(x - last.x, y - last.y) * scale >= NEAR) this.points.push({ x, y, width: this.widthNow });
    if (this.points.length === 1) this.points.push({ ...last!, x: last!.x + DOT / scale });
    return strokesThrough(simplified(this.points, TOLERANCE / scale));
  }
}
