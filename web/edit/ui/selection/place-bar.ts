import type { Box, XY } from '../../../../model/looks/shapes.ts';
import type { Size } from '../../../../model/types.ts';

/** Clear of the ring and of the side dots outside it. */
const CLEAR = 29;
/** A pointer nearer than this to a bar would press it by accident. */
const NEAR = 8;

/**
 * Where the upper left corner of a bar lies: above what is selected, else below it, else at an edge of the room. Never under the
 * pointer, where there is any other place. All in pixels of the screen.
 * @param room where the bar may lie
 * @param scale of the page
 */
export function placeBar(selected: Box, bar: Size, room: Box, scale: number, pointer?: XY): XY {
  const right = room.x + room.width - bar.width;
  const lowest = room.y + room.height - bar.height;
  const x = Math.max(room.x, Math.min(right, selected.x + selected.width / 2 - bar.width / 2));
  const above = selected.y - CLEAR * scale - bar.height;
  const below = selected.y + selected.height + CLEAR * scale;
  const fitting = [above, below].filter((y) => y >= room.y && y <= lowest);
  const places = [...fitting, room.y, lowest].map((y) => ({ x, y }));
  return places.find((place) => !pointer || !isUnder(place, bar, pointer)) ?? places[0]!;
}

const isUnder = ({ x, y }: XY, { width, height }: Size, pointer: XY): boolean =>
  pointer.x > x - NEAR && pointer.x < x + width + NEAR && pointer.y > y - NEAR && pointer.y < y + height + NEAR;
