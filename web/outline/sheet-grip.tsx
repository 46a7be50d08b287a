import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { texts } from '../texts.ts';
import { type SheetSize, sizeAfterDrag, sizeAfterKey } from './sheet-size.ts';

interface Props {
  /** The sheet; its header can be dragged, too. */
  readonly sheet: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** The grip of a sheet on a phone: dragged or moved by arrow keys it makes the sheet larger, smaller, and at last closes it. A press turns the size. */
export function SheetGrip({ sheet, onClose }: Props) {
  const grip = useRef<HTMLButtonElement>(null);
  const isTall = useSignal(false);
  const wasDragged = useRef(false);
  const take = (size: SheetSize): void => {
    if (size === 'closed') return onClose();
    isTall.value = size === 'tall';
    sheet.current!.toggleAttribute('data-tall', isTall.value);
  };
  const now = (): SheetSize => (isTall.peek() ? 'tall' : 'half');
  const dragged = (by: number): void => take(sizeAfterDrag(now(), by, sheet.current!.offsetHeight));
  useEffect(() => followDrag(sheet.current!, grip.current!, wasDragged, dragged), []);
  return (
    <button
      ref={grip}
      type="button"
      class="side-grip"
      aria-label={texts.value.common.fullHeight}
      aria-pressed={isTall.value}
      onClick={() => !wasDragged.current && take(isTall.value ? 'half' : 'tall')}
      onKeyDown={(event) => {
        const next = sizeAfterKey(now(), event.key);
        if (!next) return;
        event.preventDefault();
        take(next);
      }}
    />
  );
}

/** What is nearer than this to where it began is a press. */
const TREMBLING = 6;

/**
 * Moves the sheet with the pointer, and reports how far down it was moved at the end. `wasDragged` says whether the last press became a
 * drag. Returns what ends that.
 */
function followDrag(
  sheet: HTMLElement,
  grip: HTMLElement,
  wasDragged: { current: boolean },
  ended: (by: number) => void,
): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let from: number | undefined;
  const letGo = (): void => {
    from = undefined;
    sheet.classList.remove('dragged');
    sheet.style.removeProperty('--drag');
  };
  const pressed = ({ target, clientY, pointerId, isPrimary }: PointerEvent): void => {
    wasDragged.current = false;
    const isSheet = getComputedStyle(grip).display !== 'none';
    if (!isPrimary || !isSheet || !(target instanceof Element && isHandle(target, grip))) return;
    from = clientY;
    target.setPointerCapture(pointerId);
  };
  const moved = ({ clientY }: PointerEvent): void => {
    if (from === undefined || (!wasDragged.current && Math.abs(clientY - from) < TREMBLING)) return;
    wasDragged.current = true;
    sheet.classList.add('dragged');
    sheet.style.setProperty('--drag', `${Math.round(clientY - from)}px`);
  };
  const lifted = ({ clientY }: PointerEvent): void => {
    if (from === undefined) return;
    const by = clientY - from;
    letGo();
    if (wasDragged.current) ended(by);
  };
  sheet.addEventListener('pointerdown', pressed, { signal });
  sheet.addEventListener('pointermove', moved, { signal });
  sheet.addEventListener('pointerup', lifted, { signal });
  sheet.addEventListener('pointercancel', letGo, { signal });
  return () => ending.abort();
}

/** The grip, and the header but for what can be pressed in it. */
const isHandle = (target: Element, grip: Element): boolean =>
  target === grip || (target.closest('header') !== null && target.closest('button, input, a') === null);
