import type { Box } from '../../model/looks/shapes.ts';
import { grown, holds, isEmpty, meets, overlap } from './boxes.ts';
import { type Framing, toPixels } from './framing.ts';
import type { PaintContext } from './shapes.ts';

/** Colours of what is no canvas. The page takes them from its tokens and hands in others when the theme changes. */
export interface GroundColours {
  /** What lies beyond the border of the canvas. Opaque. */
  readonly ground: string;
  /** Of the shadow around the canvas: `r g b`, as in `rgb(r g b / 10%)`. */
  readonly shade: string;
}

/** The shadow: so many rings of a pixel of the screen, and how strong it is at the canvas. It fades ever more slowly. */
const RINGS = 14;
const STRENGTH = 0.13;

/** Where a canvas lies in a part of a picture. `ratio`: pixels of the device for one of the screen. */
export interface Surrounding {
  readonly canvas: Box;
  readonly framing: Framing;
  /** In pixels of the picture. */
  readonly part: Box;
  readonly ratio: number;
}

/** Fills what lies around a canvas: a calm ground, on which the canvas has a soft edge. */
export function paintGround(context: PaintContext, { canvas, framing, part, ratio }: Surrounding, colours: GroundColours): void {
  const border = toPixels(framing, canvas);
  if (holds(border, part)) return;
  context.fillStyle = colours.ground;
  context.fillRect(part.x, part.y, part.width, part.height);
  if (isEmpty(border)) return;
  context.lineWidth = ratio;
  for (let ring = 0; ring < RINGS; ring++) {
    const box = grown(border, (ring + 0.5) * ratio);
    if (!meets(grown(box, ratio), part)) continue;
    context.strokeStyle = `rgb(${colours.shade} / ${STRENGTH * (1 - ring / RINGS) ** 2})`;
    // Boxes far larger than the part lose their exact edges
    const { x, y, width, height } = overlap(box, grown(part, RINGS * ratio));
    context.strokeRect(x, y, width, height);
  }
}
