import type { XY } from '../../../model/looks/shapes.ts';
import { createGestures, type Gesture, LONG, type PinchRules, type PointerKind, type PointerStep } from '../../view/gestures.ts';
import { after, type Shift, shiftOf, still } from '../shift.ts';

/** What a hold brings about. Calls come in the order begin, moved …, and one of done or undone; or nothing but one of tapped and asked. */
export interface HoldEffects {
  /** In pixels of the canvas, with the view of this moment. */
  toCanvas(at: XY): XY;
  begin(step: PointerStep): void;
  /** Where it lies now, from where it lay at the beginning. */
  moved(shift: Shift, step: PointerStep): void;
  done(step: PointerStep): void;
  undone(): void;
  tapped(at: XY, pointer: PointerKind): void;
  /** A long press: for a menu. */
  asked(at: XY, pointer: PointerKind): void;
}

/**
 * What is held by any number of pointers. One moves it, two fingers move and scale it, others wait and take over.
 *
 *     idle ──down──▶ pressed ──moved past trembling──▶ acting ──last pointer up──▶ done ──▶ idle
 *                       ├──up──▶ tap, long press ──▶ idle  └──cancel──▶ undone ──▶ idle
 */
export interface HoldMachine {
  take(step: PointerStep): void;
  /** Takes all back. Pointers that are still down do nothing any more. */
  cancel(): void;
  readonly isIdle: boolean;
}

export function createHoldMachine(rules: () => PinchRules, effects: HoldEffects): HoldMachine {
  let gestures = createGestures(rules);
  const down = new Map<number, number>();
  let isActing = false;
  let base = still;
  let shift = still;
  let grip: readonly XY[] = [];

  const perform = (gesture: Gesture, step: PointerStep): void => {
    const points = 'points' in gesture ? gesture.points.map(effects.toCanvas) : [];
    if (gesture.is === 'grip') {
      if (!isActing) effects.begin(step);
      isActing = true;
      base = shift;
      grip = points;
    } else if (gesture.is === 'hold') {
      shift = after(base, shiftOf(grip, points));
      effects.moved(shift, step);
    } else if (gesture.is === 'tap') effects.tapped(gesture.at, gesture.pointer);
  };
  const end = (step: PointerStep): void => {
    const wasActing = isActing;
    isActing = false;
    shift = base = still;
    if (!wasActing) return;
    if (step.kind === 'up') effects.done(step);
    else effects.undone();
  };
  return {
    get isIdle() {
      return down.size === 0;
    },
    take(step) {
      if (step.kind === 'down') down.set(step.id, step.time);
      const since = down.get(step.id);
      if (since === undefined) return;
      const isLeaving = step.kind === 'up' || step.kind === 'cancel';
      if (isLeaving) down.delete(step.id);
      const isLong = step.kind === 'up' && step.pointer === 'touch' && step.time - since > LONG;
      const found = gestures.take(step);
      for (const gesture of found) perform(gesture, step);
      if (down.size > 0 || !isLeaving) return;
      if (isLong && !isActing) effects.asked(step, step.pointer);
      end(step);
    },
    cancel() {
      down.clear();
      gestures = createGestures(rules);
      const wasActing = isActing;
      isActing = false;
      shift = base = still;
      if (wasActing) effects.undone();
    },
  };
}
