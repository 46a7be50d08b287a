import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { MenuGroups, type MenuItem } from './menu-items.tsx';
import { nextIn, placeBeside } from './menu-keys.ts';

interface Props {
  /** The name for screen readers. */
  readonly label: string;
  readonly items: readonly (readonly MenuItem[])[];
  /** Where a person clicked, or the button that they pressed. */
  readonly at: DOMRect;
  /** The button that opened it, and closes it when it is pressed again. */
  readonly opener?: RefObject<HTMLElement | null>;
  /** The menu is gone when it is not drawn any more. */
  readonly onClose: () => void;
}

/** A menu that opens as soon as it is drawn, beside a box: for right clicks, and where one menu serves many things. */
export function MenuAt({ label, items, at, opener, onClose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const entries = (): HTMLButtonElement[] => [...list.current!.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
  useLayoutEffect(() => {
    const before = document.activeElement;
    list.current!.showPopover();
    placeBeside(list.current!, at);
    entries()[0]?.focus({ preventScroll: true });
    const stop = whenLeft([list.current!, opener?.current], onClose);
    return () => {
      stop();
      const isLost = document.activeElement === document.body || list.current?.contains(document.activeElement);
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [at]);
  const pressed = (event: KeyboardEvent): void => {
    if (event.key === 'Tab') {
      event.preventDefault();
      event.stopPropagation();
      return onClose();
    }
    const texts = entries().map((entry) => entry.textContent ?? '');
    const next = nextIn(texts, entries().indexOf(document.activeElement as HTMLButtonElement), event.key);
    if (next === undefined) return;
    event.preventDefault();
    entries()[next]?.focus();
  };
  const choose = ({ run }: MenuItem): void => {
    onClose();
    // After the focus has returned to where it was, so that a dialog returns it there, too
    queueMicrotask(run);
  };
  return (
    // The code closes it: a right click ends after it has opened the menu, and would close one that closes by itself
    <div ref={list} popover="manual" class="menu" role="menu" tabIndex={-1} aria-label={label} onKeyDown={pressed}>
      <MenuGroups items={items} choose={choose} />
    </div>
  );
}

/** Calls back when a person turns to something else. */
function whenLeft(own: readonly (HTMLElement | null | undefined)[], left: () => void): () => void {
  const elsewhere = (event: Event): void => {
    const { target } = event;
    if (!own.some((element) => target instanceof Node && element?.contains(target))) left();
  };
  // Heard wherever the focus is: what somebody else changes may take it out of the menu
  const escaped = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    left();
  };
  const ending = new AbortController();
  const { signal } = ending;
  for (const name of ['pointerdown', 'wheel', 'scroll'])
    addEventListener(name, elsewhere, { capture: true, passive: true, signal });
  addEventListener('keydown', escaped, { capture: true, signal });
  addEventListener('resize', left, { signal });
  addEventListener('blur', left, { signal });
  return () => ending.abort();
}
