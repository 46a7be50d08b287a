import type { XY } from '../../model/looks/shapes.ts';
import { eased, flightBetween } from './flight.ts';
import type { Extent, View } from './view.ts';

/** The next view of a motion, at a time in milliseconds, and whether that was the last. */
export interface MotionStep {
  (shown: View, now: number): { readonly view: View; readonly over: boolean };
  /** Where it ends, if that is known. */
  readonly goal?: View;
}

/** A jump. */
export const at = (goal: View): MotionStep => Object.assign(() => ({ view: goal, over: true }), { goal });

/** Milliseconds of a flight. */
const FLIGHT = 250;

/** A flight to a view. */
export function flying(from: View, goal: View, extent: Extent): MotionStep {
  const flight = flightBetween(from, goal, extent);
  const clock = createClock();
  const step = (_: View, now: number): ReturnType<MotionStep> => {
    const part = Math.min(1, clock(now).since / FLIGHT);
    return { view: flight(eased(part)), over: part === 1 };
  };
  return Object.assign(step, { goal });
}

/** Milliseconds in which a flick loses all but a third of its speed. */
const SLIDING = 325;
/** Pixels in a millisecond at which a motion is over. */
const SLOWEST = 0.02;

/** What follows a flick, until it is slow or at the bounds. */
export function sliding(velocity: XY, bounded: (view: View) => View): MotionStep {
  const clock = createClock();
  return (shown, now) => {
    const { since, passed } = clock(now);
    const left = Math.exp(-since / SLIDING);
    // The way between two frames under a speed that falls exponentially
    const way = (SLIDING * left * Math.expm1(passed / SLIDING)) / shown.zoom;
    const view = bounded({ x: shown.x - velocity.x * way, y: shown.y - velocity.y * way, zoom: shown.zoom });
    const stuck = passed > 0 && view.x === shown.x && view.y === shown.y;
    return { view, over: stuck || Math.hypot(velocity.x, velocity.y) * left < SLOWEST };
  };
}

/** Milliseconds in which the way to a goal shrinks to a third; a hundredth is left after five times as long. */
const NEARING = 55;
/** Pixels of the screen from which a goal is reached. */
const REACHED = 0.5;

/** Comes nearer to a goal that may be another one in the next moment, without ever starting anew from rest. */
export function approaching(goal: View): MotionStep {
  const clock = createClock();
  const step = (shown: View, now: number): ReturnType<MotionStep> => {
    const part = -Math.expm1(-(clock(now).passed || FRAME) / NEARING);
    const zoom = shown.zoom * (goal.zoom / shown.zoom) ** part;
    const view = { x: shown.x + (goal.x - shown.x) * part, y: shown.y + (goal.y - shown.y) * part, zoom };
    const far = Math.max(Math.abs(goal.x - view.x), Math.abs(goal.y - view.y)) * zoom;
    const over = far < REACHED && Math.abs(Math.log(goal.zoom / zoom)) < 1e-3;
    return over ? { view: goal, over } : { view, over };
  };
  return Object.assign(step, { goal });
}

/** Milliseconds that a first frame is taken to last. */
const FRAME = 16;

/** Milliseconds since the first frame, and since the last. */
function createClock(): (now: number) => { readonly since: number; readonly passed: number } {
  let first = Number.NaN;
  let last = 0;
  return (now) => {
    if (Number.isNaN(first)) {
      first = now;
      last = now;
    }
    const passed = now - last;
    last = now;
    return { since: now - first, passed };
  };
}
