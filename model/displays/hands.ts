import { exampleIds } from '../example-ids.ts';
import { editable, required, type Type } from '../field.ts';
import { Schema } from '../json-schema.ts';
import { refuse } from '../refusal.ts';
import { NODE_CHARACTERS, nodeCount } from '../types/nodes.ts';
import { NODES_MAX, Points } from '../types/points.ts';
import { Colour, Int, List, Nullable, Num, Shape, Text, Uuid } from '../types.ts';
import { BOXES_MAX, HANDS_MAX } from './hand-limits.ts';

/** @bound Nodes of the line that one hand in a presence message draws: the message is refused. */
const WET_NODES_MAX = 64;
/**
 * What others receive of it, in UTF-8.
 * @bound Bytes of a presence message with hands: the message is refused.
 */
export const HANDS_BYTES = 64 * 1024;

/** Farther away is nothing that people see. */
const place = Num({ min: -1e9, max: 1e9 });
const length = Num({ min: 0, max: 1e9 });

const frame = Shape('HeldFrame', {
  x: required(place, { example: 0 }),
  y: required(place, { example: 0 }),
  width: required(length, { example: 900 }),
  height: required(length, { example: 800 }),
});

const box = Shape('HeldBox', {
  id: required(Uuid),
  x: required(place, { example: 400 }),
  y: required(place, { example: 300 }),
  width: required(length, { example: 300 }),
  height: required(length, { example: 300 }),
  zoom: editable(Num({ above: 0, max: 1e6 }), 1, { about: 'Pixels of the canvas for one of the widget' }),
});

const wetSchema = Schema.String({
  pattern: `^([A-Za-z0-9+/]{${NODE_CHARACTERS}})*$`,
  maxLength: WET_NODES_MAX * NODE_CHARACTERS,
  description: 'Base64 of little-endian 32-bit floats, nine for each node',
});

const WetPoints: Type<string> = {
  schema: wetSchema,
  accepts: wetSchema,
  example: Points.example,
  read(value, key) {
    if (typeof value !== 'string') throw refuse.wrongType(key, 'base64 text');
    if (nodeCount(value) > WET_NODES_MAX) throw refuse.invalid(`${key} must have at most ${WET_NODES_MAX} nodes`);
    return Points.read(value, key, undefined);
  },
};

const ink = Shape('WetInk', {
  id: required(Uuid, { about: 'The id that the stroke will have' }),
  on: required(Uuid, { about: 'The widget that it is drawn on; the root widget: the canvas plane' }),
  page: editable(Nullable(Int({ min: 1 })), null, { about: 'On a PDF: the page, from 1' }),
  line_color: required(Colour, { example: '#c0392bff' }),
  from: required(Int({ min: 0, max: NODES_MAX }), { about: 'The number of the first of these nodes', example: 12 }),
  points: required(WetPoints, {
    about: 'Nodes from there on; the last of the earlier ones again, so that a lost message leaves no gap',
  }),
});

const hand = Shape('Hand', {
  id: required(Text({ max: 64, empty: false }), { about: 'Chosen by the sender', example: 's1' }),
  color: required(Colour, { example: '#1f6b58ff' }),
  tool: editable(Text({ max: 64 }), '', { about: 'What it works with', example: 'select' }),
  boxes: editable(List(box, { max: BOXES_MAX }), [], { about: 'What it holds, and where that lies on the canvas now' }),
  frame: editable(Nullable(frame), null, { about: 'Round all that it holds, where that is more than `boxes` has room for' }),
  ink: editable(Nullable(ink), null, { about: 'The stroke that it draws' }),
  edits: editable(Nullable(Uuid), null, { about: 'The widget whose text it writes' }),
});

/** What people do on a canvas at this moment. */
export const Hands = List(hand, { max: HANDS_MAX });

export const exampleHand = {
  id: 's1',
  color: '#1f6b58ff',
  tool: 'select',
  boxes: [{ id: exampleIds.widget, x: 400, y: 300, width: 300, height: 300, zoom: 1 }],
  frame: null,
  ink: null,
  edits: null,
};
