import type { Group, Picture, Shape } from '../../../../model/looks/shapes.ts';

/**
 * A picture as the server describes it to a render process: groups of shapes in pixels of the picture, back to front.
 * Self-contained except for the files of pictures, whose paths are added before it is sent.
 */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly groups: readonly DrawnGroup[];
}

export interface DrawnGroup extends Group {
  readonly shapes: readonly DrawnShape[];
}

export type DrawnShape = Exclude<Shape, Picture> | DrawnPicture;

export interface DrawnPicture extends Picture {
  /** A local file in a format that browsers know. Without it, only the box is drawn. */
  readonly path?: string;
  /** How many pages the file has, where it has not this one. */
  readonly pages?: number;
}
