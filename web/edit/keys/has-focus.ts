import type { Editing } from '../editing.ts';

/** Whether keys such as Enter mean the canvas, and not a button that has the focus. */
export function hasFocus({ stage }: Pick<Editing, 'stage'>): boolean {
  const { activeElement, body } = stage.ownerDocument;
  return activeElement === stage || activeElement === body || !activeElement;
}
