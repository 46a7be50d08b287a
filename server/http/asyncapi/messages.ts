import type { MessageKind } from '../../../model/displays/message.ts';
import { messageSchema } from '../../../model/displays/schema.ts';
import type { Json } from '../openapi/json.ts';
import type { NamedSchemas } from '../openapi/named-schemas.ts';

/** The sender. */
export type Direction = 'client' | 'server';

/** Name of a message in the document. */
export type NameOf = (kind: MessageKind, from: Direction) => string;

export const componentOf = (name: string): string => `#/components/messages/${name}`;
export const inChannel = (name: string): Json => ({ $ref: `#/channels/display/messages/${name}` });

/** The type; where both sides send one of that type, with who does. */
export function namesOf(all: readonly (readonly [MessageKind, Direction])[]): NameOf {
  const types = all.map(([{ type }]) => type);
  const shared = new Set(types.filter((type, at) => types.indexOf(type) !== at));
  return ({ type }, from) => (shared.has(type) ? `${type}-of-${from}` : type);
}

/** One message, as the side that sends it may make it. */
export function messageOf(kind: MessageKind, from: Direction, schemas: NamedSchemas): Json {
  const { type, about, scope } = kind;
  return {
    name: type,
    title: type,
    summary: about.split(/(?<=[.:]) /)[0],
    description: from === 'client' ? `${about}\n\n**Scope:** \`${scope}\`.` : about,
    payload: schemas.refer(plain(messageSchema(kind, from))),
    examples: examplesOf(kind).map((payload) => ({ payload })),
  };
}

/** With the keys of every message of the kind. */
export const examplesOf = ({ type, answered, examples }: MessageKind): Json[] =>
  examples.map((one) => ({ type, ...(answered === 'always' && { id: 'r1' }), ...one }));

/** The names of bodies say for which verb they are; here there are none. */
function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, key === 'title' ? named(value) : plain(value)]);
  return Object.fromEntries(entries);
}

const named = (title: unknown): unknown => (typeof title === 'string' ? title.replace(/(Create|Patch)$/, '') : plain(title));
