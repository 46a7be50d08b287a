import { exampleIds } from '../example-ids.ts';
import { editable, type Fields, readonly, type Values } from '../field.ts';
import type { FileKindName } from '../file-kinds.ts';
import type { Hooks } from '../hooks.ts';
import type { Collection, Definition, Kind, Stored } from '../resource.ts';
import type { capabilities } from '../resources/displays/client.ts';
import { Bool, Depth, OneOf, ParentId, Point, Scale, Size, State, Uuid } from '../types.ts';

/** How a display client runs a widget for all who see it (interface/streaming 4.7): the session of a remote desktop, a decoder. */
export interface Hosting {
  /** What a client must have declared to be asked. */
  readonly capability: (typeof capabilities)[number];
  /** The field that says what the client opens; `''`: no host is wanted. */
  readonly address: 'connection_name' | 'source';
}

/** What the interface offers for a widget type, apart from its fields. */
export interface WidgetFacts {
  /** What people call it: `IP video`. */
  readonly called: string;
  /** What it is, in a sentence or two, for the API document. */
  readonly about: string;
  /** Name of the collection below a canvas; `''` for types without one, which only the server makes. */
  readonly path: string;
  /** Reads work without a token on a link-shared canvas. */
  readonly linkShared: boolean;
  /** A create may name a source widget to clone, instead of sending fields. */
  readonly clonable: boolean;
  /** Strokes may be drawn on it. */
  readonly annotatable: boolean;
  /** Annotations may belong to one of the widget's pages. */
  readonly paged: boolean;
  /** Kind of file whose upload makes such a widget, which then has `fileFields`; `''`: only JSON makes one. */
  readonly upload: FileKindName | '';
  /** Checks may refuse a valid request with 409. */
  readonly conflicts: boolean;
  /** Clients may send `parent_id`; otherwise the server sets it. */
  readonly reparent: boolean;
  /** Comes, changes and goes with its canvas or table alone: no client writes it by itself. */
  readonly partOnly: boolean;
  /** A display client runs it; undefined: it needs none. */
  readonly hosting?: Hosting | undefined;
  /** The widget has location, size, depth, scale, pinned and a parent. All types but connectors do. */
  readonly placed: boolean;
}

export interface WidgetDefinition<F extends Fields> extends Definition<F> {
  readonly widget: WidgetFacts;
}

/** Any widget type, for code that does not know types by name. */
export interface AnyWidget extends Kind {
  readonly fields: Fields;
  // biome-ignore lint/suspicious/noExplicitAny: hooks take the records of their own type
  readonly hooks: Hooks<any>;
  readonly patchOnly?: Fields;
  readonly collection?: Collection;
  readonly widget: WidgetFacts;
}

export const isWidget = (kind: Kind): kind is AnyWidget => 'widget' in kind;

/** Fields that every widget has; they come first in every answer. */
export const identity = <N extends string>(name: N) => ({
  id: readonly(Uuid, '', { about: 'Given by the server', example: exampleIds.widget }),
  widget_type: readonly(OneOf([name]), name),
  state: readonly(State, 'normal', { about: '`deleted` only in the last stream message' }),
});

/** The fields that every widget except a connector has (interface/widgets 1.5). */
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

/** Keys that a PATCH takes and that are not stored. */
export const patchOnly = {
  auto_raise: editable(Bool, false, {
    about: '`true`: `depth` becomes the highest of the siblings + 1; wins over `depth`',
    example: true,
  }),
};
