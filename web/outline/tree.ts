import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { folded } from './fold.ts';
import type { Reading } from './reading.ts';
import type { ReadingEntry } from './reading-order.ts';
import { shownRows, treeMove, typedRow } from './tree-rows.ts';

/** The outline as a tree in which a person moves. */
export interface OutlineTreeState {
  /** Places of the shown entries in the reading order. */
  readonly rows: ReadonlySignal<readonly number[]>;
  /** The row that has the focus; 0 where there is none yet. It stays with its widget. */
  readonly active: ReadonlySignal<number>;
  isFolded(entry: ReadingEntry): boolean;
  fold(entry: ReadingEntry, folded: boolean): void;
  /** Moves by a key. False: the key means nothing here. @param page rows of one page */
  press(key: string, page: number): boolean;
  /** Goes to the row whose text begins with what was typed in the last moments. @param time in milliseconds */
  type(letter: string, time: number): void;
  focus(row: number): void;
  /** Opens what the widget lies in, and goes to it. */
  reveal(id: string): void;
}

/** Milliseconds until a letter begins a new word. */
const TYPING = 700;

/** @param textOf what a row says, for going there by its first letters */
export function createTree(
  reading: Pick<Reading, 'entries' | 'placeOf'>,
  textOf: (entry: ReadingEntry) => string,
): OutlineTreeState {
  const turned = signal<ReadonlySet<string>>(new Set());
  const activeId = signal<string | undefined>(undefined);
  const typed = { text: '', time: Number.NEGATIVE_INFINITY };
  const isFolded = (entry: ReadingEntry): boolean => entry.folded !== turned.value.has(entry.item.id);
  const rows = computed(() => shownRows(reading.entries.value, isFolded));
  const active = computed(() =>
    Math.max(0, rowOf(rows.value, activeId.value === undefined ? undefined : reading.placeOf(activeId.value))),
  );
  const focus = (row: number): void => {
    const entry = reading.entries.value[rows.value[row] ?? -1];
    if (entry) activeId.value = entry.item.id;
  };
  const fold = (entry: ReadingEntry, folds: boolean): void => {
    if (isFolded(entry) === folds) return;
    const next = new Set(turned.peek());
    if (!next.delete(entry.item.id)) next.add(entry.item.id);
    turned.value = next;
  };
  return {
    rows,
    active,
    isFolded,
    fold,
    focus,
    press(key, page) {
      const entries = reading.entries.value;
      const move = treeMove(key, { entries, rows: rows.value, row: active.value, isFolded, page });
      if (!move) return false;
      if ('to' in move) focus(move.to);
      else fold(entries[rows.value[active.value]!]!, move.fold);
      return true;
    },
    type(letter, time) {
      typed.text = time - typed.time > TYPING ? folded(letter) : typed.text + folded(letter);
      typed.time = time;
      const found = typedRow(typed.text, rows.value, active.value, (at) => folded(textOf(reading.entries.value[at]!)));
      if (found >= 0) focus(found);
    },
    reveal(id) {
      const place = reading.placeOf(id);
      if (place === undefined) return;
      const entries = reading.entries.value;
      batch(() => {
        for (let at = entries[place]!.parent; at >= 0; at = entries[at]!.parent) fold(entries[at]!, false);
        activeId.value = id;
      });
    },
  };
}

/** The row of a place, or the one above it that is shown when the place is folded away. Rows ascend. */
function rowOf(rows: readonly number[], place: number | undefined): number {
  if (place === undefined) return 0;
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (rows[middle]! <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
