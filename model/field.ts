import type { JsonSchema } from './json-schema.ts';
import { refuse } from './refusal.ts';

/**
 * A type of values: how one is read from a body, and how it looks in an answer.
 * `read` returns the value to store, or throws a 400 refusal that names the key. It never sees `null`, which means that
 * the key was not sent, unless `nullable` is set. `previous` is the stored value, given for a PATCH because some types
 * merge their parts with it (location, size, connector ends); otherwise it is undefined.
 */
export interface Type<T> {
  /** What an answer holds. */
  readonly schema: JsonSchema;
  /** What a body may hold, where that is wider than `schema`. */
  readonly accepts: JsonSchema;
  /** What a PATCH body may hold, where a create must hold more (parts without an initial value). */
  readonly patches?: JsonSchema;
  /** For the API document, when the initial value of a field makes a poor example. */
  readonly example?: T;
  /** `null` is a value of this type and not "not sent" (only `parent_id`). */
  readonly nullable?: boolean;
  /** Undefined is a value of this type, and then no answer has the key. */
  readonly absentable?: true;
  read(value: unknown, key: string, previous: T | undefined): T;
  /**
   * Returns the value with ids of the same scope replaced; only for types that name such records. Called when a record is copied.
   */
  refer?(value: T, to: (id: string) => string): T;
}

/**
 * `editable`: create and PATCH. `required`: must be sent on create, may be patched. `fixed`: create only.
 * `readonly`: only the server sets it. `secret`: only the server sets it; stored in the hidden part, and never in an answer.
 */
export type Word = 'editable' | 'required' | 'fixed' | 'readonly' | 'secret';

/**
 * When a copy of a record (clone, copied canvas, restored demo state) keeps the value: always; only in a copy of the whole
 * canvas, not in a clone; or never, so that the copy starts with the initial value.
 */
export type CopyRule = 'always' | 'with its canvas' | 'never';

export interface Field<T = unknown, W extends Word = Word> {
  readonly word: W;
  readonly type: Type<T>;
  /** The value of a new record when none is sent; `prepare` may replace it. Made anew each time: no two records share it. */
  readonly initial: () => T;
  /** Other spellings of the key in bodies; the field's own name wins. */
  readonly aliases: readonly string[];
  /** Other keys under which answers repeat the value. */
  readonly mirrors: readonly string[];
  readonly copied: CopyRule;
  /**
   * Describes a display client; reading the record from the disk restores the initial value, because nobody is connected then.
   */
  readonly fleeting: boolean;
  /** The readers of the value where only a part of a record is for everybody. */
  readonly audience: 'everyone' | 'administrators';
  /** One sentence for the API document: unit, range, what an empty value means. */
  readonly about: string;
  /** The example in the bodies of the API document. Undefined: they leave the field out, unless it is required. */
  readonly example: unknown;
}

export type Fields = Readonly<Record<string, Field>>;
export type ValueOf<F> = F extends Field<infer T> ? T : never;
export type Values<F extends Fields> = { [K in keyof F]: ValueOf<F[K]> };

export interface FieldOptions {
  readonly aliases?: readonly string[];
  readonly mirrors?: readonly string[];
  /** Default `always`. */
  readonly copied?: CopyRule;
  /** Default false. */
  readonly fleeting?: boolean;
  /** Default `everyone`. */
  readonly audience?: Field['audience'];
  readonly about?: string;
  readonly example?: unknown;
}

const field =
  <W extends Word>(word: W) =>
  <T>(type: Type<T>, initial: NoInfer<T>, options: FieldOptions = {}): Field<T, W> => ({
    word,
    type,
    initial: () => structuredClone(initial),
    aliases: options.aliases ?? [],
    mirrors: options.mirrors ?? [],
    copied: options.copied ?? 'always',
    fleeting: options.fleeting ?? false,
    audience: options.audience ?? 'everyone',
    about: options.about ?? '',
    example: options.example,
  });

export const editable = field('editable');
export const fixed = field('fixed');
export const readonly = field('readonly');
export const secret = field('secret');
/** A field without an initial value: a create that does not send it is refused. */
export const required = <T>(type: Type<T>, options: FieldOptions = {}): Field<T, 'required'> =>
  field('required')(type, undefined as NoInfer<T>, options);

export type Body = Readonly<Record<string, unknown>>;

/** The values that a create body holds, in the order of the fields; refuses a missing required one. */
export function readCreate<F extends Fields>(fields: F, body: Body): Partial<Values<F>> {
  return readBody(fields, body, undefined, (word, key, sent) => {
    if (word === 'required' && !sent) throw refuse.missing(key);
    return word === 'editable' || word === 'required' || word === 'fixed';
  });
}

/** The values that a PATCH body holds; types that merge combine theirs with the stored value. */
export function readPatch<F extends Fields>(fields: F, body: Body, previous: Values<F>): Partial<Values<F>> {
  return readBody(fields, body, previous, (word) => word === 'editable' || word === 'required');
}

/** A record with every field at its initial value (required ones undefined). */
export function initialValues<F extends Fields>(fields: F): Values<F> {
  const values: Record<string, unknown> = {};
  for (const key in fields) values[key] = fields[key]!.initial();
  return values as Values<F>;
}

/** Names of the fields in `values`, which were read from `body`, and of the sub-keys that were sent in them. */
export function sentNames(fields: Fields, values: object, body: Body): Set<string> {
  const sent = new Set<string>();
  for (const name in values) {
    sent.add(name);
    const value = sentValue(body, name, fields[name]!);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    for (const [part, held] of Object.entries(value)) if (held !== null) sent.add(`${name}.${part}`);
  }
  return sent;
}

function readBody<F extends Fields>(
  fields: F,
  body: Body,
  previous: Values<F> | undefined,
  writable: (word: Word, key: string, sent: boolean) => boolean,
): Partial<Values<F>> {
  const values: Record<string, unknown> = {};
  for (const key in fields) {
    const field = fields[key]!;
    const value = sentValue(body, key, field);
    if (!writable(field.word, key, value !== undefined) || value === undefined) continue;
    values[key] = field.type.read(value, key, previous?.[key] as undefined);
  }
  return values as Partial<Values<F>>;
}

/** The value sent for a field under its own name or an alias; `undefined` when it was not sent. */
export function sentValue(body: Body, key: string, field: Field): unknown {
  const own = bodyValue(body, key, field.type);
  if (own !== undefined || field.aliases.length === 0) return own;
  for (const alias of field.aliases) {
    const value = bodyValue(body, alias, field.type);
    if (value !== undefined) return value;
  }
  return undefined;
}

function bodyValue(body: Body, key: string, type: Type<unknown>): unknown {
  const value = Object.hasOwn(body, key) ? body[key] : undefined;
  return value === null && !type.nullable ? undefined : value;
}
