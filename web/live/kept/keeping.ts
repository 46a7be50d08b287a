import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { PendingOperation } from '../edits/pending-operation.ts';
import type { LastingEditStore, WriteOutcome } from './edit-store.ts';
import { type BatchFlight, Keeper } from './keeper.ts';
import { type Restored, restore } from './restored.ts';

/** Keeps what waits in a page, and has what earlier ones have left. */
export interface EditKeeping {
  /** False: the browser keeps nothing. */
  readonly isLasting: ReadonlySignal<boolean>;
  /** Whether the browser has all that it was given. */
  readonly isKept: ReadonlySignal<boolean>;
  /** Undefined: nothing has changed since. */
  keep(flights: readonly BatchFlight[], waiting: Iterable<PendingOperation>): Promise<WriteOutcome> | undefined;
  /** Takes over what tabs that are no more have left. Undefined: nothing. */
  adopt(): Promise<Pick<Restored, 'flights' | 'waiting'> | undefined>;
  /** The page is over, and what waits is left. */
  close(): void;
}

export function createKeeping(store: LastingEditStore): EditKeeping {
  const writing = signal(0);
  const keeper = new Keeper({
    async write(changes) {
      writing.value++;
      const outcome = await store.write(changes);
      writing.value--;
      return outcome;
    },
  });
  return {
    isLasting: store.isLasting,
    isKept: computed(() => store.isLasting.value && writing.value === 0),
    keep: (flights, waiting) => keeper.keep(flights, waiting),
    async adopt() {
      const left = await store.adopt(keeper.reserve());
      if (left.pieces.length === 0) return undefined;
      const restored = restore(left);
      keeper.know(left.pieces, restored.bySerial);
      return restored;
    },
    close: () => store.close(keeper.read()),
  };
}
