import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import './beside.css';

interface Props {
  readonly label: string;
  /** The bar beside which it opens, so that neither bar nor selection is covered. */
  readonly bar: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A small panel beside a bar. The focus goes to what is chosen in it, and Escape closes it. */
export function Beside({ label, bar, onClose, children }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const element = panel.current!;
    element.showPopover();
    // Colours of the server may come after it has opened
    const watch = new ResizeObserver(() => bar.current && place(element, bar.current.getBoundingClientRect()));
    place(element, bar.current!.getBoundingClientRect());
    watch.observe(element);
    (
      element.querySelector<HTMLElement>('input:checked') ??
      element.querySelector<HTMLElement>('input, button') ??
      element
    ).focus();
    const stop = whenElsewhere([element, bar.current!], onClose);
    return () => {
      stop();
      watch.disconnect();
      const isLost = element.contains(document.activeElement) || document.activeElement === document.body;
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  const pressed = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return (
    <div
      ref={panel}
      popover="manual"
      class="beside"
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      data-own-keys
      onKeyDown={pressed}
    >
      {children}
    </div>
  );
}

const GAP = 8;
const EDGE = 12;

/** At the right of the bar, else at its left, else above it. */
function place({ style, offsetWidth, offsetHeight }: HTMLElement, bar: DOMRect): void {
  const right = bar.right + GAP;
  const left = bar.left - GAP - offsetWidth;
  const isAside = right + offsetWidth <= innerWidth - EDGE || left >= EDGE;
  const x = right + offsetWidth <= innerWidth - EDGE ? right : left;
  const middle = bar.bottom - offsetHeight / 2;
  const above = bar.top - GAP - offsetHeight;
  const within = (at: number, length: number, all: number): number => Math.max(EDGE, Math.min(all - EDGE - length, at));
  style.left = `${isAside ? x : within(bar.left + bar.width / 2 - offsetWidth / 2, offsetWidth, innerWidth)}px`;
  style.top = `${within(isAside ? middle : above, offsetHeight, innerHeight)}px`;
}

function whenElsewhere(own: readonly HTMLElement[], left: () => void): () => void {
  const pressed = ({ target }: Event): void => {
    if (!own.some((element) => element.contains(target as Node))) left();
  };
  addEventListener('pointerdown', pressed, true);
  addEventListener('resize', left);
  return () => {
    removeEventListener('pointerdown', pressed, true);
    removeEventListener('resize', left);
  };
}
