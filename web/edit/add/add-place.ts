import type { Box, XY } from '../../../model/looks/shapes.ts';
import type { Size } from '../../../model/types.ts';

/** Between the selection and what comes beside it, in pixels of the screen. */
const GAP = 20;
/** What a new thing has of the view. */
const SHARE = 1 / 3;
const SMALLEST = 50;
const LARGEST = 4000;

/**
 * The middle of something new of this size: beside the selection where it is seen there, else in the middle of the view; a little farther
 * down where it would cover another one. Everything is in pixels of the canvas. @param there the boxes of what is there @param zoom of the view
 */
export function placeFor(size: Size, selected: readonly Box[], seen: Box, zoom: number, there: readonly Box[] = []): XY {
  const step = (2 * GAP) / zoom;
  let place = firstPlace(size, selected, seen, zoom);
  while (there.some((box) => isAround(box, place, step / 2))) place = { x: place.x + step, y: place.y + step };
  return place;
}

/** Whether the middle of a box lies that near. */
const isAround = ({ x, y, width, height }: Box, at: XY, near: number): boolean =>
  Math.abs(x + width / 2 - at.x) < near && Math.abs(y + height / 2 - at.y) < near;

function firstPlace(size: Size, selected: readonly Box[], seen: Box, zoom: number): XY {
  const middle = { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 };
  if (selected.length === 0) return middle;
  const around = aroundAll(selected);
  const gap = GAP / zoom;
  const across = gap + size.width / 2;
  const down = gap + size.height / 2;
  const places = [
    { x: around.x + around.width + across, y: around.y + around.height / 2 },
    { x: around.x + around.width / 2, y: around.y + around.height + down },
    { x: around.x - across, y: around.y + around.height / 2 },
    { x: around.x + around.width / 2, y: around.y - down },
  ];
  return places.find((at) => isWithin(boxAround(at, size), seen)) ?? middle;
}

/** A size of this ratio that fits into a third of the view, rounded to 10 pixels of the canvas. */
export function sizeFor(ratio: number, seen: Size): Size {
  const width = Math.min(seen.width * SHARE, seen.height * SHARE * ratio);
  return { width: rounded(width), height: rounded(width / ratio) };
}

export const boxAround = ({ x, y }: XY, { width, height }: Size): Box => ({ x: x - width / 2, y: y - height / 2, width, height });

/** The smallest box that holds all of these. At least one. */
export function aroundAll(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

const isWithin = (box: Box, seen: Box): boolean =>
  box.x >= seen.x && box.y >= seen.y && box.x + box.width <= seen.x + seen.width && box.y + box.height <= seen.y + seen.height;

const rounded = (length: number): number => Math.min(LARGEST, Math.max(SMALLEST, Math.round(length / 10) * 10));
