import type { Box } from '../../model/looks/shapes.ts';
import { isEmpty, type Span } from './boxes.ts';
import type { PaintContext } from './context.ts';
import type { Framing } from './framing.ts';
import { createScene, type Paint, type SceneOptions } from './scene.ts';

/**
 * Paints a part of a canvas into a small picture, such as a map of it, in slices: each `next` is short, and whoever calls decides when to
 * pause. Bitmaps are only those that are there, so that nothing is loaded for a small picture.
 * @param size of the picture, in its pixels; the whole part fits into it, in the middle
 */
export function* paintPart(context: PaintContext, options: SceneOptions, part: Box, size: Span): Paint {
  if (isEmpty(part) || isEmpty(size)) return;
  const scene = createScene({
    ...options,
    captions: 0,
    bitmaps: { ...options.bitmaps, bitmap: () => undefined, place: () => undefined },
  });
  yield* scene.paint(context, framingInto(part, size), { x: 0, y: 0, width: size.width, height: size.height }, 1);
}

/** How a part of the canvas fits into a picture. */
function framingInto(part: Box, { width, height }: Span): Framing {
  const scale = Math.min(width / part.width, height / part.height);
  const left = part.x * scale - (width - part.width * scale) / 2;
  const top = part.y * scale - (height - part.height * scale) / 2;
  return { scale, left: Math.round(left), top: Math.round(top) };
}
