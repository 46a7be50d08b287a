import type { Colour } from '../../../model/looks/shapes.ts';
import type { Item } from '../../live/board.ts';
import type { InkPoint } from './curve.ts';

/** Where ink is seen while it is written. */
export interface WetLayer {
  begin(line: WetLine): WetStroke;
}

export interface WetLine {
  /** On which it lies. */
  readonly item: Pick<Item, 'box' | 'zoom' | 'order'>;
  readonly colour: Colour;
  readonly isEven: boolean;
  /** In pixels of the item; grows. */
  readonly points: readonly InkPoint[];
}

/** A line that is being written. */
export interface WetStroke {
  /** Draws what is new, at once. @param tail where the pointer is and probably goes, which the next call replaces */
  draw(tail: readonly InkPoint[]): void;
  /** The same line is on the board now: goes when the picture shows it. */
  dry(): void;
  drop(): void;
}
