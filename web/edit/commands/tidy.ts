import { around } from '../../live/boxes.ts';
import type { NewEdit } from '../../live/edits/edit.ts';
import { rowsOf } from '../../outline/rows.ts';
import { arrange } from './arrange.ts';
import type { CommandBoard, FreeItem } from './command-board.ts';

/** Between widgets, where none of them has a gap beside it now; in pixels of the canvas. */
const GAP = 20;

/**
 * Puts two or more widgets into rows in their reading order, in as many columns as they lie in now, with equal gaps. Each keeps its size, and
 * the box around them its upper left corner.
 */
export const tidy = (board: Pick<CommandBoard, 'item'>, ids: Iterable<string>): NewEdit | undefined =>
  arrange(board, ids, 2, (items) => {
    const found = rowsOf(items);
    const columns = Math.max(...found.map(({ length }) => length));
    const rows = inPieces(found.flat(), columns);
    const { x, y } = items.map(({ box }) => box).reduce(around);
    const gap = gapOf(found);
    const widths = Array.from({ length: columns }, (_, at) => Math.max(...rows.map((row) => row[at]?.box.width ?? 0)));
    const lefts = startsOf(widths, x, gap);
    const heights = rows.map((row) => Math.max(...row.map(({ box }) => box.height)));
    const tops = startsOf(heights, y, gap);
    return new Map(
      rows.flatMap((row, down) =>
        row.map((item, across) => [item, { x: lefts[across]! - item.box.x, y: tops[down]! - item.box.y }] as const),
      ),
    );
  });

/** The median of those that are there within rows; of two in the middle the smaller one. */
function gapOf(rows: readonly (readonly FreeItem[])[]): number {
  const gaps = rows
    .flatMap((row) => row.slice(1).map(({ box }, at) => box.x - row[at]!.box.x - row[at]!.box.width))
    .filter((gap) => gap > 0)
    .sort((one, other) => one - other);
  return gaps[Math.floor((gaps.length - 1) / 2)] ?? GAP;
}

function startsOf(lengths: readonly number[], first: number, gap: number): number[] {
  let at = first;
  return lengths.map((length) => {
    const start = at;
    at += length + gap;
    return start;
  });
}

const inPieces = <T>(list: readonly T[], length: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / length) }, (_, at) => list.slice(at * length, (at + 1) * length));
