import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { MenuAt } from './menu-at.tsx';
import type { MenuItem } from './menu-items.tsx';

export type { MenuItem };

interface Props {
  /** The button's name for screen readers, and its hint. */
  readonly label: string;
  readonly button: ComponentChildren;
  /** Classes of the button. Default: a square quiet one. */
  readonly class?: string;
  /** Groups of items, with a line between two. */
  readonly items: readonly (readonly MenuItem[])[];
}

/** A button with a menu, in the pattern of WAI-ARIA: arrows, Home, End and first letters move in it, Escape leaves it. */
export function Menu({ label, button, items, class: more = 'button quiet square' }: Props) {
  const opener = useRef<HTMLButtonElement>(null);
  const [at, setAt] = useState<DOMRect | undefined>(undefined);
  const close = (): void => setAt(undefined);
  return (
    <>
      <button
        ref={opener}
        type="button"
        class={more}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={at !== undefined}
        onClick={() => (at ? close() : setAt(opener.current!.getBoundingClientRect()))}
      >
        {button}
      </button>
      {at && <MenuAt label={label} items={items} at={at} opener={opener} onClose={close} />}
    </>
  );
}
