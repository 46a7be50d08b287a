import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { createPreferences } from '../../view/preferences.ts';

/** Whether the list is open. */
export const showShortcuts = signal(false);

/** Shows the list of a page that has its own, as a canvas does. */
const ownList = signal<(() => void) | undefined>(undefined);

/** While a component is shown, the account menu opens its own list of shortcuts, and the page leaves `?` to it. */
export function useOwnShortcutList(show: () => void): void {
  useEffect(() => {
    ownList.value = show;
    return () => {
      ownList.value = undefined;
    };
  }, [show]);
}

export function openShortcuts(): void {
  if (ownList.peek()) ownList.peek()!();
  else showShortcuts.value = true;
}

/** Opens the list on `?`, wherever nothing is being typed. Call it once. */
export function beginShortcuts(): void {
  addEventListener('keydown', (event) => {
    if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isTyping(event.target) || ownList.peek() || !hasSingleKeys()) return;
    event.preventDefault();
    showShortcuts.value = true;
  });
}

/** The person's choice for canvases: people who speak to the machine have no keys without Ctrl (WCAG 2.1.4). */
const hasSingleKeys = (): boolean =>
  createPreferences({ getItem: (key) => localStorage.getItem(key), setItem: () => {} }).singleKeys.peek();

/** Whether a key that was pressed there is a letter of a text. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
