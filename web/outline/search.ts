import { effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals';
import type { Clock, Timer } from '../../client/index.ts';
import type { Board, Item } from '../live/board.ts';
import { inSlices } from '../live/slices.ts';
import type { Selection } from '../selection/selection.ts';
import { createFind } from './find.ts';

/** A search on one canvas, which goes on while the canvas changes. */
export interface Search {
  readonly query: Signal<string>;
  /** The best first; none without a query. */
  readonly hits: ReadonlySignal<readonly Item[]>;
  /** Place of the hit that is shown; -1: none yet. */
  readonly at: ReadonlySignal<number>;
  /** Whether `hits` are those of an earlier query. */
  readonly busy: ReadonlySignal<boolean>;
  /** Shows a hit: selects it and goes there. */
  go(at: number): void;
  /** Shows the next one, or the one before, around the ends. */
  step(by: 1 | -1): void;
  close(): void;
}

export interface SearchContext {
  readonly board: Pick<Board, 'items' | 'onChange'>;
  readonly selection: Pick<Selection, 'select'>;
  readonly travel: { toWidget(id: string): boolean };
  readonly clock: Pick<Clock, 'after' | 'steady'>;
}

/** Milliseconds after a change of the canvas until it is searched again. */
const PAUSE = 500;

export function createSearch({ board, selection, travel, clock }: SearchContext): Search {
  const query = signal('');
  const busy = signal(false);
  const at = signal(-1);
  const hits = signal<readonly Item[]>([]);
  const find = createFind();
  let items: readonly Item[] | undefined;
  let giveUp: (() => void) | undefined;
  let timer: Timer | undefined;
  const found = (list: readonly Item[], current: string | undefined): void => {
    hits.value = list;
    at.value = list.findIndex(({ id }) => id === current);
    busy.value = false;
  };
  const search = (text: string, current?: string): void => {
    giveUp?.();
    if (text.trim() === '') return found([], undefined);
    busy.value = true;
    giveUp = inSlices(
      find((items ??= board.items()), text, (list) => found(list, current)),
      clock,
    );
  };
  const again = (): void => {
    timer = undefined;
    search(query.peek(), hits.peek()[at.peek()]?.id);
  };
  const forget = board.onChange(() => {
    items = undefined;
    if (query.peek() !== '') timer ??= clock.after(PAUSE, again);
  });
  const end = effect(() => {
    const text = query.value;
    untracked(() => search(text));
  });
  const go = (to: number): void => {
    const hit = hits.peek()[to];
    if (!hit) return;
    at.value = to;
    selection.select(hit.id);
    travel.toWidget(hit.id);
  };
  return {
    query,
    hits,
    at,
    busy,
    go,
    step(by) {
      const count = hits.peek().length;
      if (count > 0) go(at.peek() < 0 ? (by === 1 ? 0 : count - 1) : (at.peek() + by + count) % count);
    },
    close() {
      giveUp?.();
      timer?.cancel();
      end();
      forget();
    },
  };
}
