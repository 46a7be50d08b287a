import { SHADED, strengthAcross, strengthDown } from '../../../../model/looks/shades.ts';
import type { Box, Shade } from '../../../../model/looks/shapes.ts';
import { painted, size } from './values.ts';

/** Gradient stops along a part of a shadow that is not even. */
const STOPS = 8;
/** Slices of a shadow are about this high, in pixels of the picture. */
const SLICE = 2;

/**
 * A shadow in pixels of the picture. A filter would need a picture of its own for each thing, so it is cut into slices that are even in
 * one direction, and have a gradient in the other. web/paint/shades.ts paints the same out of a bitmap.
 */
export function shadeElements(shade: Shade, id: string): string {
  const { box, radius, blur, colour, contact } = shade;
  const line = { x: box.x + radius / 2, y: box.y + box.height, width: box.width - radius, height: 1 };
  const touching = `<rect ${place(line)} ${painted('fill', contact)}/>`;
  if (Math.min(box.width, box.height) < SHADED) return touching;
  // Below rounded corners, too, where the thing covers the rest
  const lower = box.y + box.height - 0.3 * radius;
  const row = { x: box.x - blur / 2, y: lower, width: box.width + blur, height: blur + 0.3 * radius };
  const column = { y: box.y, width: blur / 2, height: lower - box.y };
  const across = gradient(`${id}x`, colour, row.x, row.width, (x) => strengthAcross(x, shade), 'x2');
  const down = gradient(`${id}y`, colour, column.y, column.height, (y) => strengthDown(y, shade), 'y2');
  return [
    `<defs>${across}${down}</defs>`,
    slices(row, 'y', (y) => strengthDown(y, shade), `${id}x`),
    ...[row.x, box.x + box.width].map((x) => slices({ ...column, x }, 'x', (at) => strengthAcross(at, shade), `${id}y`)),
    touching,
  ].join('');
}

function slices(whole: Box, axis: 'x' | 'y', strength: (at: number) => number, fill: string): string {
  const along = axis === 'x' ? 'width' : 'height';
  const count = Math.max(1, Math.round(whole[along] / SLICE));
  const step = whole[along] / count;
  return Array.from({ length: count }, (_, at) => {
    const from = whole[axis] + at * step;
    const opacity = size(strength(from + step / 2));
    return `<rect ${place({ ...whole, [axis]: from, [along]: step })} fill="url(#${fill})" fill-opacity="${opacity}"/>`;
  }).join('');
}

function gradient(
  id: string,
  colour: string,
  from: number,
  length: number,
  strength: (at: number) => number,
  end: 'x2' | 'y2',
): string {
  const opacity = Number.parseInt(colour.slice(7) || 'ff', 16) / 255;
  const shares = Array.from({ length: STOPS + 1 }, (_, at) => (at / STOPS) ** 2 / 2);
  const stops = [...shares, ...shares.map((share) => 1 - share).reverse()].map(
    (share) =>
      `<stop offset="${Number(share.toFixed(4))}" stop-color="${colour.slice(0, 7)}" stop-opacity="${Number((opacity * strength(from + share * length)).toFixed(4))}"/>`,
  );
  return `<linearGradient id="${id}" x1="0" y1="0" x2="${end === 'x2' ? 1 : 0}" y2="${end === 'y2' ? 1 : 0}">${stops.join('')}</linearGradient>`;
}

const place = ({ x, y, width, height }: Box): string =>
  `x="${size(x)}" y="${size(y)}" width="${size(width)}" height="${size(height)}"`;
