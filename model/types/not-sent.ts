import { type JsonSchema, Schema } from '../json-schema.ts';

/**
 * Schema of a key for which `null` means that it was not sent (interface/conventions 1.2). The mark lets the API document say
 * so once instead of at every key.
 */
export const orNull = (schema: JsonSchema, about?: string): JsonSchema =>
  Schema.Union([schema, Schema.Null()], { 'x-null': 'not sent', ...(about ? { description: about } : {}) });

export const optional = (schema: JsonSchema, about?: string) => Schema.Optional(orNull(schema, about));
