import type { XY } from '../../../model/looks/shapes.ts';
import type { Editing } from '../editing.ts';
import type { PointerGesture, ToolStep } from '../pointer-gesture.ts';
import { coalescedOf } from './coalesced.ts';
import { Erasing } from './erasing.ts';

/** Begins to erase with one pointer. */
export function beginErasing(step: ToolStep, editing: Editing): PointerGesture {
  const { eraserSize, erasesWhole } = editing.ink.options;
  const erasing = new Erasing(editing, { size: eraserSize.peek(), isWhole: erasesWhole.peek() });
  erasing.to(step.point);
  return {
    move(next) {
      for (const one of coalescedOf(next.event)) erasing.to(placeOf(one, next, editing));
    },
    up(last) {
      erasing.to(last.point);
      erasing.write();
    },
    cancel: () => erasing.drop(),
    taken(event) {
      if (editing.ink.ignoresTouch(event)) erasing.drop();
      else erasing.write();
    },
  };
}

/** On the canvas, of an event that came together with that of a step. */
function placeOf({ clientX, clientY }: PointerEvent, { event, point }: ToolStep, { camera }: Editing): XY {
  const { zoom } = camera.view.peek();
  return { x: point.x + (clientX - event.clientX) / zoom, y: point.y + (clientY - event.clientY) / zoom };
}
