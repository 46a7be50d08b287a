import type { Box } from '../../model/looks/shapes.ts';
import { grown, holds, isEmpty, meets, overlap } from './boxes.ts';
import type { PaintContext } from './context.ts';
import { type Framing, toPixels } from './framing.ts';

/** Colours of what is no canvas. The page takes them from its tokens and hands in others when the theme changes. */
export interface GroundColours {
  /** What lies beyond the border of the canvas. Opaque. */
  readonly ground: string;
  /** The colour of the hairline around the canvas. */
  readonly line: string;
}

/** Where a canvas lies in a part of a picture. `ratio`: pixels of the device for one of the screen. */
export interface Surrounding {
  readonly canvas: Box;
  readonly framing: Framing;
  /** In pixels of the picture. */
  readonly part: Box;
  readonly ratio: number;
}

/** Fills what lies around a canvas: a calm ground, on which the canvas has a hairline for an edge. */
export function paintGround(context: PaintContext, { canvas, framing, part, ratio }: Surrounding, colours: GroundColours): void {
  const border = toPixels(framing, canvas);
  if (holds(border, part)) return;
  context.fillStyle = colours.ground;
  context.fillRect(part.x, part.y, part.width, part.height);
  if (isEmpty(border)) return;
  const box = grown(border, ratio / 2);
  if (!meets(grown(box, ratio), part)) return;
  context.lineWidth = ratio;
  context.strokeStyle = colours.line;
  // Boxes far larger than the part lose their exact edges
  const { x, y, width, height } = overlap(box, grown(part, 2 * ratio));
  context.strokeRect(x, y, width, height);
}
