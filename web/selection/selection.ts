import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Board, Item } from '../live/board.ts';

/** Which widgets are selected. Those that go from the canvas go from here. */
export interface Selection {
  readonly ids: ReadonlySignal<ReadonlySet<string>>;
  /** Selects these alone. */
  select(...ids: readonly string[]): void;
  /** Adds one, or takes it away. */
  toggle(id: string): void;
  clear(): void;
  /** The one that is selected alone. */
  single(): Item | undefined;
  close(): void;
}

export function createSelection(board: Pick<Board, 'item' | 'onChange'>): Selection {
  const ids: Signal<ReadonlySet<string>> = signal(new Set<string>());
  const set = (next: readonly string[]): void => {
    const isSame = next.length === ids.peek().size && next.every((id) => ids.peek().has(id));
    if (!isSame) ids.value = new Set(next);
  };
  const forget = board.onChange(({ whole, removed }) => {
    if (ids.peek().size > 0 && (whole || removed.length > 0)) set([...ids.peek()].filter((id) => board.item(id)));
  });
  return {
    ids,
    select: (...chosen) => set(chosen),
    toggle: (id) => set(ids.peek().has(id) ? [...ids.peek()].filter((one) => one !== id) : [...ids.peek(), id]),
    clear: () => set([]),
    single() {
      const [id, second] = ids.value;
      return id === undefined || second !== undefined ? undefined : board.item(id);
    },
    close: forget,
  };
}
