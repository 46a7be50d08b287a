import { X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { IconButton } from '../parts/button.tsx';
import { texts } from '../texts/texts.ts';
import './side-panel.css';

interface Props {
  readonly title: string;
  /** Beside the title. */
  readonly note?: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A panel beside the canvas, or in the lower half of a narrow screen. It fills the height it is given. Escape closes it. */
export function SidePanel({ title, note, onClose, children }: Props) {
  const id = useId();
  const pressed = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  return (
    <aside class="side-panel" aria-labelledby={id} data-own-keys onKeyDown={pressed}>
      <header>
        <h2 id={id}>{title}</h2>
        {note && <p>{note}</p>}
        <IconButton icon={X} label={texts.value.common.close} onClick={onClose} />
      </header>
      {children}
    </aside>
  );
}
