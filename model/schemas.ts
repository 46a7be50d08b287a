import Schema, { type TSchema } from 'typebox';
import type { Field, Fields } from './field.ts';

/** What an answer holds: every field but the secret ones, mirrors behind their field. */
export function answerSchema(name: string, fields: Fields): TSchema {
  const shown: Record<string, TSchema> = {};
  for (const [key, field] of Object.entries(fields)) {
    if (field.word === 'secret') continue;
    for (const spelling of [key, ...field.mirrors]) shown[spelling] = described(field.type.schema, field);
  }
  return Schema.Object(shown, { title: name });
}

/** What a create body may hold. Other keys are ignored, so they are allowed. */
export function createSchema(name: string, fields: Fields): TSchema {
  return bodySchema(`${name}Create`, fields, (field) => {
    if (field.word === 'required') return described(field.type.accepts, field);
    return field.word === 'editable' || field.word === 'fixed' ? optional(field, field.type.accepts) : undefined;
  });
}

/** What a PATCH body may hold. */
export function patchSchema(name: string, fields: Fields): TSchema {
  return bodySchema(`${name}Patch`, fields, (field) =>
    field.word === 'editable' || field.word === 'required'
      ? optional(field, field.type.patches ?? field.type.accepts)
      : undefined,
  );
}

function bodySchema(title: string, fields: Fields, accepted: (field: Field) => TSchema | undefined): TSchema {
  const keys: Record<string, TSchema> = {};
  for (const [key, field] of Object.entries(fields)) {
    const schema = accepted(field);
    if (!schema) continue;
    for (const spelling of [key, ...field.aliases]) keys[spelling] = schema;
  }
  return Schema.Object(keys, { title });
}

/** `null` is "not sent". */
const optional = (field: Field, accepts: TSchema): TSchema =>
  Schema.Optional(described(field.type.nullable ? accepts : Schema.Union([accepts, Schema.Null()]), field));

const described = (schema: TSchema, { about }: Field): TSchema => (about ? { ...schema, description: about } : schema);
