import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Clock, Timer } from '../../client/index.ts';
import type { Board } from '../live/board.ts';
import { isPart } from '../live/forms.ts';
import { type ReadingEntry, readingOrder } from './reading-order.ts';

/** The canvas in the order in which people read it, kept true while the canvas changes. */
export interface Reading {
  /** The order is made when somebody reads it; changes show after a moment. Items may be that much older than the board's. */
  readonly entries: ReadonlySignal<readonly ReadingEntry[]>;
  /** Place of a widget in `entries`; undefined: it is not there yet, or not any more. */
  placeOf(id: string): number | undefined;
  /** Number of widgets. Cells belong to their table: it has up to 10,000. */
  readonly count: ReadonlySignal<number>;
  close(): void;
}

/** Milliseconds between two sortings. Large canvases wait longer, so that sorting takes at most this part of the time. */
const PAUSE = 500;
const SHARE = 1 / 20;

export function createReading(board: Pick<Board, 'items' | 'onChange'>, clock: Pick<Clock, 'after' | 'steady'>): Reading {
  const version = signal(0);
  let took = 0;
  let timer: Timer | undefined;
  const entries = computed(() => {
    version.value;
    const begun = clock.steady();
    const sorted = readingOrder(board.items());
    took = clock.steady() - begun;
    return sorted;
  });
  const places = computed(() => new Map(entries.value.map(({ item }, at) => [item.id, at])));
  const renew = (): void => {
    timer = undefined;
    version.value++;
  };
  const forget = board.onChange(({ whole, added, changed, removed }) => {
    if (whole) return renew();
    if (added.length + changed.length + removed.length > 0) timer ??= clock.after(Math.max(PAUSE, took / SHARE), renew);
  });
  return {
    entries,
    count: computed(() => entries.value.filter(({ item }) => !isPart(item.widget)).length),
    placeOf: (id) => places.value.get(id),
    close() {
      timer?.cancel();
      forget();
    },
  };
}
