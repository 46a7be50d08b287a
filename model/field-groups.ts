import type { Body, Field, ValueOf } from './field.ts';
import { type JsonSchema, Schema } from './json-schema.ts';
import { refuse } from './refusal.ts';
import { orNull } from './types/not-sent.ts';

/** Fields in groups, whose values form an object of objects: the configuration of the server. A path joins the names with dots. */
export interface FieldGroups {
  readonly [name: string]: Field | FieldGroups;
}

export type PathIn<G> = { [K in keyof G & string]: G[K] extends Field ? K : `${K}.${PathIn<G[K]>}` }[keyof G & string];

export type ValueAt<G, P extends string> = P extends keyof G
  ? ValueOf<G[P]>
  : P extends `${infer K}.${infer R}`
    ? K extends keyof G
      ? ValueAt<G[K], R>
      : never
    : never;

export interface Tree<T> {
  readonly [name: string]: T | Tree<T>;
}

const isField = (one: Field | FieldGroups): one is Field => typeof one.initial === 'function';

/** Every field by its path, in the order of the groups. */
export function fieldsByPath<G extends FieldGroups>(groups: G): { readonly [P in PathIn<G>]: Field<ValueAt<G, P>> } {
  return Object.fromEntries(entriesOf(groups, '')) as { readonly [P in PathIn<G>]: Field<ValueAt<G, P>> };
}

function* entriesOf(groups: FieldGroups, before: string): Generator<[path: string, field: Field]> {
  for (const [name, one] of Object.entries(groups)) {
    if (isField(one)) yield [before + name, one];
    else yield* entriesOf(one, `${before}${name}.`);
  }
}

/** The groups with a value for each field. Undefined leaves a field out, and a group whose fields are all left out. */
export function valuesOf<T>(groups: FieldGroups, valueAt: (path: string, field: Field) => T | undefined, before = ''): Tree<T> {
  const tree: Record<string, T | Tree<T>> = {};
  for (const [name, one] of Object.entries(groups)) {
    const value = isField(one) ? valueAt(before + name, one) : valuesOf(one, valueAt, `${before}${name}.`);
    if (value !== undefined && (isField(one) || Object.keys(value as object).length > 0)) tree[name] = value;
  }
  return tree;
}

/** What an answer holds. Fields and groups that only administrators see are optional. */
export const groupsAnswer = (groups: FieldGroups): Record<string, JsonSchema> =>
  byName(groups, (one) => {
    const schema = isField(one) ? one.type.schema : Schema.Object(groupsAnswer(one));
    return isForEveryone(one) ? schema : Schema.Optional(schema);
  });

const isForEveryone = (one: Field | FieldGroups): boolean =>
  isField(one) ? one.audience === 'everyone' : Object.values(one).some(isForEveryone);

/** What a PATCH may hold: any of the editable fields, in their groups. */
export const groupsPatch = (groups: FieldGroups): Record<string, JsonSchema> =>
  byName(groups, (one) => {
    if (isField(one) && one.word !== 'editable') return undefined;
    return Schema.Optional(orNull(isField(one) ? one.type.accepts : Schema.Object(groupsPatch(one))));
  });

function byName(groups: FieldGroups, schemaOf: (one: Field | FieldGroups) => JsonSchema | undefined): Record<string, JsonSchema> {
  const schemas = Object.entries(groups).map(([name, one]) => [name, schemaOf(one)] as const);
  return Object.fromEntries(schemas.filter((entry): entry is [string, JsonSchema] => entry[1] !== undefined));
}

/**
 * The values of editable fields that a PATCH body holds, by path. Other keys are ignored, and `null` is not sent
 * (interface/conventions 1.2). Throws a 400 refusal that names the path.
 */
export function readGroups(groups: FieldGroups, body: Body, before = ''): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(groups)) {
    const sent = ownValue(body, name);
    const path = before + name;
    if (sent === undefined) continue;
    if (isField(one)) {
      if (one.word === 'editable') values[path] = one.type.read(sent, path, undefined as never);
      continue;
    }
    if (typeof sent !== 'object' || Array.isArray(sent)) throw refuse.wrongType(path, 'an object');
    Object.assign(values, readGroups(one, sent as Body, `${path}.`));
  }
  return values;
}

/** What a body itself holds, never its prototype. Undefined: not sent, as `null` is. */
export const ownValue = (body: Body, key: string): unknown => (Object.hasOwn(body, key) ? (body[key] ?? undefined) : undefined);
