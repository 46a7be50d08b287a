import type { XY } from '../../model/looks/shapes.ts';

/** The point of the canvas in the top-left corner of the screen, and pixels of the screen (CSS) for one of the canvas. */
export interface View extends XY {
  readonly zoom: number;
}

export interface Extent {
  readonly width: number;
  readonly height: number;
}
