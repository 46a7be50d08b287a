import type { Field } from '../field.ts';
import { type JsonSchema, Schema } from '../json-schema.ts';
import { orNull } from '../types/not-sent.ts';
import type { MessageKind } from './message.ts';

const id = Schema.String({ minLength: 1, maxLength: 64, description: 'Of this request: never the same twice in one direction' });

/**
 * What a message holds: of a client what it may send, of the server what it does. Other keys are ignored, so they are allowed
 * (interface/streaming 4.4).
 */
export function messageSchema({ type, fields, answered }: MessageKind, from: 'client' | 'server'): JsonSchema {
  const keys = Object.entries(fields).map(([key, field]) => [key, (from === 'client' ? sent : told)(field)]);
  return Schema.Object({ type: Schema.Literal(type), ...idOf(answered), ...Object.fromEntries(keys) });
}

function idOf(answered: MessageKind['answered']): Record<string, JsonSchema> {
  if (answered === 'never') return {};
  return { id: answered === 'always' ? id : Schema.Optional(orNull(id)) };
}

function sent({ word, type, about }: Field): JsonSchema {
  const schema = described(type.accepts, about);
  if (word === 'required') return schema;
  return Schema.Optional(type.nullable ? schema : described(orNull(type.accepts), about));
}

function told({ word, type, about }: Field): JsonSchema {
  const schema = described(type.schema, about);
  return word === 'required' ? schema : Schema.Optional(schema);
}

const described = (schema: JsonSchema, about: string): JsonSchema => (about ? { ...schema, description: about } : schema);
