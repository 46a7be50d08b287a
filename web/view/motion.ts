import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Box, XY } from '../../model/looks/shapes.ts';
import { boundedView } from './bounds.ts';
import { type Camera, NO_MARGIN, type View, viewOf } from './camera.ts';
import type { Frames } from './frames.ts';
import { approaching, at, flying, type MotionStep, sliding } from './steps.ts';

/** What moves the view by itself. One motion at a time, and whatever else moves the camera ends it. */
export interface Motion {
  /** Flies to a view, or jumps there for a person who wants no motion. */
  glide(to: View): void;
  /** Goes to a view that changes while keys are held down, without ever starting anew from rest. */
  nudge(to: View): void;
  /** Goes on after a flick, in pixels of the screen for a millisecond, and slows down. */
  fling(velocity: XY): void;
  /** Shows what another person sees until `stop`, or until somebody moves the view here. While it is undefined, the view stays. */
  follow(box: ReadonlySignal<Box | undefined>): void;
  readonly following: ReadonlySignal<boolean>;
  /** True: the view was still sliding after a flick. */
  stop(): boolean;
  /** The view at which a flight will end, else the one that is shown: where the next step starts when keys are faster than flights. */
  goal(): View;
  close(): void;
}

/** @param still whether the person wants no motion */
export function createMotion(camera: Camera, frames: Frames, still: () => boolean): Motion {
  const following = signal(false);
  const mover = createMover(camera, frames, () => stop());
  let unfollow: (() => void) | undefined;
  let flick: MotionStep | undefined;
  const stop = (): boolean => {
    const ended = mover.rest();
    const wasSliding = flick !== undefined && flick === ended;
    flick = undefined;
    unfollow?.();
    unfollow = undefined;
    following.value = false;
    return wasSliding;
  };
  const bounded = (view: View): View => boundedView(view, camera.canvas.value, camera.extent.value);
  return {
    following,
    stop,
    goal: mover.goal,
    glide(to) {
      stop();
      const goal = bounded(to);
      if (still()) camera.show(goal);
      else mover.take(flying(camera.view.peek(), goal, camera.extent.peek()));
    },
    nudge(to) {
      stop();
      mover.take(still() ? at(bounded(to)) : approaching(bounded(to)));
    },
    fling(velocity) {
      stop();
      if (!still()) mover.take((flick = sliding(velocity, bounded)));
    },
    follow(box) {
      stop();
      following.value = true;
      unfollow = effect(() => {
        if (!box.value) return;
        const goal = bounded(viewOf(box.value, camera.extent.value, NO_MARGIN));
        mover.take(still() ? at(goal) : approaching(goal));
      });
    },
    close() {
      stop();
      mover.close();
    },
  };
}

/** Takes steps in frames until they are over. `moved`: somebody else moved the camera, while it rested or in mid-flight. */
function createMover(camera: Camera, frames: Frames, moved: () => void) {
  let step: MotionStep | undefined;
  let own = camera.view.peek();
  let extent = camera.extent.peek();
  const rest = (): MotionStep | undefined => {
    const before = step;
    step = undefined;
    return before;
  };
  const remove = frames.add((now) => {
    if (!step) return;
    const { view, over } = step(camera.view.peek(), now);
    if (over) rest();
    else frames.request();
    own = view;
    camera.pass(view);
  });
  const unwatch = effect(() => {
    const view = camera.view.value;
    const size = camera.extent.value;
    const alien = view !== own && size === extent;
    own = view;
    extent = size;
    if (alien) moved();
  });
  return {
    rest,
    goal: (): View => step?.goal ?? camera.view.peek(),
    take(next: MotionStep): void {
      step = next;
      frames.request();
    },
    close() {
      remove();
      unwatch();
    },
  };
}
