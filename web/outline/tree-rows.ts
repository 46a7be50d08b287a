import type { ReadingEntry } from './reading-order.ts';

/** Places of the entries that are shown: those that lie in no folded one. */
export function shownRows(entries: readonly ReadingEntry[], isFolded: (entry: ReadingEntry) => boolean): number[] {
  const rows: number[] = [];
  for (let at = 0; at < entries.length; ) {
    const entry = entries[at]!;
    rows.push(at);
    at = hasChildren(at, entry) && isFolded(entry) ? entry.end : at + 1;
  }
  return rows;
}

export const hasChildren = (at: number, { end }: ReadingEntry): boolean => end > at + 1;

/** Rows of a list of which only a part is in the page. */
export interface RowWindow {
  readonly first: number;
  readonly end: number;
}

/** Rows beside the visible ones, so that quick scrolling meets no gaps. */
const SPARE = 12;
/** Rows in the page, however tall the screen is. */
const MOST = 150;

/** Which rows are in the page. Lengths are in pixels: of a row, from the top of the list to what is seen, and of what is seen. */
export function rowWindow(count: number, row: number, scrolled: number, seen: number): RowWindow {
  if (!(row > 0)) return { first: 0, end: Math.min(count, SPARE) };
  const first = Math.max(0, Math.min(Math.floor(scrolled / row) - SPARE, count - 1));
  return { first, end: Math.min(count, first + MOST, Math.ceil((scrolled + seen) / row) + SPARE) };
}

/** Where the list scrolls so that a row is seen whole. */
export function scrollTo(at: number, row: number, scrolled: number, seen: number): number {
  if (at * row < scrolled) return at * row;
  return (at + 1) * row > scrolled + seen ? (at + 1) * row - seen : scrolled;
}

/** What a key means in a tree (WAI-ARIA Authoring Practices, tree view). */
export type TreeMove = { readonly to: number } | { readonly fold: boolean } | undefined;

export interface TreePlace {
  readonly entries: readonly ReadingEntry[];
  readonly rows: readonly number[];
  /** Place in `rows`. */
  readonly row: number;
  readonly isFolded: (entry: ReadingEntry) => boolean;
  /** Rows of one page. */
  readonly page: number;
}

export function treeMove(key: string, { entries, rows, row, isFolded, page }: TreePlace): TreeMove {
  const at = rows[row];
  const entry = at === undefined ? undefined : entries[at];
  if (at === undefined || !entry) return undefined;
  const to = (next: number): TreeMove => ({ to: Math.max(0, Math.min(rows.length - 1, next)) });
  const opens = hasChildren(at, entry);
  switch (key) {
    case 'ArrowDown':
      return to(row + 1);
    case 'ArrowUp':
      return to(row - 1);
    case 'PageDown':
      return to(row + page);
    case 'PageUp':
      return to(row - page);
    case 'Home':
      return to(0);
    case 'End':
      return to(rows.length - 1);
    case 'ArrowRight':
      return opens && isFolded(entry) ? { fold: false } : opens ? to(row + 1) : undefined;
    case 'ArrowLeft':
      if (opens && !isFolded(entry)) return { fold: true };
      return entry.parent < 0 ? undefined : to(rows.indexOf(entry.parent));
    default:
      return undefined;
  }
}

/** The row that begins with what was typed, from `row` on and around the end; -1: none. */
export function typedRow(typed: string, rows: readonly number[], row: number, textOf: (at: number) => string): number {
  const start = typed.length > 1 ? row : row + 1;
  for (let step = 0; step < rows.length; step++) {
    const next = (start + step) % rows.length;
    if (textOf(rows[next]!).startsWith(typed)) return next;
  }
  return -1;
}
