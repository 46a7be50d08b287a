import { X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { IconButton } from '../parts/button.tsx';
import { texts } from '../texts.ts';
import { SheetGrip } from './sheet-grip.tsx';
import './side-panel.css';

interface Props {
  readonly title: string;
  /** Beside the title. */
  readonly note?: string;
  /** The panel is as high as its content. Default: as high as it can be. */
  readonly fits?: boolean;
  readonly class?: string;
  /** The focus goes to the panel itself, where nothing in it takes the focus. */
  readonly takesFocus?: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A panel above one side of the canvas, or a sheet in the lower half of a narrow screen. Escape closes it. */
export function SidePanel({ title, note, fits = false, class: more = '', takesFocus = false, onClose, children }: Props) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus) panel.current!.focus({ preventScroll: true });
  }, []);
  const pressed = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      class={`side-panel ${fits ? 'fitting' : ''} ${more}`}
      aria-labelledby={id}
      data-own-keys
      onKeyDown={pressed}
    >
      <SheetGrip sheet={panel} onClose={onClose} />
      <header>
        <h2 id={id}>{title}</h2>
        {note && <p>{note}</p>}
        <IconButton icon={X} label={texts.value.common.close} onClick={onClose} />
      </header>
      {children}
    </aside>
  );
}
