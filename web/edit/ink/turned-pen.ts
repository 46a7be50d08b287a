import { isTurnedRound } from '../../view/input.ts';
import type { BeginGesture, PointerGesture, ToolStep } from '../pointer-gesture.ts';

/** A pen erases as long as it is turned round, whatever it began with: then what it wrote before ends there. */
export function withTurning(first: ToolStep, write: BeginGesture, erase: BeginGesture): PointerGesture | undefined {
  let isTurned = isTurnedRound(first.event);
  let current = (isTurned ? erase : write)(first);
  if (!current || first.pointer !== 'pen') return current;
  return {
    move(step) {
      if (isTurnedRound(step.event) !== isTurned) {
        isTurned = !isTurned;
        current?.up(step);
        current = (isTurned ? erase : write)(step);
      }
      current?.move(step);
    },
    up: (step) => current?.up(step),
    cancel: () => current?.cancel(),
    taken: (event) => (current?.taken ? current.taken(event) : current?.cancel()),
  };
}
