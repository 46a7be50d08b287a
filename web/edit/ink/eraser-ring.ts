import { effect } from '@preact/signals';
import { placeOn } from '../../view/input.ts';
import { listen } from '../../view/listen.ts';
import type { Editing } from '../editing.ts';

/** Shows the circle of the eraser where a mouse or a pen is, and a finger that is down. Returns what ends that. */
export function showEraserRing({ stage, layers, ink }: Pick<Editing, 'stage' | 'layers' | 'ink'>): () => void {
  const ring = stage.ownerDocument.createElement('div');
  ring.className = 'eraser-ring';
  ring.hidden = true;
  layers.handles.append(ring);
  const show = (event: PointerEvent): void => {
    const { x, y } = placeOn(stage, event);
    ring.hidden = !ink.writesWith(event);
    ring.style.translate = `calc(${x}px - 50%) calc(${y}px - 50%)`;
  };
  const hide = (event: PointerEvent): void => {
    if (event.type === 'pointerleave' || event.pointerType === 'touch') ring.hidden = true;
  };
  const endSize = effect(() => {
    ring.style.setProperty('--eraser', `${ink.options.eraserSize.value}px`);
  });
  return listen(stage, { pointermove: show, pointerdown: show, pointerup: hide, pointercancel: hide, pointerleave: hide }, () => {
    endSize();
    ring.remove();
  });
}
