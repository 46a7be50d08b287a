import type { Box } from '../../model/looks/shapes.ts';

export interface Span {
  readonly width: number;
  readonly height: number;
}

export const isEmpty = ({ width, height }: Span): boolean => !(width > 0 && height > 0);

export const meets = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && a.y < b.y + b.height && a.x + a.width > b.x && a.y + a.height > b.y;

export const holds = (outer: Box, inner: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

/** May be empty, and then its width or height is not positive. */
export function overlap(a: Box, b: Box): Box {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return { x, y, width: Math.min(a.x + a.width, b.x + b.width) - x, height: Math.min(a.y + a.height, b.y + b.height) - y };
}

function around(a: Box, b: Box): Box {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return { x, y, width: Math.max(a.x + a.width, b.x + b.width) - x, height: Math.max(a.y + a.height, b.y + b.height) - y };
}

export const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

export const moved = ({ x, y, width, height }: Box, across: number, down: number): Box => ({
  x: x + across,
  y: y + down,
  width,
  height,
});

/** The smallest box of whole pixels around it. */
export function outward({ x, y, width, height }: Box): Box {
  const left = Math.floor(x);
  const top = Math.floor(y);
  return { x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top };
}

/** What is left of a box without another: up to four boxes that do not overlap. */
export function without(box: Box, hole: Box): Box[] {
  if (!meets(box, hole)) return [box];
  const inner = overlap(box, hole);
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  const below = inner.y + inner.height;
  const beside = inner.x + inner.width;
  const parts: Box[] = [
    { x: box.x, y: box.y, width: box.width, height: inner.y - box.y },
    { x: box.x, y: below, width: box.width, height: bottom - below },
    { x: box.x, y: inner.y, width: inner.x - box.x, height: inner.height },
    { x: beside, y: inner.y, width: right - beside, height: inner.height },
  ];
  return parts.filter((part) => !isEmpty(part));
}

/** The parts that a picture of this size lacks after its content was moved. */
export function stripsOf(size: Span, across: number, down: number): Box[] {
  const whole = { x: 0, y: 0, width: size.width, height: size.height };
  return without(whole, moved(whole, across, down));
}

/** More boxes than this are not worth their own paint. */
const MOST = 24;
/** Joining may add this much to the area of both, because each box has a price of its own. */
const SLACK = 1.25;
const PRICE = 4096;

/** Boxes that cover at least the given ones, do not waste much, and are few. */
export function joined(boxes: readonly Box[]): Box[] {
  const kept: Box[] = [];
  for (const box of boxes) if (!isEmpty(box)) join(kept, box);
  return kept;
}

function join(kept: Box[], added: Box): void {
  let box = added;
  for (let at = 0; at < kept.length; at++) {
    const both = around(kept[at]!, box);
    const isWorth = areaOf(both) <= (areaOf(kept[at]!) + areaOf(box)) * SLACK + PRICE;
    if (!isWorth && kept.length < MOST) continue;
    kept.splice(at, 1);
    // The larger box may now be worth joining to those that were passed
    box = both;
    at = -1;
  }
  kept.push(box);
}

export const areaOf = ({ width, height }: Span): number => width * height;

export const sumOf = (boxes: readonly Span[]): number => boxes.reduce((sum, box) => sum + areaOf(box), 0);
