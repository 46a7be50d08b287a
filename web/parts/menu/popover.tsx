import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { placeBeside } from './menu-keys.ts';
import './popover.css';

interface Props {
  /** The button's and the panel's name for screen readers, and the button's hint. */
  readonly label: string;
  readonly button: ComponentChildren;
  /** Classes of the button. Default: a square quiet one. */
  readonly class?: string;
  /** Drawn while the panel is open. `close` closes it and brings the focus back to the button. */
  readonly children: (close: () => void) => ComponentChildren;
}

/** A button with a small panel beside it, which Escape and a click elsewhere close. */
export function Popover({ label, button, children, class: more = 'button quiet square' }: Props) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const place = (): void => {
    // A size is told once more after both are gone
    if (panel.current && opener.current) placeBeside(panel.current, opener.current.getBoundingClientRect());
  };
  const toggled = ({ newState }: { readonly newState: string }): void => {
    if (newState === 'open') panel.current!.focus();
  };
  const changes = ({ newState }: { readonly newState: string }): void => {
    setOpen(newState === 'open');
    // Not when somebody has clicked elsewhere, and not to a place that is gone
    if (newState === 'closed' && panel.current!.contains(document.activeElement)) opener.current!.focus();
  };
  useEffect(() => {
    if (!isOpen) return undefined;
    // What is in it may change its size, and that of everything
    const watch = new ResizeObserver(place);
    for (const element of [panel.current!, opener.current!]) watch.observe(element);
    return () => watch.disconnect();
  }, [isOpen]);
  return (
    <>
      <button ref={opener} type="button" class={more} aria-label={label} title={label} aria-expanded={isOpen} popovertarget={id}>
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        class="popover"
        role="dialog"
        aria-label={label}
        tabIndex={-1}
        onBeforeToggle={changes}
        onToggle={toggled}
      >
        {isOpen && children(() => panel.current!.hidePopover())}
      </div>
    </>
  );
}
