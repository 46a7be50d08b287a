import type { IconNode } from 'lucide';
import { createElement } from 'preact';
import './icon.css';

export type { IconNode };

/** An icon of the package lucide, in the colour and size of the letters around it. It says nothing to screen readers. */
export const Icon = ({ of, size = 18 }: { readonly of: IconNode; readonly size?: number }) => (
  <svg
    class="icon"
    aria-hidden="true"
    viewBox="0 0 24 24"
    style={{ inlineSize: `calc(${size}px * var(--scale))`, blockSize: `calc(${size}px * var(--scale))` }}
  >
    {of.map(([tag, attributes], at) => createElement(tag, { key: at, ...attributes }))}
  </svg>
);
