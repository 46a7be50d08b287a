import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { createPreferences } from '../../view/preferences.ts';

/** One line of the list: the keys as they are written on a keyboard, such as `['Ctrl', 'F']`. */
export interface ShortcutLine {
  readonly keys: readonly string[];
  readonly text: string;
}

export interface Chapter {
  readonly title: string;
  readonly shortcuts: readonly ShortcutLine[];
}

/** Whether the list is open. */
export const showShortcuts = signal(false);
/** What the pages that are shown have. */
export const shortcutGroups = signal<readonly Chapter[]>([]);

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

/** Adds a group to the list of shortcuts while a component is shown. The page itself listens to the keys. */
export function useShortcuts(group: Chapter): void {
  const same = JSON.stringify(group);
  useEffect(() => {
    shortcutGroups.value = [...shortcutGroups.peek(), group];
    return () => {
      shortcutGroups.value = shortcutGroups.peek().filter((one) => one !== group);
    };
  }, [same]);
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

/** As a person has chosen for canvases: whoever speaks to the machine has no keys without Ctrl (WCAG 2.1.4). */
const hasSingleKeys = (): boolean =>
  createPreferences({ getItem: (key) => localStorage.getItem(key), setItem: () => {} }).singleKeys.peek();

/** Whether a key that was pressed there is a letter of a text. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
