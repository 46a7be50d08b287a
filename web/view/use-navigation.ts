import type { RefObject } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { say } from '../parts/toast.tsx';
import { texts } from '../texts.ts';
import { attachInput, type Claim, type Tap } from './input.ts';
import { createLastViews } from './last-views.ts';
import { createNavigation, type Navigation, type NavigationContext } from './navigation.ts';
import { createPreferences } from './preferences.ts';

export interface NavigationProps extends Pick<NavigationContext, 'camera' | 'frames' | 'board' | 'first'> {
  readonly claim?: Claim;
  readonly tapped?: (tap: Tap) => boolean;
}

/**
 * Lets people move the view of a canvas on an element, for as long as the component is there. The element is drawn from the first time on,
 * and the means and functions stay the same from one drawing to the next.
 */
export function useNavigation(
  element: RefObject<HTMLElement | null>,
  { camera, frames, board, first, claim, tapped }: NavigationProps,
): Navigation {
  const navigation = useMemo(() => createNavigation({ camera, frames, board, first, ...ofBrowser() }), [camera, frames, board]);
  useEffect(() => {
    const { motion, travel, preferences } = navigation;
    return attachInput(element.current!, { camera, motion, travel, wheel: preferences.wheel, claim, tapped });
  }, [navigation, claim, tapped]);
  useEffect(() => watchPage(navigation), [navigation]);
  return navigation;
}

/** Where Cmd does what Ctrl does elsewhere. */
export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

const ofBrowser = (): Pick<NavigationContext, 'preferences' | 'lastViews' | 'hash' | 'mac' | 'still' | 'missed'> => ({
  preferences: createPreferences(localStorage),
  lastViews: createLastViews(localStorage),
  hash: location.hash,
  mac: isMac(),
  still: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
  missed: () => say(texts.peek().view.missingWidget),
});

/** Keys and addresses are those of the whole page. */
function watchPage(navigation: Navigation): () => void {
  const rehashed = (): void => navigation.rehash(location.hash);
  const pressed = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || hasOwnKeys(event.target)) return;
    if (navigation.shortcuts.press(event)) event.preventDefault();
  };
  // The last moment that browsers promise, also on phones
  const hidden = (): void => {
    if (document.visibilityState === 'hidden') navigation.keep();
  };
  addEventListener('hashchange', rehashed);
  document.addEventListener('keydown', pressed);
  document.addEventListener('visibilitychange', hidden);
  return () => {
    removeEventListener('hashchange', rehashed);
    document.removeEventListener('keydown', pressed);
    document.removeEventListener('visibilitychange', hidden);
    navigation.close();
  };
}

/** Fields take what is typed, and menus, lists and dialogs move by arrows and letters of their own. */
const OWN_KEYS = [
  ...['input:not([type=checkbox], [type=radio])', 'textarea', 'select', '[contenteditable]', 'dialog', '[data-own-keys]'],
  ...['menu', 'listbox', 'tree', 'grid', 'tablist', 'radiogroup', 'slider'].map((role) => `[role=${role}]`),
].join();

const hasOwnKeys = (target: EventTarget | null): boolean => target instanceof Element && target.closest(OWN_KEYS) !== null;
