import type { ReadonlySignal } from '@preact/signals';
import type { Box, Shape } from '../../model/looks/shapes.ts';
import type { Item } from '../live/board.ts';
import type { PaintContext } from './context.ts';
import type { Framing } from './framing.ts';
import type { Paint, PaintPlace } from './scene.ts';

/** What shows widgets above the picture: live elements, the layer of what is held, or a connector that is being led elsewhere. */
export type SkipOwner = 'islands' | 'lifted' | 'held by others' | 'line';

/** The one picture of a canvas. It follows the camera and the board by itself. */
export interface KeptPicture {
  /** Nothing is left to paint: all that is seen is as sharp as it gets with what is loaded. */
  readonly sharp: ReadonlySignal<boolean>;
  /** Which part of the canvas the picture shows; what lies above it fits to the pixel by this. */
  readonly framing: ReadonlySignal<Framing>;
  /** Pixels of the device for one of the screen, as the picture has them. */
  readonly ratio: ReadonlySignal<number>;
  /** From now on these widgets are shown above the picture by this owner, in the place of those it named before, and not painted. */
  skip(owner: SkipOwner, ids: ReadonlySet<string>): void;
  /** Paints widgets elsewhere, as they are painted here, with nothing below them. */
  paintItems(context: PaintContext, items: readonly Item[], place: PaintPlace): Paint;
  /** From now on this widget is drawn with these shapes in the place of its look, such as without the words that are being written. Undefined: with its look. */
  draw(id: string, shapes: readonly Shape[] | undefined): void;
  /** Paints a part of the canvas again, or all. */
  repaint(box?: Box): void;
  destroy(): void;
}
