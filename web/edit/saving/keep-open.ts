import { effect } from '@preact/signals';
import type { Edits } from '../../live/edits/edits.ts';

/** Lets the browser ask before it closes a page with changes that neither the server nor the browser has. Returns what ends that. */
export function keepOpen(
  { pending, isKept }: Pick<Edits, 'pending' | 'isKept'>,
  page: Pick<Window, 'addEventListener' | 'removeEventListener'> = window,
): () => void {
  const ask = (event: Event): void => event.preventDefault();
  const release = (): void => page.removeEventListener('beforeunload', ask);
  const end = effect(() => {
    // A page that listens is not kept by browsers for going back
    if (pending.value > 0 && !isKept.value) page.addEventListener('beforeunload', ask);
    else release();
  });
  return () => {
    end();
    release();
  };
}
