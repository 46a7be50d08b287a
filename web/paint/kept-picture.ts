import type { ReadonlySignal } from '@preact/signals';
import type { Box } from '../../model/looks/shapes.ts';
import type { Framing } from './framing.ts';

/** The one picture of a canvas. It follows the camera and the board by itself. */
export interface KeptPicture {
  /** Nothing is left to paint: all that is seen is as sharp as it gets with what is loaded. */
  readonly sharp: ReadonlySignal<boolean>;
  /** Which part of the canvas the picture shows; what lies above it fits to the pixel by this. */
  readonly framing: ReadonlySignal<Framing>;
  /** Pixels of the device for one of the screen, as the picture has them. */
  readonly ratio: ReadonlySignal<number>;
  /** From now on these widgets are shown by something above the picture, and not painted. */
  skip(ids: ReadonlySet<string>): void;
  /** Paints a part of the canvas again, or all. */
  repaint(box?: Box): void;
  destroy(): void;
}
