import { effect } from '@preact/signals';
import type { Edits } from '../../live/edits/edits.ts';

/** Runs once, as soon as no change waits for the server. */
export function whenSaved({ pending }: Pick<Edits, 'pending'>, run: () => void): void {
  if (pending.peek() === 0) return run();
  const end = effect(() => {
    if (pending.value > 0) return;
    end();
    run();
  });
}
