import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemOf } from '../../test/kit/text-board.ts';
import { readingOrder } from './reading-order.ts';
import { rowWindow, scrollTo, shownRows, treeMove, typedRow } from './tree-rows.ts';

const entries = readingOrder(
  [
    { id: 'a' },
    { id: 'b', parent_id: 'a' },
    { id: 'c', parent_id: 'b' },
    { id: 'd', parent_id: 'a', box: [0, 500] as const },
    { id: 'e', box: [0, 900] as const },
  ].map((one) => itemOf(one)),
);
const folding =
  (...ids: string[]) =>
  ({ item }: { item: { id: string } }): boolean =>
    ids.includes(item.id);

describe('the rows of a tree', () => {
  it('are all but those below a folded one', () => {
    expect(shownRows(entries, folding())).toEqual([0, 1, 2, 3, 4]);
    expect(shownRows(entries, folding('b'))).toEqual([0, 1, 3, 4]);
    expect(shownRows(entries, folding('a', 'b'))).toEqual([0, 4]);
  });

  it('are moved over by keys as in trees of desktops', () => {
    const press = (key: string, row: number, ...folded: string[]) => {
      const isFolded = folding(...folded);
      return treeMove(key, { entries, rows: shownRows(entries, isFolded), row, isFolded, page: 3 });
    };
    expect(press('ArrowDown', 1)).toEqual({ to: 2 });
    expect(press('ArrowUp', 0)).toEqual({ to: 0 });
    expect(press('PageDown', 0)).toEqual({ to: 3 });
    expect(press('End', 0)).toEqual({ to: 4 });
    expect(press('ArrowRight', 0, 'a')).toEqual({ fold: false });
    expect(press('ArrowRight', 0)).toEqual({ to: 1 });
    expect(press('ArrowRight', 4)).toBeUndefined();
    expect(press('ArrowLeft', 1)).toEqual({ fold: true });
    expect(press('ArrowLeft', 2)).toEqual({ to: 1 });
    expect(press('ArrowLeft', 3, 'b')).toBeUndefined();
    expect(press('ArrowLeft', 2, 'b')).toEqual({ to: 0 });
  });

  it('are found by their first letters, from the present one on and around the end', () => {
    const texts = ['alpha', 'beta', 'bread', 'delta', 'bravo'];
    const typed = (text: string, row: number) => typedRow(text, [0, 1, 2, 3, 4], row, (at) => texts[at]!);
    expect(typed('b', 1)).toBe(2);
    expect(typed('b', 4)).toBe(1);
    expect(typed('br', 2)).toBe(2);
    expect(typed('x', 0)).toBe(-1);
  });
});

describe('the window of a list', () => {
  it('has every visible row, and at most 150 rows', () => {
    fc.assert(
      fc.property(
        fc.nat(100_000),
        fc.integer({ min: 20, max: 100 }),
        fc.nat(4_000_000),
        fc.nat(2500),
        (count, row, wished, seen) => {
          const scrolled = Math.min(wished, Math.max(0, count * row - seen));
          const { first, end } = rowWindow(count, row, scrolled, seen);
          expect(first).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(count);
          expect(end - first).toBeLessThanOrEqual(150);
          if (count > 0) expect(first * row).toBeLessThanOrEqual(scrolled);
          if (seen / row < 130) expect(end).toBeGreaterThanOrEqual(Math.min(count, Math.ceil((scrolled + seen) / row)));
        },
      ),
    );
  });

  it('scrolls no farther than it must to show a row whole', () => {
    expect(scrollTo(2, 40, 200, 400)).toBe(80);
    expect(scrollTo(20, 40, 200, 400)).toBe(440);
    expect(scrollTo(10, 40, 200, 400)).toBe(200);
  });
});
