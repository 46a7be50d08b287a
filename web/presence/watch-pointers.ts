import type { OwnPresenceTeller } from './own-presence.ts';

/** Tells of the pointers on an element, and of the page being hidden. It takes nothing from anybody. Returns what ends it. */
export function watchPointers(element: HTMLElement, teller: OwnPresenceTeller): () => void {
  const idOf = ({ pointerType, pointerId }: PointerEvent): string =>
    pointerType === 'touch' ? `f${pointerId}` : pointerType || 'mouse';
  const moved = (event: PointerEvent): void => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    // A captured pointer is told of outside of the element, too
    const isInside = x >= left && x < right && y >= top && y < bottom;
    if (isInside) teller.point(idOf(event), { x: x - left, y: y - top }, event.buttons > 0);
    else teller.leave(idOf(event));
  };
  const lifted = (event: PointerEvent): void => (event.pointerType === 'touch' ? teller.leave(idOf(event)) : moved(event));
  const left = (event: PointerEvent): void => teller.leave(idOf(event));
  const seen = (): void => teller.see(document.visibilityState === 'visible');
  const listeners = [
    ['pointerdown', moved],
    ['pointermove', moved],
    ['pointerup', lifted],
    ['pointercancel', left],
    ['pointerleave', left],
  ] as const;
  for (const [name, listen] of listeners) element.addEventListener(name, listen, { passive: true, capture: true });
  document.addEventListener('visibilitychange', seen);
  seen();
  return () => {
    for (const [name, listen] of listeners) element.removeEventListener(name, listen, { capture: true });
    document.removeEventListener('visibilitychange', seen);
    teller.close();
  };
}
