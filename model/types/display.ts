import type { Type } from '../field.ts';
import { type JsonSchema, Schema } from '../json-schema.ts';
import { refuse } from '../refusal.ts';
import { Bool, Int, Num, Positive } from './number.ts';
import { Parts, type Point, Size } from './parts.ts';
import { isUuid, readString, Uuid } from './text.ts';

/**
 * A larger screen nobody has.
 * @bound Pixels along a side of a screen that a display declares: 400.
 */
const PIXELS_MAX = 1_000_000;

const pixels = Int({ min: 1, max: PIXELS_MAX });
const resolution = Int({ min: 0, max: PIXELS_MAX });

/** Whole pixels, both at least 1. A typed model of a client program rejects fractions (interface/streaming 3.3). */
export const PixelSize: Type<Size> = Parts<Size>({ width: pixels, height: pixels }, () => ({}));

/** Whole pixels; 0 x 0: not reported. */
export const Resolution: Type<Size> = Parts<Size>({ width: resolution, height: resolution }, () => ({ width: 0, height: 0 }));

/**
 * Where the canvas lies in a workspace, in its pixels and scaled: x = -ox * s and width = the workspace's width * s, where the
 * origin of the visible part is (ox, oy) on the canvas and s is the zoom (interface/streaming 3.3). Doubles, kept as sent.
 */
export interface ViewRectangle extends Point, Size {}

export const ViewRectangle: Type<ViewRectangle> = Parts<ViewRectangle>(
  { x: Num(), y: Num(), width: Positive, height: Positive },
  () => ({ x: 0, y: 0 }),
);

const laxBoolean = Schema.Union([Schema.Boolean(), Schema.Enum(['true', 'false'])]);

/** Also `"true"` and `"false"`, which old samples send. */
export const LaxBool: Type<boolean> = {
  schema: Bool.schema,
  accepts: laxBoolean,
  read: (value, key) => (value === 'true' || value === 'false' ? value === 'true' : Bool.read(value, key, undefined)),
};

/** Id of a canvas in any letter case, stored in lower case; `''`: none. */
export const CanvasOrNone: Type<string> = {
  schema: Schema.Union([Uuid.schema, Schema.Literal('')]),
  accepts: Schema.Union([Uuid.accepts, Schema.Literal('')]),
  read(value, key) {
    const text = readString(value, key);
    if (text !== '' && !isUuid(text)) throw refuse.invalid(`${key} must be a UUID, or empty`);
    return text.toLowerCase();
  },
};

const SOURCE = /^workspace-(0|[1-9]\d{0,8})$/;
const sourceOr = (uuid: JsonSchema): JsonSchema =>
  Schema.String({ pattern: `^$|${SOURCE.source}|${(uuid as unknown as { pattern: string }).pattern}` });

/** What a video output shows: `workspace-N`, the id of a video output anchor, or `''` for nothing (interface/streaming 3.4). */
export const OutputSource: Type<string> = {
  schema: sourceOr(Uuid.schema),
  accepts: sourceOr(Uuid.accepts),
  example: 'workspace-0',
  read(value, key) {
    const text = readString(value, key);
    if (text === '' || SOURCE.test(text)) return text;
    if (!isUuid(text)) throw refuse.invalid(`Invalid source ${text.slice(0, 100)}`);
    return text.toLowerCase();
  },
};

/** The index of the workspace that a source names; undefined: it names none. */
export function workspaceOf(source: string): number | undefined {
  const found = SOURCE.exec(source);
  return found ? Number(found[1]) : undefined;
}

const INPUT_ID = /^[A-Za-z0-9._-]{1,128}$/;
const inputId = Schema.String({ pattern: INPUT_ID.source });

/** Names a video input device within its client. */
export const InputId: Type<string> = {
  schema: inputId,
  accepts: inputId,
  example: 'cam-front',
  read(value, key) {
    const text = readString(value, key);
    if (!INPUT_ID.test(text)) throw refuse.invalid(`${key} must be 1 to 128 letters, digits, dots, dashes or underscores`);
    return text;
  },
};

/** Undefined: none. Of a canvas, whose pixels need not be whole. */
export const SizeOrNone: Type<Size | undefined> = { ...Size({ width: 1, height: 1 }), absentable: true };
