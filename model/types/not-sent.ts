import Schema, { type TSchema } from 'typebox';

/**
 * A key that a body may leave out by `null`, too (conventions 1.2). The mark lets the API document say that once instead
 * of at every key.
 */
export const orNull = (schema: TSchema, about?: string): TSchema =>
  Schema.Union([schema, Schema.Null()], { 'x-null': 'not sent', ...(about ? { description: about } : {}) });
