import type { XY } from '../../../model/looks/shapes.ts';
import { heldKeys } from '../../view/input.ts';
import type { PointerGesture, ToolStep } from '../pointer-gesture.ts';
import type { HandsContext } from './hands-context.ts';
import { between, inMarquee } from './marquee.ts';

/** Draws a frame and selects what lies in it; a tap where it does not move. @param isDrawn whether it draws even if it stays where it is */
export function beginMarquee(first: ToolStep, context: HandsContext, isDrawn = false): PointerGesture {
  const { board, layers, camera, outline } = context.editing;
  const { selection } = outline;
  const before = [...selection.ids.peek()];
  const kept = heldKeys(first.event).shift ? before : [];
  const frame = layers.handles.ownerDocument.createElement('div');
  frame.className = 'edit-marquee';
  let to: XY = first.point;
  const place = (): void => {
    const { x, y } = camera.toScreen(between(first.point, to));
    const end = camera.toScreen({ x: Math.max(first.point.x, to.x), y: Math.max(first.point.y, to.y) });
    frame.style.transform = `translate(${x}px, ${y}px)`;
    frame.style.width = `${end.x - x}px`;
    frame.style.height = `${end.y - y}px`;
  };
  const move = ({ point, event }: ToolStep): void => {
    to = point;
    if (!frame.isConnected) layers.handles.append(frame);
    place();
    const found = inMarquee(board, between(first.point, point), heldKeys(event).alt).map(({ id }) => id);
    selection.select(...new Set([...kept, ...found]));
  };
  return {
    move(step) {
      if (step.moved || isDrawn) move(step);
    },
    up(step) {
      frame.remove();
      if (!step.moved && !isDrawn) context.tapped({ at: step.at, pointer: step.pointer, shift: heldKeys(step.event).shift });
    },
    cancel() {
      frame.remove();
      selection.select(...before);
    },
  };
}
