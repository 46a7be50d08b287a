import type { Box, XY } from '../../../model/looks/shapes.ts';
import type { Size } from '../../../model/types.ts';

/** What a file alone may have of the view, and several together. */
const ALONE = 0.5;
const TOGETHER = 0.8;
/** Between two, as a share of the view's width. */
const GAP = 0.016;

/**
 * Boxes for new things of these sizes around a point: their own size, or smaller to fit half of the view. Several stand in rows, with
 * the middle of all at the point.
 * @param view what is seen, in pixels of the canvas like everything here
 */
export function arranged(sizes: readonly Size[], middle: XY, view: Size): Box[] {
  const columns = Math.ceil(Math.sqrt(sizes.length));
  const gap = view.width * GAP;
  const share = columns === 1 ? ALONE : Math.min(ALONE, TOGETHER / columns);
  const room = { width: view.width * share - (columns === 1 ? 0 : gap), height: view.height * share };
  const fitted = sizes.map((size) => fittedInto(size, room));
  const rows = Array.from({ length: Math.ceil(sizes.length / columns) }, (_, row) =>
    fitted.slice(row * columns, (row + 1) * columns),
  );
  const heights = rows.map((row) => Math.max(...row.map(({ height }) => height)));
  let y = middle.y - (sum(heights) + gap * (rows.length - 1)) / 2;
  return rows.flatMap((row, at) => {
    const boxes = inRow(row, { x: middle.x, y }, gap);
    y += heights[at]! + gap;
    return boxes;
  });
}

/** The size, made smaller with its ratio until it fits. */
export function fittedInto({ width, height }: Size, room: Size): Size {
  const factor = Math.min(1, room.width / width, room.height / height);
  return { width: width * factor, height: height * factor };
}

function inRow(row: readonly Size[], top: XY, gap: number): Box[] {
  let x = top.x - (sum(row.map(({ width }) => width)) + gap * (row.length - 1)) / 2;
  return row.map(({ width, height }) => {
    const box = { x, y: top.y, width, height };
    x += width + gap;
    return box;
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
