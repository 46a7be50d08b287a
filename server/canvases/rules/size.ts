import type { Body } from '../../../model/field.ts';
import { Num, type Size } from '../../../model/types.ts';
import { CanvasSize } from '../../../model/widgets/shared-canvas.ts';

/** Does a body hold a size, as `size` or as `width` and `height`? */
export const isSizeSent = ({ size, width, height }: Body): boolean => isSent(size) || isSent(width) || isSent(height);

/**
 * The size that a body asks for (interface/canvases 2.2). `size` wins over `width` and `height`; what is missing is taken from
 * `present`, or from the default for a new canvas. 400 for wrong types, and below 1200 x 800.
 */
export function readCanvasSize({ size, width, height }: Body, present: Size | undefined): Size {
  if (isSent(size)) return CanvasSize.read(size, 'size', present);
  for (const [key, value] of Object.entries({ width, height })) if (isSent(value)) Num().read(value, key, undefined);
  return CanvasSize.read({ width, height }, 'size', present);
}

const isSent = (value: unknown): boolean => value !== undefined && value !== null;
