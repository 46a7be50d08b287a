import { effect } from '@preact/signals';
import type { XY } from '../../../model/looks/shapes.ts';
import type { Editing } from '../editing.ts';

/** Pixels of the screen around a bar within which somebody who drags or writes needs the room. */
const NEAR = 80;

/** The least distance of a place to a box; 0 within it. All in pixels of the screen. */
function distanceTo({ x, y }: XY, { left, top, right, bottom }: Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>): number {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

/** Bars fade and let pointers through while somebody drags or writes near them. Returns what ends that. */
export function keepOutOfTheWay(dock: HTMLElement, { hands, text, board, camera, stage }: Editing): () => void {
  const bars = (): DOMRect[] => [...dock.querySelectorAll('.edit-bar')].map((bar) => bar.getBoundingClientRect());
  const pass = (isNear: boolean): void => void dock.classList.toggle('passing', isNear);
  const watched = effect(() => {
    if (hands.count.value === 0) return undefined;
    // Asked for once in a gesture: with each event, the browser would lay out the page before the event has drawn anything
    let known: readonly DOMRect[] | undefined;
    const moved = ({ clientX, clientY }: PointerEvent): void => {
      known ??= bars();
      pass(known.some((bar) => distanceTo({ x: clientX, y: clientY }, bar) < NEAR));
    };
    addEventListener('pointermove', moved, { passive: true });
    return () => {
      removeEventListener('pointermove', moved);
      dock.classList.remove('passing');
    };
  });
  const written = effect(() => {
    const item = text.opened.value === undefined ? undefined : board.item(text.opened.value);
    camera.view.value;
    if (!item) return dock.classList.remove('passing');
    const { x, y } = camera.toScreen(item.box);
    const end = camera.toScreen({ x: item.box.x + item.box.width, y: item.box.y + item.box.height });
    const origin = stage.getBoundingClientRect();
    const isNear = ({ left, top, right, bottom }: DOMRect): boolean => {
      const across = Math.max(left - (end.x + origin.left), x + origin.left - right, 0);
      const down = Math.max(top - (end.y + origin.top), y + origin.top - bottom, 0);
      return Math.hypot(across, down) < NEAR;
    };
    pass(bars().some(isNear));
  });
  return () => {
    watched();
    written();
  };
}
