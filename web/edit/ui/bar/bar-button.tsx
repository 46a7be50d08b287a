import type { ButtonHTMLAttributes, ComponentChildren, Ref } from 'preact';
import { Icon, type IconNode } from '../../../parts/icon.tsx';
import './bar.css';

interface Props extends Pick<ButtonHTMLAttributes, 'aria-expanded' | 'aria-haspopup'> {
  readonly icon?: IconNode;
  /** What it does, for screen readers, and as a hint unless there is one. */
  readonly label: string;
  readonly hint?: string;
  /** A switch that is on; undefined: it is no switch. */
  readonly isOn?: boolean;
  /** Off, but still there for screen readers and keys. */
  readonly isOff?: boolean;
  readonly tool?: string;
  readonly class?: string;
  readonly buttonRef?: Ref<HTMLButtonElement>;
  readonly onClick: (event: MouseEvent) => void;
  /** Beside the icon, or in its place. */
  readonly children?: ComponentChildren;
}

/** A square button of a bar over the canvas. A press by a pointer leaves the focus where it is, so that keys still mean the canvas. */
export const BarButton = ({ icon, label, hint = label, isOn, isOff = false, tool, buttonRef, onClick, ...rest }: Props) => (
  <button
    {...rest}
    ref={buttonRef}
    type="button"
    class={`bar-button ${rest.class ?? ''}`}
    aria-label={label}
    aria-pressed={isOn}
    aria-disabled={isOff}
    title={hint}
    data-button={tool}
    onMouseDown={(event) => event.preventDefault()}
    onClick={(event) => !isOff && onClick(event)}
  >
    {icon && <Icon of={icon} size={20} />}
    {rest.children}
  </button>
);
