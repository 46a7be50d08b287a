import { usualClock } from '../../../client/index.ts';
import type { Box } from '../../../model/looks/shapes.ts';
import { around } from '../../live/boxes.ts';
import type { PointerKind } from '../../view/gestures.ts';
import type { Editing } from '../editing.ts';
import { sized } from '../hands/sized.ts';
import { topOf } from '../held.ts';
import { scalingOf, shifted } from '../shift.ts';
import type { SnapPlace, Snapping } from './arranging.ts';
import { addGuides } from './guide-layer.ts';
import { guidesOf } from './guides.ts';
import { createNeighbours } from './neighbours.ts';
import { snapMoved, snapSized } from './snap.ts';
import { createSpeed } from './speed.ts';

/** How far something is drawn, in pixels of the screen. */
const THRESHOLD: Readonly<Record<PointerKind, number>> = { mouse: 6, pen: 6, touch: 10 };
/** Pixels of the screen a second; whoever is faster passes by. */
const TOO_FAST = 1200;
/** The index is not asked for neighbours among more widgets that move themselves. */
const MOST_HELD = 200;

/** Draws a gesture to neighbours. Undefined: it holds too much. @param ids the widgets that it holds, none of which lies on another */
export function createSnapping(editing: Editing, ids: ReadonlySet<string>): Snapping | undefined {
  const { board, camera, layers } = editing;
  const boxes = ids.size > MOST_HELD ? [] : [...ids].flatMap((id) => board.item(id)?.box ?? []);
  if (boxes.length === 0) return undefined;
  const whole = boxes.reduce(around);
  const neighbours = createNeighbours({
    board,
    seen: camera.seen.peek(),
    isHeld: (item) => topOf(board, item, ids) !== undefined,
  });
  const guides = addGuides(layers.handles, camera);
  const speedOf = createSpeed(usualClock.steady);
  /** Undefined: nothing is drawn to neighbours now. */
  const thresholdAt = ({ point, pointer, mod }: SnapPlace): number | undefined => {
    const { zoom } = camera.view.peek();
    const speed = speedOf({ x: point.x * zoom, y: point.y * zoom });
    return mod || speed > TOO_FAST ? undefined : THRESHOLD[pointer] / zoom;
  };
  const show = (box: Box, near: readonly Box[]): void => guides.show(guidesOf(box, near));
  return {
    moved(shift, place) {
      const threshold = thresholdAt(place);
      if (threshold === undefined || scalingOf(shift)) {
        guides.clear();
        return shift;
      }
      const box = shifted(whole, shift);
      const near = neighbours(box);
      const by = snapMoved(box, near, threshold);
      show({ ...box, x: box.x + by.x, y: box.y + by.y }, near);
      return { ...shift, x: shift.x + by.x, y: shift.y + by.y };
    },
    sized(box, side, rules, place) {
      const threshold = thresholdAt(place);
      if (threshold === undefined) {
        guides.clear();
        return box;
      }
      const near = neighbours(box);
      const snapped = sized(box, side, snapSized(box, side, near, threshold, rules), rules);
      show(snapped, near);
      return snapped;
    },
    end: guides.remove,
  };
}
