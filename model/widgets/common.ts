import { exampleIds } from '../example-ids.ts';
import { type Body, editable, type Fields, readonly, readPatch, sentValue, type Values } from '../field.ts';
import type { Hooks } from '../hooks.ts';
import type { Definition, Kind, Stored } from '../resource.ts';
import { Bool, Depth, OneOf, ParentId, Point, Scale, Size, State, Uuid } from '../types.ts';

/** What the interface offers for a widget type, apart from its fields. */
export interface WidgetFacts {
  /** As people call one: `IP video`. */
  readonly called: string;
  /** What it is, in a sentence or two, for the API document. */
  readonly about: string;
  /** Name of the collection below a canvas; `''` for types that have none and that only the server makes. */
  readonly path: string;
  /** Reads work without a token on a link-shared canvas. */
  readonly linkShared: boolean;
  /** A create may name a source widget instead. */
  readonly clonable: boolean;
  /** Strokes may be drawn on it. */
  readonly annotatable: boolean;
  /** Its strokes may belong to one of its pages. */
  readonly paged: boolean;
  /** Made by an upload of a file of this kind, as its bytes say; `''`: by JSON alone. Its fields hold `fileFields`. */
  readonly upload: string;
  /** Its checks may refuse with 409 what is right in itself. */
  readonly conflicts: boolean;
  /** `parent_id` may be sent; else the server sets it. */
  readonly reparent: boolean;
  /** Has location, size, depth, scale, pinned and a parent: all but connectors. */
  readonly placed: boolean;
}

export interface WidgetDefinition<F extends Fields> extends Definition<F> {
  readonly widget: WidgetFacts;
}

/** A widget type of which nothing more is known. */
export interface AnyWidget extends Kind {
  readonly fields: Fields;
  // biome-ignore lint/suspicious/noExplicitAny: hooks take the records of their own type
  readonly hooks: Hooks<any>;
  readonly widget: WidgetFacts;
}

export const isWidget = (kind: Kind): kind is AnyWidget => 'widget' in kind;

/** Fields that every widget has, first in every answer. */
export const identity = <N extends string>(name: N) => ({
  id: readonly(Uuid, '', { about: 'Given by the server', example: exampleIds.widget }),
  widget_type: readonly(OneOf([name]), name),
  state: readonly(State, 'normal', { about: '`deleted` only in the last stream message' }),
});

/** Fields of every widget but connectors (widgets contract 1.5). */
export const placed = (size: Size, reparent: boolean) => ({
  parent_id: (reparent ? editable : readonly)(ParentId, '', {
    about:
      'The widget that `location` is relative to; `""`, `null`, the id of the canvas and, on create, a UUID of no widget of this canvas mean the root',
  }),
  location: editable(
    Point(),
    { x: 0, y: 0 },
    { about: "Top-left corner in the parent's pixels; centred when not sent", example: { x: 400, y: 300 } },
  ),
  size: editable(Size(size), size, { about: 'Pixels before scaling' }),
  depth: editable(Depth, 1, { about: 'Higher draws on top of its siblings; above the highest when not sent' }),
  scale: editable(Scale, 1, { about: 'Multiplies the scale of the parent' }),
  pinned: editable(Bool, false, { about: 'Not movable by touch; never restricts this interface' }),
});

export type Placed = Values<ReturnType<typeof placed>> & Stored;

/** Keys that a PATCH takes and no record holds. */
export const patchOnly = {
  auto_raise: editable(Bool, false, {
    about: '`true`: `depth` becomes the highest of the siblings + 1; wins over `depth`',
    example: true,
  }),
};

/**
 * What a PATCH body holds, and the names that it sent: `sent` has `auto_raise` only when that is true, and
 * `size.width` beside `size` for the parts of an object that were sent.
 */
export function readWidgetPatch(definition: AnyWidget, body: Body, previous: Stored): { values: object; sent: Set<string> } {
  const values = readPatch(definition.fields, body, previous as never);
  const sent = sentNames(definition.fields, values, body);
  if (readPatch(patchOnly, body, { auto_raise: false }).auto_raise) sent.add('auto_raise');
  return { values, sent };
}

/** Names of the fields in `values`, which were read from `body`, and of the sub-keys sent in them. */
export function sentNames(fields: Fields, values: object, body: Body): Set<string> {
  const sent = new Set<string>();
  for (const name in values) {
    sent.add(name);
    const value = sentValue(body, name, fields[name]!);
    if (typeof value !== 'object' || value === null) continue;
    for (const [part, held] of Object.entries(value)) if (held !== null) sent.add(`${name}.${part}`);
  }
  return sent;
}
