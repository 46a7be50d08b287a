import { exampleIds } from '../example-ids.ts';
import type { Type } from '../field.ts';
import { Schema } from '../json-schema.ts';
import { eitherOf, type Refusal, refuse } from '../refusal.ts';

/** The bound, in characters (code points), of every text without a narrower one, so that all input is bounded. */
const TEXT_MAX = 1_048_576;
const ID_MAX = 255;

interface TextOptions {
  /** Characters (code points). */
  readonly max?: number;
  /** `false`: `""` is refused. */
  readonly empty?: boolean;
}

/** Text, kept as sent. 400 `<key> is too long: …`, `<key> must not be empty`. */
export function Text({ max = TEXT_MAX, empty = true }: TextOptions = {}): Type<string> {
  const schema = Schema.String({ maxLength: max, ...(empty ? {} : { minLength: 1 }) });
  return {
    schema,
    accepts: schema,
    read(value, key) {
      const text = readString(value, key);
      if (!empty && text === '') throw refuse.invalid(`${key} must not be empty`);
      return bounded(text, key, max);
    },
  };
}

const nameSchema = Schema.String({ minLength: 1, maxLength: 255, pattern: '\\S' });

/** 1 to 255 characters, not only white space, kept as sent (interface/canvases 2.1). */
export const Name: Type<string> = {
  schema: nameSchema,
  accepts: nameSchema,
  example: 'Sprint wall',
  read(value, key) {
    const text = readString(value, key);
    if (text.trim() === '') throw refuse.invalid(`${key} must not be empty`);
    return bounded(text, key, 255);
  },
};

/** One of a closed set of words. With `anyCase`, it is read in any letter case and stored in lower case. */
export function OneOf<const W extends string>(words: readonly W[], { anyCase = false } = {}): Type<W> {
  const schema = Schema.Enum([...words]);
  const accepts = anyCase ? Schema.String({ pattern: `^(${words.map(anyCasePattern).join('|')})$` }) : schema;
  return {
    schema,
    accepts,
    read(value, key) {
      const text = readString(value, key);
      const word = (anyCase ? text.toLowerCase() : text) as W;
      if (!words.includes(word)) throw refuse.invalid(`${key} must be ${eitherOf(words)}`);
      return word;
    },
  };
}

/** `normal` in every plain answer; `deleted` only in the last stream message about an object. */
export const State = OneOf(['normal', 'deleted']);

const colour = /^#([0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/;
const colourSchema = Schema.String({ pattern: colour.source });

/** `#RRGGBB` (opaque) or `#RRGGBBAA`, stored exactly as sent (interface/widgets 1.8). */
export const Colour: Type<string> = {
  schema: colourSchema,
  accepts: colourSchema,
  example: '#000000ff',
  read(value, key) {
    const text = readString(value, key);
    if (!colour.test(text)) throw invalidColour(text, key);
    return text;
  },
};

const invalidColour = (sent: string, key: string): Refusal =>
  refuse.invalid(`Invalid color ${sent.slice(0, 100)}: ${key} must be #RRGGBB or #RRGGBBAA`);

/** More colours than anybody can choose from. */
const COLOURS_MAX = 1000;
const colours = Schema.Array(colourSchema, { maxItems: COLOURS_MAX });

/** Colours in the order sent. 400 `<key> must be an array`, `<key> must have at most 1000 colors`, `Invalid color <x>`. */
export const Colours: Type<readonly string[]> = {
  schema: colours,
  accepts: colours,
  read(value, key) {
    if (!Array.isArray(value)) throw refuse.wrongType(key, 'an array');
    if (value.length > COLOURS_MAX) throw refuse.invalid(`${key} must have at most ${COLOURS_MAX} colors`);
    return value.map((item, at) => {
      if (typeof item !== 'string') throw invalidColour(JSON.stringify(item), `${key}[${at}]`);
      return Colour.read(item, `${key}[${at}]`, undefined);
    });
  },
};

/** Translates the id of any record of the same scope; `""` and other texts stay as they are. */
const refer = (id: string, to: (id: string) => string): string => to(id);

const hex = (digits: string) => `^${digits}{8}-${digits}{4}-${digits}{4}-${digits}{4}-${digits}{12}$`;
const anyUuid = new RegExp(hex('[0-9a-fA-F]'));

export const isUuid = (text: string): boolean => anyUuid.test(text);

/** Ids are read in any letter case and stored in lower case (interface/conventions 1.1). */
export const Uuid: Type<string> = {
  schema: Schema.String({ pattern: hex('[0-9a-f]'), format: 'uuid' }),
  accepts: Schema.String({ pattern: anyUuid.source, format: 'uuid' }),
  example: exampleIds.widget,
  read(value, key) {
    const text = readString(value, key);
    if (!isUuid(text)) throw refuse.invalid(`${key} must be a UUID`);
    return text.toLowerCase();
  },
  refer,
};

const ofVersion4 = '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$';
const version4 = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$/;

/** An id that a client makes for a new record: a UUID of version 4, as those of the server. 400 `<key> must be a UUID of version 4`. */
export const OwnId: Type<string> = {
  schema: Schema.String({ pattern: ofVersion4, format: 'uuid' }),
  accepts: Schema.String({ pattern: version4.source, format: 'uuid' }),
  example: exampleIds.widget,
  read(value, key) {
    const text = readString(value, key);
    if (!version4.test(text)) throw refuse.invalid(`${key} must be a UUID of version 4`);
    return text.toLowerCase();
  },
};

const widgetId = Schema.String({ maxLength: ID_MAX, 'x-refers': 'widget' });

/** Id of a widget of the same canvas. The definition, not the reader, checks that the widget exists. */
export const WidgetId: Type<string> = {
  schema: widgetId,
  accepts: widgetId,
  example: exampleIds.widget,
  read: (value, key) => canonicalId(bounded(readString(value, key), key, ID_MAX)),
  refer,
};

/** A WidgetId; `null` and `""` are read as `""`, which `prepare` replaces with the root's id (interface/widgets 1.7). */
export const ParentId: Type<string> = {
  schema: widgetId,
  accepts: Schema.Union([widgetId, Schema.Null()]),
  example: exampleIds.root,
  nullable: true,
  read: (value, key, previous) => (value === null ? '' : WidgetId.read(value, key, previous)),
  refer,
};

const time = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const timeSchema = Schema.String({ pattern: time.source, format: 'date-time' });

/** A moment in UTC, `YYYY-MM-DDTHH:mm:ss.sssZ`; only the server writes it. */
export const Time: Type<string> = {
  schema: timeSchema,
  accepts: timeSchema,
  example: '2026-03-14T09:26:53.589Z',
  read(value, key) {
    const text = readString(value, key);
    if (!time.test(text)) throw refuse.wrongType(key, 'a UTC time');
    return text;
  },
};

const timeOrNever = Schema.Union([timeSchema, Schema.Literal('')]);

/** A Time; `''`: never. */
export const TimeOrNever: Type<string> = {
  schema: timeOrNever,
  accepts: timeOrNever,
  example: Time.example,
  read: (value, key) => (value === '' ? '' : Time.read(value, key, undefined)),
};

const moment =
  /^2\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** A moment of this millennium that a client chooses: read in any zone, stored as Time is. February 31 is a day of March. */
export const Moment: Type<string> = {
  schema: timeSchema,
  accepts: Schema.String({ pattern: moment.source }),
  example: Time.example,
  read(value, key) {
    const text = readString(value, key);
    if (!moment.test(text)) throw refuse.wrongType(key, 'a time with its zone, as 2026-03-14T09:26:53Z');
    return new Date(text).toISOString();
  },
};

const timeOrNull = Schema.Union([timeSchema, Schema.Null()]);

/** A Time; `null`: there is none. */
export const TimeOrNull: Type<string | null> = {
  schema: timeOrNull,
  accepts: timeOrNull,
  example: Time.example,
  read: (value, key) => (value === null ? null : Time.read(value, key, undefined)),
};

export function readString(value: unknown, key: string): string {
  if (typeof value !== 'string') throw refuse.wrongType(key, 'a string');
  return value;
}

function bounded(text: string, key: string, max: number): string {
  if (text.length > max && hasMoreCharacters(text, max)) throw refuse.invalid(`${key} is too long: at most ${max} characters`);
  return text;
}

/** Counts as JSON Schema does: a surrogate pair is one character. */
function hasMoreCharacters(text: string, max: number): boolean {
  if (text.length > 2 * max) return true;
  let count = 0;
  for (const _ of text) count++;
  return count > max;
}

const canonicalId = (text: string): string => (isUuid(text) ? text.toLowerCase() : text);

const anyCasePattern = (word: string): string =>
  [...word].map((letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`).join('');
