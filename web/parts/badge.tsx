import type { ComponentChildren } from 'preact';
import { Icon, type IconNode } from './icon.tsx';
import './badge.css';

interface Props {
  /** Default: neutral. The words say it, too: a colour alone says nothing to many people. */
  readonly kind?: 'neutral' | 'accent' | 'success' | 'warning' | 'danger';
  readonly icon?: IconNode;
  readonly children: ComponentChildren;
}

/** A word or a number about what stands beside it. */
export const Badge = ({ kind = 'neutral', icon, children }: Props) => (
  <span class={`badge ${kind}`}>
    {icon && <Icon of={icon} size={13} />}
    {children}
  </span>
);
