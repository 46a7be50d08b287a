/**
 * The shapes that everything on a canvas is drawn with, back to front. They are plain data in pixels of the widget, whatever
 * the zoom, so a description is made once for each change of a record, and any painter can draw it.
 */
export type Shape = Area | Outline | Haze | Line | Words | Picture | Caption | Shade;

export interface XY {
  readonly x: number;
  readonly y: number;
}

export interface Box extends XY {
  readonly width: number;
  readonly height: number;
}

/** `#rrggbb` or `#rrggbbaa`. */
export type Colour = string;

/** A filled rectangle. */
export interface Area {
  readonly kind: 'area';
  readonly box: Box;
  readonly colour: Colour;
  /** Radius of the corners. Default 0. */
  readonly radius?: number;
}

/** The shadow of a rectangle, drawn outside of it: soft below it and at its sides, and a line of contact, one pixel of the screen high. */
export interface Shade {
  readonly kind: 'shade';
  /** What casts it. */
  readonly box: Box;
  /** Radius of the corners of the box. */
  readonly radius: number;
  /** How far the soft shadow reaches below the box, twice as far as to its sides. */
  readonly blur: number;
  readonly colour: Colour;
  readonly contact: Colour;
}

/** The edge of a rectangle, drawn inside of it, so that nothing lies outside the box. */
export interface Outline {
  readonly kind: 'outline';
  readonly box: Box;
  readonly colour: Colour;
  readonly width: number;
  /** Never thinner than this on the screen, in its pixels. Default 1. */
  readonly least?: number;
  /** Length of dashes. Default 0: not dashed. */
  readonly dash?: number;
  readonly radius?: number;
}

/** A gradient from the first colour at the top to the second at the bottom. */
export interface Haze {
  readonly kind: 'haze';
  readonly box: Box;
  readonly colours: readonly [Colour, Colour];
  /** Radius of the corners. Default 0. */
  readonly radius?: number;
}

/** A path in SVG syntax, with absolute or relative commands of any kind but arcs. */
export interface Line {
  readonly kind: 'line';
  readonly path: string;
  readonly colour: Colour;
  /** 0: the path is filled. */
  readonly width: number;
  /** Never thinner than this on the screen, in its pixels. Default 0. */
  readonly least?: number;
  /** How its ends look. Default `round`. */
  readonly cap?: 'round' | 'butt';
  /** Where the path begins and how large it is, so that many widgets share one path. Default: as it is. */
  readonly at?: XY & { readonly scale: number };
}

export type Weight = 400 | 600 | 700;

/** Text in a box, in the largest letters from `most` down to `least` with which it fits; what does not fit ends in `…`. */
export interface Words {
  readonly kind: 'words';
  readonly box: Box;
  readonly text: string;
  readonly colour: Colour;
  readonly most: number;
  /** Default: `most`, so the text is cut and never made smaller. */
  readonly least?: number;
  readonly weight?: Weight;
  /** Between letters, as a share of their height. Default 0. */
  readonly tracking?: number;
  /** `start`: left, or right where the text is written from the right. Default `start`. */
  readonly across?: 'start' | 'middle' | 'end';
  /** Default `top`. */
  readonly down?: 'top' | 'middle';
  /** Lines keep the spaces at their ends, for a caret behind them. They are broken where they are without. Default false. */
  readonly keepsEnd?: boolean;
}

/** A page of a file in the asset store. The painter chooses the level by the size on the screen. */
export interface Picture {
  readonly kind: 'picture';
  readonly box: Box;
  readonly hash: string;
  /** From 0. */
  readonly page: number;
  /** A still without its bitmap is a grey box, and a video without one is not drawn, because the shapes below it are enough. */
  readonly of: 'still' | 'video';
  readonly fit: 'fill' | 'contain' | 'cover';
  /** Radius of the corners of the box. Default 0. */
  readonly radius?: number;
  /** What is said in place of a page that the file does not have, with `{pages}` for how many there are. */
  readonly beyond?: string;
}

/** The name of a frame, in letters of one size on the screen, whatever the zoom (model/looks/captions.ts). */
export interface Caption {
  readonly kind: 'caption';
  /** The frame. */
  readonly box: Box;
  /** `above`: beside the left end of the upper edge, outside of the frame. */
  readonly place: 'above' | 'middle';
  readonly text: string;
  readonly colour: Colour;
  /** A number on a tile before the text. */
  readonly mark?: { readonly text: string; readonly colour: Colour; readonly tile: Colour };
}

/** Shapes and where they lie: their point (x, y) is drawn at (left + x * zoom, top + y * zoom). */
export interface Group {
  readonly left: number;
  readonly top: number;
  readonly zoom: number;
  readonly shapes: readonly Shape[];
}

/** A length for a path: three decimals, or four digits where it is smaller, so that it stays exact at any zoom. */
export function short(length: number): string {
  return Math.abs(length) >= 1 || length === 0 ? String(Math.round(length * 1000) / 1000) : String(Number(length.toPrecision(4)));
}

/** The rectangle in which a picture of this size is drawn; `fill` stretches it, `cover` reaches over the box. */
export function fitted({ box, fit }: Picture, size: { readonly width: number; readonly height: number }): Box {
  if (fit === 'fill' || !(size.width > 0 && size.height > 0)) return box;
  const across = box.width / size.width;
  const down = box.height / size.height;
  const scale = fit === 'contain' ? Math.min(across, down) : Math.max(across, down);
  const width = size.width * scale;
  const height = size.height * scale;
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
}
