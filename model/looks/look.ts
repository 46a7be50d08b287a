import type { Phrases } from '../../texts/looks.ts';
import type { Field, Fields, ValueOf } from '../field.ts';
import type { Ground } from './grounds.ts';
import type { Box, Shape, Weight } from './shapes.ts';

/**
 * How a widget type looks: a pure function from a record, as answers show it, to shapes in pixels of the widget, whose
 * top-left corner is (0, 0). Exported as `look` by the file of the type; the list of looks follows from these files. It
 * is for the server and the page alike, and the bundle of the page holds the look without the definition.
 */
export type Look<D extends { readonly fields: Fields }> = (widget: ShownOf<D>, context: LookContext) => readonly Shape[];

/** What a look may ask. */
export interface LookContext {
  readonly measure: Measure;
  /** The words that a look adds, in the reader's language. */
  readonly phrases: Phrases;
  /** What lies behind it, at last. */
  readonly ground: Ground;
  /** Where another widget lies, in pixels of the canvas; undefined: it is not there. For types without a place of their own. */
  readonly boxOf: (id: string) => Box | undefined;
  /** Whether a text in the widget of this id is the head of a column. The answer never changes while something lies in it. */
  readonly holdsHead: (id: string) => boolean;
}

/** Width of a text on one line, as a multiple of the letter height. */
export type Measure = (text: string, weight: Weight) => number;

/** The values of a record that answers show. */
export type ShownOf<D extends { readonly fields: Fields }> = {
  readonly [K in keyof D['fields'] as D['fields'][K] extends Field<unknown, 'secret'> ? never : K]: ValueOf<D['fields'][K]>;
};
