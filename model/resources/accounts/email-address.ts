import type { Type } from '../../field.ts';
import { Schema } from '../../json-schema.ts';
import { refuse } from '../../refusal.ts';

const longest = 254;
const address = /^[^\s@]+@[^\s@]+$/;
const shape = { maxLength: longest, pattern: address.source };

/** One `@` with something on both sides, no white space, at most 254 characters; kept as sent (interface/auth 3). */
export const EmailAddress: Type<string> = {
  // Strict readers refuse `admin@localhost` where a format is said, and it is a right address here
  schema: Schema.Union([Schema.String(shape), Schema.Literal('')]),
  accepts: Schema.String({ ...shape, format: 'email' }),
  example: 'ada@corp.example',
  read(value, key) {
    if (typeof value !== 'string') throw refuse.wrongType(key, 'a string');
    if (value.length > longest || !address.test(value)) throw refuse.invalid(`${key} is not a valid e-mail address`);
    return value;
  },
};
