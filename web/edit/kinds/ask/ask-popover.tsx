import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import './ask-popover.css';

interface Props {
  readonly label: string;
  /** Called once it is gone: by Escape, or because somebody has turned to something else. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** What a tool asks before it can make something, above the toolbar. The canvas stays free: whoever points there has seen enough. */
export function AskPopover({ label, onClose, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current!.showPopover();
    box.current!.querySelector('input')?.focus();
  }, []);
  return (
    <div
      ref={box}
      popover="auto"
      role="dialog"
      aria-label={label}
      class="ask-popover"
      data-own-keys
      onToggle={({ newState }) => newState === 'closed' && onClose()}
    >
      {children}
    </div>
  );
}
