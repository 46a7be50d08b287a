import type { Type } from '../field.ts';
import { type JsonSchema, Schema } from '../json-schema.ts';
import { refuse } from '../refusal.ts';

export interface Range {
  /** Greater than. */
  readonly above?: number;
  /** At least. */
  readonly min?: number;
  /** At most. */
  readonly max?: number;
}

const boolean = Schema.Boolean();

export const Bool: Type<boolean> = {
  schema: boolean,
  accepts: boolean,
  read(value, key) {
    if (typeof value !== 'boolean') throw refuse.wrongType(key, 'a boolean');
    return value;
  },
};

/** A double, kept as sent. `1e400`, which no double can hold, is refused as not a number. */
export function Num(range: Range = {}): Type<number> {
  const schema = Schema.Number(limits(range));
  return {
    schema,
    accepts: schema,
    read(value, key) {
      if (typeof value !== 'number' || !Number.isFinite(value)) throw refuse.wrongType(key, 'a number');
      return inRange(value, key, range);
    },
  };
}

/** A whole number within ± 2^53 unless `range` is narrower. */
export function Int({ min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER }: Omit<Range, 'above'> = {}): Type<number> {
  const schema = Schema.Integer({ minimum: min, maximum: max });
  return {
    schema,
    accepts: schema,
    read(value, key) {
      if (!Number.isInteger(value)) throw refuse.wrongType(key, 'an integer');
      return inRange(value as number, key, { min, max });
    },
  };
}

export const Positive = Num({ above: 0 });
export const Scale = Positive;
export const AnchorIndex = counted(Int({ min: 0, max: 1e9 }), Int({ min: 0 }));

const numbers = Schema.Array(Schema.Number(), { maxItems: 10_000 });

export const Numbers: Type<readonly number[]> = {
  schema: numbers,
  accepts: numbers,
  read(value, key) {
    if (!Array.isArray(value)) throw refuse.wrongType(key, 'an array');
    if (value.length > 10_000) throw refuse.invalid(`${key} must have at most 10000 numbers`);
    const each = Num();
    return value.map((item, at) => each.read(item, `${key}[${at}]`, undefined));
  },
};

/**
 * A number that the server itself makes by counting on from the highest. Doubles count exactly up to 2^53, and clients may only
 * send numbers far enough below it for counting on to work always. A client may send back a larger value that it has read.
 */
export function counted(sent: Type<number>, made: Type<number>): Type<number> {
  return {
    schema: made.schema,
    accepts: sent.accepts,
    read: (value, key, previous) => (value === previous && previous !== undefined ? previous : sent.read(value, key, previous)),
  };
}

function limits({ above, min, max }: Range): JsonSchema {
  return {
    ...(above === undefined ? {} : { exclusiveMinimum: above }),
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
  };
}

function inRange(value: number, key: string, { above, min, max }: Range): number {
  if (above !== undefined && value <= above) throw refuse.invalid(`${key} must be greater than ${above}`);
  if (min !== undefined && value < min) throw refuse.invalid(`${key} must be at least ${min}`);
  if (max !== undefined && value > max) throw refuse.invalid(`${key} must be at most ${max}`);
  return value;
}
