import { signal } from '@preact/signals';
import { session } from '../../session/session.ts';

/** Whether a person looks for a canvas by its name, on whatever page. */
export const isOpeningQuickly = signal(false);

export const openQuickly = (): void => {
  isOpeningQuickly.value = true;
};

/** Ctrl K leads to the search of the page that has one for canvases, else to the quick search above the page. Call it once. */
export function beginQuickOpen(): void {
  addEventListener('keydown', (event) => {
    const isMeant = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isMeant || event.defaultPrevented || !session.peek()?.user || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    const field = document.querySelector<HTMLInputElement>('.find-field input');
    if (field?.checkVisibility()) return field.select();
    openQuickly();
  });
}
