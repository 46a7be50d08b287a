import type { Clock, Timer } from '../../../client/index.ts';
import type { XY } from '../../../model/looks/shapes.ts';
import { LONG, TREMBLE, wallRules } from '../../view/gestures.ts';
import { listen } from '../../view/listen.ts';

export interface LongPressContext {
  readonly stage: HTMLElement;
  readonly clock: Pick<Clock, 'after'>;
  readonly placeOf: (event: PointerEvent) => XY;
}

/** Finds fingers that stay where they went down until a press is a long one, whoever has the pointer. */
export interface LongPresses {
  /** Calls once the finger that goes down with this event has stayed. Not with another finger near it, because two pinch. */
  watch(event: PointerEvent, long: () => void): void;
  close(): void;
}

interface Finger {
  readonly from: XY;
  timer: Timer | undefined;
}

export function createLongPress({ stage, clock, placeOf }: LongPressContext): LongPresses {
  const fingers = new Map<number, Finger>();
  const stop = (finger: Finger | undefined): void => {
    finger?.timer?.cancel();
    if (finger) finger.timer = undefined;
  };
  const left = ({ pointerId }: PointerEvent): void => {
    stop(fingers.get(pointerId));
    fingers.delete(pointerId);
  };
  const end = listen(
    stage,
    {
      pointermove(event) {
        const finger = fingers.get(event.pointerId);
        if (finger && apart(finger.from, placeOf(event)) > TREMBLE.touch) stop(finger);
      },
      pointerup: left,
      pointercancel: left,
    },
    () => [...fingers.values()].forEach(stop),
  );
  return {
    watch(event, long) {
      if (event.pointerType !== 'touch') return;
      const from = placeOf(event);
      const near = [...fingers.values()].filter((one) => apart(one.from, from) <= wallRules.reach);
      near.forEach(stop);
      const finger: Finger = { from, timer: undefined };
      fingers.set(event.pointerId, finger);
      if (near.length > 0) return;
      finger.timer = clock.after(LONG, () => {
        finger.timer = undefined;
        long();
      });
    },
    close: end,
  };
}

const apart = (one: XY, other: XY): number => Math.hypot(one.x - other.x, one.y - other.y);
