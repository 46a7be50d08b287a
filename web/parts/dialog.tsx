import { X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { texts } from '../texts.ts';
import { IconButton } from './button.tsx';
import './dialog.css';

interface Props {
  readonly title: string;
  /** Called by Escape, the cross, and a click outside. The dialog is gone when it is not drawn any more. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** Buttons at the bottom. */
  readonly actions?: ComponentChildren;
  readonly wide?: boolean;
}

/** A dialog above the page. The focus goes into it, stays there, and returns to where it was. */
export function Dialog({ title, onClose, children, actions, wide = false }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = element.current!;
    const before = document.activeElement;
    dialog.showModal();
    return () => {
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => event.target === element.current && onClose()}
    >
      <div class="dialog-card">
        <div class="dialog-head">
          <h2 id={id}>{title}</h2>
          <IconButton icon={X} label={texts.value.common.close} onClick={onClose} />
        </div>
        <div class="dialog-body">{children}</div>
        {actions && <div class="dialog-foot">{actions}</div>}
      </div>
    </dialog>
  );
}
