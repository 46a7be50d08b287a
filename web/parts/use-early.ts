import { useEffect } from 'preact/hooks';
import { whenIdle } from './when-idle.ts';

/**
 * Loads the code of these dialogs when the page is idle: they open at once then, take what is typed right after the press, and open
 * without the server, too.
 */
export function useEarly(dialogs: readonly { readonly load: () => Promise<unknown> }[]): void {
  useEffect(() => whenIdle(() => void Promise.allSettled(dialogs.map(({ load }) => load()))), []);
}
