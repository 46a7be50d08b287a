import type { Fields } from '../field.ts';
import type { ShownOf } from './look.ts';
import type { Colour, Picture, Shape } from './shapes.ts';

/**
 * What a page must know of a widget type to show it, besides its look. Exported as `traits` by the file of the type; the list
 * follows from these files, as the list of looks does, and brings no definitions.
 */
export interface Traits<D extends { readonly fields: Fields }> {
  /** In lists. Default: that of anything. */
  readonly icon?: IconName;
  /** Default `box`. */
  readonly form?: Form;
  /**
   * For types that canvases are full of, whose whole look would cost some microseconds each when a canvas is opened. Default, and
   * where undefined: the first thing of the look that fills it.
   */
  readonly far?: (widget: ShownOf<D>) => Far | undefined;
  /** For types whose letters take most of the time: how large they are at most, in pixels of the widget, and the look without them. */
  readonly letters?: {
    readonly sizeOf: (widget: ShownOf<D>) => number;
    readonly without: (widget: ShownOf<D>) => readonly Shape[];
  };
  /** Which live element may lie above the picture. */
  readonly live?: LiveKind;
  /** The number among the headings of the canvas, in whose order people read it. */
  readonly heading?: (widget: ShownOf<D>) => number;
  /** Whether a text in it is the head of a column. Default: it is not. */
  readonly holdsHead?: (widget: ShownOf<D>) => boolean;
  /** Lists show what is in it only when somebody asks. */
  readonly folded?: true;
  /** What is said besides, or instead of, the texts in its fields. */
  readonly speech?: (widget: ShownOf<D>) => Speech;
}

/**
 * `box`: lies on the canvas, and is hit anywhere in its box. `frame`: is hit where nothing else is, because
 * one sees through it. `part`: a field of its parent, which is hit in its place. `line`: leads from one widget to another.
 */
export type Form = 'box' | 'frame' | 'part' | 'line';

/** How a widget looks that is a few pixels large: one colour, or that of a picture. `hollow`: only the edge. Neither: nothing. */
export interface Far {
  readonly colour?: Colour;
  readonly picture?: Picture;
  readonly hollow?: boolean;
}

export type LiveKind = 'video' | 'page' | 'stream';

/** `leadsTo`: the id of a widget. Rows and columns count from 0; `rows` and `columns` are how many there are. */
export type Speech =
  | { readonly is: 'link'; readonly leadsTo: string }
  | { readonly is: 'cell'; readonly row: number; readonly column: number }
  | { readonly is: 'grid'; readonly rows: number; readonly columns: number };

export type IconName =
  | 'camera'
  | 'cell'
  | 'desktop'
  | 'document'
  | 'film'
  | 'frame'
  | 'line'
  | 'note'
  | 'page'
  | 'picture'
  | 'screen'
  | 'stream'
  | 'table';
