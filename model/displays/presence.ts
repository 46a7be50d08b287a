import { exampleIds } from '../example-ids.ts';
import { editable, required, type Type } from '../field.ts';
import { Schema } from '../json-schema.ts';
import { Parts } from '../types/parts.ts';
import { Bool, Colour, Int, List, Nullable, Num, OneOf, Positive, Shape, Text, Uuid } from '../types.ts';
import { exampleHand, Hands } from './hands.ts';
import { defineMessage } from './message.ts';

/**
 * Canvases besides those that are open in the client's workspaces.
 * @bound Canvases that a display watches besides its open ones: the message is refused.
 */
export const WATCHED_MAX = 8;
/** @bound Cursors in one presence message: the message is refused. */
const CURSORS_MAX = 32;

/** The visible part of the canvas, in its own pixels. */
interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const viewport = Parts<Viewport>({ x: Num(), y: Num(), width: Positive, height: Positive }, () => ({}));
const colourOrNone: Type<string> = {
  schema: Schema.Union([Colour.schema, Schema.Literal('')]),
  accepts: Schema.Union([Colour.accepts, Schema.Literal('')]),
  read: (value, key) => (value === '' ? '' : Colour.read(value, key, undefined)),
};

const cursor = Shape('Cursor', {
  id: required(Text({ max: 64, empty: false }), { about: 'Chosen by the sender', example: 'f1' }),
  x: required(Num(), { example: 2100.5 }),
  y: required(Num(), { example: 1480 }),
  down: editable(Bool, false),
  color: editable(colourOrNone, ''),
  label: editable(Text({ max: 64 }), ''),
});

export const Watch = defineMessage({
  type: 'watch',
  from: 'client',
  scope: 'read',
  about:
    'The canvases whose presence the client wants to see, besides those open in its workspaces: all of them, at most 8. What the user may not see is left out.',
  answered: 'sometimes',
  fields: {
    canvas_ids: required(List(Uuid, { max: WATCHED_MAX })),
    bundles: editable(Bool, false, { about: 'What is new of others comes in `presences`, for all of a canvas at once' }),
  },
  examples: [{ canvas_ids: [exampleIds.canvas], bundles: true }],
});

const shared = {
  canvas_id: required(Uuid),
  workspace: editable(Int({ min: 0, max: 9999 }), 0, { about: 'Index, of a client with several workspaces' }),
  viewport: editable(Nullable(viewport), null, { about: 'The visible part of the canvas, in its own pixels; null: none' }),
  cursors: editable(List(cursor, { max: CURSORS_MAX }), []),
  hands: editable(Hands, [], {
    about: 'What is being done at this moment: held, drawn, written. Others receive it only when there is any',
  }),
};

const somewhere = {
  canvas_id: exampleIds.canvas,
  workspace: 0,
  viewport: { x: 2000, y: 1000, width: 3200, height: 1800 },
  cursors: [{ id: 'f1', x: 2100.5, y: 1480, down: true, color: '#1f6b58', label: 'Ada' }],
  hands: [exampleHand],
};

export const Presence = defineMessage({
  type: 'presence',
  from: 'client',
  scope: 'read',
  about: 'Where somebody is on a canvas: takes the place of what was sent before for this canvas and workspace. Gone after 10 s.',
  fields: shared,
  examples: [somewhere],
});

const user = Shape('PresentUser', { id: required(Int()), name: required(Text()) });
const sender = Shape('PresenceSender', {
  client_id: required(Uuid),
  session_id: required(Text()),
  installation_name: required(Text()),
  kind: editable(OneOf(['display', 'viewer']), 'display'),
  user: required(user),
});

const ada = {
  client_id: exampleIds.client,
  session_id: 's-92',
  installation_name: 'lobby-wall',
  kind: 'display',
  user: { id: exampleIds.user, name: 'Ada' },
};

export const OthersPresence = defineMessage({
  type: 'presence',
  from: 'server',
  about: 'Where somebody else is on a canvas that the client watches.',
  fields: { ...shared, from: required(sender) },
  examples: [{ ...somewhere, from: ada }],
});

export const PresenceGone = defineMessage({
  type: 'presence-gone',
  from: 'server',
  about: 'Somebody left a canvas, or has not been heard of for 10 s.',
  fields: { canvas_id: required(Uuid), session_id: required(Text()) },
  examples: [{ canvas_id: exampleIds.canvas, session_id: 's-92' }],
});

/** More than the server ever puts into one message. */
const BUNDLED_MAX = 10_000;
const someone = Shape('SomeonePresent', { type: required(OneOf([OthersPresence.type])), ...shared, from: required(sender) });

export const Presences = defineMessage({
  type: 'presences',
  from: 'server',
  about:
    'All that is new of people on a canvas, for clients that watch with `bundles`. One text serves all of them, so the client finds itself in it, too, and leaves that out.',
  fields: {
    canvas_id: required(Uuid),
    presences: required(List(someone, { max: BUNDLED_MAX }), { about: 'Messages of the type `presence`' }),
    gone: required(List(Text(), { max: BUNDLED_MAX }), { about: 'Sessions that left, as in `presence-gone`', example: ['s-93'] }),
  },
  examples: [
    { canvas_id: exampleIds.canvas, presences: [{ type: OthersPresence.type, ...somewhere, from: ada }], gone: ['s-93'] },
  ],
});
