import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';
import './notice.css';

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

/** Something to know, in the page itself. What stands in a `Told` around it is read aloud when it appears. */
export const Notice = ({
  kind = 'info',
  children,
}: {
  readonly kind?: keyof typeof icons;
  readonly children: ComponentChildren;
}) => (
  <div class={`notice ${kind}`}>
    <Icon of={icons[kind]} />
    <div class="notice-body">{children}</div>
  </div>
);

/** Is always there, because screen readers tell only changes of what they know. */
export const Told = ({ children }: { readonly children: ComponentChildren }) => (
  <div role="alert" aria-live="assertive">
    {children}
  </div>
);
