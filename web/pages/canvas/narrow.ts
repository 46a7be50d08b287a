import { type ReadonlySignal, signal } from '@preact/signals';

/** A phone, or a window in which everything is as narrow for its letters: the same width as in the styles. */
export const isNarrow: ReadonlySignal<boolean> = narrowNow();

function narrowNow(): ReadonlySignal<boolean> {
  const query = matchMedia('(width < 40rem)');
  const now = signal(query.matches);
  query.addEventListener('change', () => {
    now.value = query.matches;
  });
  return now;
}
