import type { Box } from '../../model/looks/shapes.ts';

/**
 * Makes rows of what lies side by side, from top to bottom, and each row from left to right, or from right to left. A row is what begins
 * at about the same height: within half of the lowest box of the row, so a tall picture takes no row of small notes beside it into its own.
 */
export function rowsOf<T extends { readonly box: Box }>(items: readonly T[], fromRight = false): T[][] {
  if (items.length < 2) return items.length === 0 ? [] : [[...items]];
  const sorted = [...items].sort((one, other) => one.box.y - other.box.y);
  const along = fromRight ? rightFirst : leftFirst;
  const rows: T[][] = [];
  let row: T[] = [];
  let top = sorted[0]!.box.y;
  let shortest = Number.POSITIVE_INFINITY;
  for (const item of sorted) {
    const { y, height } = item.box;
    if (y > top + Math.min(shortest, height) / 2) {
      rows.push(row.sort(along));
      row = [];
      top = y;
      shortest = height;
    }
    row.push(item);
    shortest = Math.min(shortest, height);
  }
  rows.push(row.sort(along));
  return rows;
}

/** What `rowsOf` finds, one after the other. */
export const inRows = <T extends { readonly box: Box }>(items: readonly T[], fromRight = false): T[] =>
  rowsOf(items, fromRight).flat();

const leftFirst = (one: { readonly box: Box }, other: { readonly box: Box }): number => one.box.x - other.box.x;
const rightFirst = ({ box: one }: { readonly box: Box }, { box: other }: { readonly box: Box }): number =>
  other.x + other.width - (one.x + one.width);
