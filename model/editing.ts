import type { Field, Fields } from './field.ts';
import type { ShownOf } from './looks/look.ts';
import type { Size } from './types.ts';

/**
 * How people edit a widget type. Exported as `editing` by the file of the type, beside its look; the list follows from these files.
 * Types that only the server makes have none.
 */
export interface Editing<D extends { readonly fields: Fields }> {
  /** What a new one is like, besides its place. Types that no tool makes by itself have none. */
  readonly made?: (size: Size, colours: NewColours) => Partial<ShownOf<D>>;
  /** What the corner handles do. `none`: it has no size of its own. */
  readonly resize: 'free' | 'ratio' | 'none';
  /** The field in which a double click begins to write. */
  readonly text?: WritableOf<D>;
  /** Rows of the properties, in order, besides those that all placed widgets have. Every other writable field is among them. */
  readonly fields: readonly (readonly [field: WritableOf<D>, control: Control])[];
  /** The server alone says on what it lies: people cannot put it on another widget. */
  readonly fixedParent?: true;
  /** Things that are dropped on it, and rest there, lie on it from then on. */
  readonly takes?: true;
  /** What a double click and Enter do. */
  readonly opens: 'cells' | 'enter' | 'play' | 'properties' | 'text';
}

/** The colours that a person used last, or those of the canvas. */
export interface NewColours {
  readonly background: string;
}

/** `line`: a text of one line; `text`: of several. `end`: of a connector. */
export type Control = 'choice' | 'colour' | 'end' | 'line' | 'number' | 'point' | 'switch' | 'text';

type WritableOf<D extends { readonly fields: Fields }> = keyof {
  // biome-ignore lint/suspicious/noExplicitAny: fields of every type of value
  [K in keyof D['fields'] as D['fields'][K] extends Field<any, 'editable' | 'required'> ? K : never]: true;
} &
  string;
