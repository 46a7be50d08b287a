import { type Timer, usualClock } from '../../client/index.ts';
import type { Box, XY } from '../../model/looks/shapes.ts';
import type { Extent } from './view.ts';

/** A whole canvas in a small rectangle. */
export interface Overview extends Extent {
  /** Pixels of the overview for one of the canvas. */
  readonly zoom: number;
  /** Where a box of the canvas lies on it, cut off at its edges; at least so large that a finger finds it. */
  place(box: Box): Box;
  /** The point of the canvas at a point of the overview. */
  toCanvas(point: XY): XY;
}

/** Pixels of the overview below which the mark of a view is too small to be seen. */
const LEAST = 8;

/** The largest overview of a canvas that fits in a space. */
export function overviewIn(canvas: Extent, space: Extent): Overview {
  const zoom = Math.min(space.width / canvas.width, space.height / canvas.height);
  const width = Math.max(LEAST, canvas.width * zoom);
  const height = Math.max(LEAST, canvas.height * zoom);
  const along = (start: number, length: number, whole: number): readonly [start: number, length: number] => {
    const from = Math.max(0, start);
    const to = Math.min(whole, start + length);
    const shown = Math.max(LEAST, to - from);
    return [Math.min(whole - shown, Math.max(0, from - Math.max(0, LEAST - (to - from)) / 2)), shown];
  };
  return {
    width,
    height,
    zoom,
    place(box) {
      const [x, wide] = along(box.x * zoom, box.width * zoom, width);
      const [y, tall] = along(box.y * zoom, box.height * zoom, height);
      return { x, y, width: wide, height: tall };
    },
    toCanvas: ({ x, y }) => ({ x: x / zoom, y: y / zoom }),
  };
}

/** A call may take a twentieth of the time. */
const SHARE = 20;

/**
 * Calls at once, and then at most once in `least` milliseconds, less often where a call takes long. What was asked for meanwhile is done
 * at the end of that time, so the last change is always seen.
 */
export function throttled(call: () => void, least: number): { ask(): void; close(): void } {
  let timer: Timer | undefined;
  let asked = false;
  const run = (): void => {
    asked = false;
    const before = usualClock.steady();
    call();
    timer = usualClock.after(Math.max(least, (usualClock.steady() - before) * SHARE), rested);
  };
  const rested = (): void => {
    timer = undefined;
    if (asked) run();
  };
  return {
    ask() {
      if (timer === undefined) run();
      else asked = true;
    },
    close: () => timer?.cancel(),
  };
}
