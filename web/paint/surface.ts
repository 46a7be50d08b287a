import type { Span } from './boxes.ts';

/** A canvas that is painted, and never read by the program. Opaque, so that letters may be as sharp as the device can. */
export interface Surface extends Span {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
  /** Empties it. */
  resize(size: Span): void;
}

export function createSurface(size: Span, canvas: HTMLCanvasElement = document.createElement('canvas')): Surface {
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d', { alpha: false })!;
  return {
    canvas,
    context,
    get width() {
      return canvas.width;
    },
    get height() {
      return canvas.height;
    },
    resize({ width, height }) {
      canvas.width = width;
      canvas.height = height;
    },
  };
}

/** What browsers give a canvas at most: pixels of a side, and in all. The second is an 8K wall, or four 4K screens. */
const MOST_SIDE = 16_384;
const MOST_PIXELS = 36e6;

/** Pixels of the device for one of the screen, or fewer where there would be too many for a canvas. */
export function ratioFor({ width, height }: Span, ratio: number): number {
  const most = Math.min(MOST_SIDE / width, MOST_SIDE / height, Math.sqrt(MOST_PIXELS / (width * height)));
  return Math.min(ratio, most);
}
