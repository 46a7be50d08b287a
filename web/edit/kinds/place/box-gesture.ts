import type { Box, XY } from '../../../../model/looks/shapes.ts';
import type { Editing } from '../../editing.ts';
import { nearestIn } from '../../nearest-in.ts';
import type { PointerGesture, ToolStep } from '../../pointer-gesture.ts';
import './box-gesture.css';

/**
 * A drag that says where something new lies and how large it is; a press in one place says only where, beside the canvas its nearest place.
 * The box is shown while it is drawn.
 * @param make called once, with the box of a drag, in pixels of the canvas; undefined: there was none
 */
export function boxGesture(
  start: ToolStep,
  { layers, camera, board }: Pick<Editing, 'layers' | 'camera' | 'board'>,
  make: (at: XY, box: Box | undefined) => void,
): PointerGesture {
  const shown = Object.assign(layers.handles.ownerDocument.createElement('div'), { className: 'new-box' });
  const from = start.point;
  return {
    move({ point, moved }) {
      if (!moved) return;
      const box = boxBetween(from, point);
      const { x, y } = camera.toScreen(box);
      const { zoom } = camera.view.peek();
      shown.style.translate = `${x}px ${y}px`;
      shown.style.width = `${box.width * zoom}px`;
      shown.style.height = `${box.height * zoom}px`;
      layers.handles.append(shown);
    },
    up({ point, moved }) {
      shown.remove();
      const box = moved ? boxBetween(from, point) : undefined;
      const canvas = board.root.peek()?.box;
      make(canvas ? nearestIn(point, canvas) : point, box && box.width > 0 && box.height > 0 ? box : undefined);
    },
    cancel: () => shown.remove(),
  };
}

const boxBetween = (one: XY, other: XY): Box => ({
  x: Math.min(one.x, other.x),
  y: Math.min(one.y, other.y),
  width: Math.abs(one.x - other.x),
  height: Math.abs(one.y - other.y),
});
