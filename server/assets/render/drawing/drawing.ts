/**
 * A picture as the server describes it to a render process: plain shapes in pixels of the picture, back to front.
 * Self-contained except for the files of pictures, whose paths are added before it is sent.
 */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface XY {
  readonly x: number;
  readonly y: number;
}

/** Colours are `#rrggbb` or `#rrggbbaa`. */
export type Shape = Area | Outline | Haze | Line | Words | Picture;

export interface Area {
  readonly kind: 'area';
  readonly box: Box;
  readonly colour: string;
}

export interface Outline {
  readonly kind: 'outline';
  readonly box: Box;
  readonly colour: string;
  readonly width: number;
  readonly dashed: boolean;
}

/** A gradient from the first colour at the top to the second at the bottom. */
export interface Haze {
  readonly kind: 'haze';
  readonly box: Box;
  readonly colours: readonly [string, string];
}

/** A path in SVG syntax; `width` 0: it is filled. */
export interface Line {
  readonly kind: 'line';
  readonly path: string;
  readonly colour: string;
  readonly width: number;
}

/** Text in a box, as large as fits, with letters up to `most` high. */
export interface Words {
  readonly kind: 'words';
  readonly box: Box;
  readonly text: string;
  readonly colour: string;
  readonly most: number;
  readonly centred: boolean;
}

export interface Picture {
  readonly kind: 'picture';
  readonly box: Box;
  readonly file: { readonly hash: string; readonly type: string; readonly page: number };
  /** For a background, its own setting; pictures of widgets fill their box. */
  readonly fit: 'fill' | 'contain' | 'cover';
  /** A local file in a format that browsers know. Without it, only the box is drawn. */
  readonly path?: string;
}

/** A length with two decimals: precise enough for any eye, and short. */
export const short = (length: number): string => String(Math.round(length * 100) / 100);
