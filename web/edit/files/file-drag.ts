import type { XY } from '../../../model/looks/shapes.ts';

/** Files that are dragged over the page. */
export interface FileDrag {
  /** In pixels of the stage. */
  readonly at: XY;
  readonly count: number;
}
