import Schema from 'typebox';
import type { Type } from '../field.ts';
import { refuse } from '../refusal.ts';

const longest = 254;
const address = /^[^\s@]+@[^\s@]+$/;
const schema = Schema.String({ maxLength: longest, pattern: address.source, format: 'email' });

/** One `@` with something on both sides, no white space, at most 254 characters; kept as sent (interface/auth 3). */
export const EmailAddress: Type<string> = {
  schema: Schema.Union([schema, Schema.Literal('')]),
  accepts: schema,
  example: 'ada@corp.example',
  read(value, key) {
    if (typeof value !== 'string') throw refuse.wrongType(key, 'a string');
    if (value.length > longest || !address.test(value)) throw refuse.invalid(`${key} is not a valid e-mail address`);
    return value;
  },
};
