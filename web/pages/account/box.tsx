import type { ComponentChildren } from 'preact';
import { Icon, type IconNode } from '../../parts/icon.tsx';

interface BoxProps {
  readonly id: string;
  readonly title: string;
  readonly about?: string;
  /** At the end of its head. */
  readonly action?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** One part of the page, with a heading. */
export const Box = ({ id, title, about, action, children }: BoxProps) => (
  <section id={id} class="me-box" aria-labelledby={`${id}-title`} tabIndex={-1}>
    <div class="me-head">
      <div>
        <h2 id={`${id}-title`}>{title}</h2>
        {about && <p class="me-about">{about}</p>}
      </div>
      {action}
    </div>
    {children}
  </section>
);

interface RowProps {
  readonly icon: IconNode;
  readonly name: string;
  readonly about: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A session or a token in its list. */
export const ListRow = ({ icon, name, about, children }: RowProps) => (
  <li class="me-item">
    <span class="me-tile" aria-hidden="true">
      <Icon of={icon} size={19} />
    </span>
    <div class="me-facts">
      <p class="me-name" dir="auto">
        {name}
      </p>
      <p class="me-about">{about}</p>
    </div>
    {children}
  </li>
);
