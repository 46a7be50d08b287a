import type { Box, XY } from '../../../../model/looks/shapes.ts';

/** Where on a widget a connector ends, in the words of the interface (interface/widgets 9). */
export interface EndPlace {
  readonly auto_location: boolean;
  /** A point of the widget's box, from 0 to 1. */
  readonly rel_location: XY;
}

/** The place of an end that finds its side by itself. */
export const automatic: EndPlace = { auto_location: true, rel_location: { x: 0.5, y: 0.5 } };

/** Nearer to a side than this share of the box, an end stays at that side. */
const NEAR = 0.25;

/** The middles of the four sides: right, left, below, above. */
export const sideMiddles: readonly XY[] = [
  { x: 1, y: 0.5 },
  { x: 0, y: 0.5 },
  { x: 0.5, y: 1 },
  { x: 0.5, y: 0 },
];

/**
 * Where an end comes to lie that is dropped at a point: at the nearest side, or deeper inside of the widget wherever the nearest pair of
 * sides is. All lengths are in pixels of the canvas.
 * @param snap this near to the middle of its side, it lies there
 */
export function endAt(box: Box, point: XY, snap: number): EndPlace {
  const x = share(point.x - box.x, box.width);
  const y = share(point.y - box.y, box.height);
  const gaps: readonly Gap[] = [
    { share: 1 - x, length: (1 - x) * box.width, at: { x: 1, y: snapped(y, box.height, snap) } },
    { share: x, length: x * box.width, at: { x: 0, y: snapped(y, box.height, snap) } },
    { share: 1 - y, length: (1 - y) * box.height, at: { x: snapped(x, box.width, snap), y: 1 } },
    { share: y, length: y * box.height, at: { x: snapped(x, box.width, snap), y: 0 } },
  ];
  const near = gaps.filter((gap) => gap.share < NEAR).sort((one, other) => one.length - other.length)[0];
  return near ? { auto_location: false, rel_location: near.at } : automatic;
}

interface Gap {
  readonly share: number;
  readonly length: number;
  readonly at: XY;
}

const share = (along: number, length: number): number => Math.min(1, Math.max(0, along / length));

const snapped = (at: number, length: number, snap: number): number => (Math.abs(at - 0.5) * length <= snap ? 0.5 : at);

/** The point of the canvas that a share of a box is. */
export const onBox = ({ x, y, width, height }: Box, share: XY): XY => ({ x: x + share.x * width, y: y + share.y * height });
