import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { Icon, type IconNode } from './icon.tsx';
import './button.css';

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon' | 'type' | 'disabled' | 'onClick' | 'class'> {
  /**
   * `primary`: the one thing to do in a view. `plain`: with an edge. `quiet`: without one, until somebody points at it.
   * `dangerous` leads to something that cannot be undone, and `danger` does it. Default `plain`.
   */
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'dangerous' | 'danger';
  readonly icon?: IconNode;
  /** Work is being done: the button takes no more clicks and says so. */
  readonly busy?: boolean;
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  readonly class?: string;
  readonly onClick?: (event: MouseEvent) => void;
  readonly children?: ComponentChildren;
}

export const Button = ({ kind = 'plain', icon, busy = false, type = 'button', class: more, children, ...rest }: Props) => (
  <button
    {...rest}
    type={type}
    class={`button ${kind} ${more ?? ''}`}
    aria-busy={busy}
    aria-disabled={busy || rest['aria-disabled']}
    onClick={busy ? (event) => event.preventDefault() : rest.onClick}
  >
    {icon && <Icon of={icon} />}
    {children !== undefined && <span>{children}</span>}
  </button>
);

interface IconProps extends Omit<Props, 'children' | 'icon'> {
  readonly icon: IconNode;
  /** What it does, for screen readers and as a hint. */
  readonly label: string;
}

/** A square button that shows only its icon. */
export const IconButton = ({ label, class: more, kind = 'quiet', ...rest }: IconProps) => (
  <Button {...rest} kind={kind} class={`square ${more ?? ''}`} aria-label={label} title={label} />
);
