import type { Field, Fields } from './field.ts';
import { type JsonSchema, Schema, type SchemaKeys } from './json-schema.ts';
import { orNull } from './types/not-sent.ts';

/**
 * What an answer holds: every field but the secret ones, each with an example. Mirrors, the other names under which an answer
 * repeats a value, are only marked: describing them would give generated code two members of the same name.
 */
export function answerSchema(name: string, fields: Fields): JsonSchema {
  const shown: Record<string, JsonSchema> = {};
  for (const [key, field] of Object.entries(fields)) {
    if (field.word === 'secret') continue;
    const mirrored = field.mirrors.length > 0 ? { 'x-mirrors': field.mirrors } : {};
    const example = shownExample(key, field);
    const examples = example === undefined ? {} : { examples: [example] };
    const schema = { ...described(field.type.schema, field), ...mirrored, ...examples };
    shown[key] = field.type.absentable ? Schema.Optional(schema) : schema;
  }
  return Schema.Object(shown, { title: name });
}

/** What a create body may hold, under one name each. Other keys are ignored, so they are allowed. */
export function createSchema(name: string, fields: Fields): JsonSchema {
  return bodySchema(`${name}Create`, fields, (field) => {
    if (field.word === 'required') return exemplified(described(field.type.accepts, field), field);
    return field.word === 'editable' || field.word === 'fixed' ? optional(field, field.type.accepts) : undefined;
  });
}

/** What a PATCH body may hold. */
export function patchSchema(name: string, fields: Fields): JsonSchema {
  return bodySchema(`${name}Patch`, fields, (field) =>
    field.word === 'editable' || field.word === 'required'
      ? optional(field, field.type.patches ?? field.type.accepts)
      : undefined,
  );
}

/** An object schema with further keys, under the same title or a new one. */
export function withKeys(schema: JsonSchema, keys: SchemaKeys, title?: string): JsonSchema {
  const { type: _, required: __, properties, ...more } = schema;
  return Schema.Object({ ...(properties as SchemaKeys), ...keys }, { ...more, ...(title ? { title } : {}) });
}

function bodySchema(title: string, fields: Fields, accepted: (field: Field) => JsonSchema | undefined): JsonSchema {
  const keys: Record<string, JsonSchema> = {};
  for (const [key, field] of Object.entries(fields)) {
    const schema = accepted(field);
    if (schema) keys[key] = schema;
  }
  return Schema.Object(keys, { title });
}

const optional = (field: Field, accepts: JsonSchema): JsonSchema =>
  Schema.Optional(exemplified(described(field.type.nullable ? accepts : orNull(accepts), field), field));

const described = (schema: JsonSchema, { about }: Field): JsonSchema => (about ? { ...schema, description: about } : schema);

/** Only a field's own example, or that of a required field's type: the examples of bodies hold exactly these keys. */
function exemplified(
  schema: JsonSchema,
  { word, type, example = word === 'required' ? type.example : undefined }: Field,
): JsonSchema {
  return example === undefined ? schema : { ...schema, examples: [example] };
}

/** What a body's example reads as, else the initial value, else that of the type. */
export function shownExample(key: string, { type, example, initial }: Field): unknown {
  if (example !== undefined) return type.read(example, key, undefined);
  const first = initial();
  return first === '' || first === undefined ? (type.example ?? first) : first;
}
