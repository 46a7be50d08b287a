import { Ajv, type ValidateFunction } from 'ajv';
import fc from 'fast-check';
import type { JsonSchema } from '../../model/json-schema.ts';
import { formats } from './formats.ts';

interface Node {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Node[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly 'x-refers'?: string;
}

/** Ids for texts marked `x-refers`; without them, such a text is any text. */
export type Referred = Readonly<Record<string, readonly string[]>>;

/** Values that a schema allows. Objects may hold keys that it does not name. */
export const valuesOf = (schema: JsonSchema, referred: Referred = {}): fc.Arbitrary<unknown> => build(schema as Node, referred);

/** One for all, because it learns the schema of schemas once, and compiles each schema once. */
const ajv = new Ajv({ strict: false, formats });

export const validator = (schema: JsonSchema): ValidateFunction => ajv.compile(schema);

/** JSON values that a schema does not allow: arbitrary ones, and near misses made by breaking one place of an allowed one. */
export function otherValues(schema: JsonSchema): fc.Arbitrary<unknown> {
  const isValid = validator(schema);
  const broken = fc.tuple(valuesOf(schema), fc.nat(), odd).map(([value, at, oddity]) => replaceOne(value, at, oddity));
  return fc.oneof(odd, fc.jsonValue(), broken).filter((value) => !isValid(value));
}

const odd = fc.constantFrom<unknown>(
  '',
  ' ',
  'x',
  0,
  -1,
  1e308,
  0.5,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  true,
  false,
  null,
  [],
  {},
  [1],
  '#12345',
  '#1234567g',
);

function build(node: Node, referred: Referred): fc.Arbitrary<unknown> {
  if (node.anyOf) return fc.oneof(...node.anyOf.map((one) => build(one, referred)));
  if (node.enum) return fc.constantFrom(...node.enum);
  if ('const' in node) return fc.constant(node.const);
  const make = builders[node.type ?? ''];
  if (!make) throw new Error(`no values for ${JSON.stringify(node)}`);
  return make(node, referred);
}

const builders: Readonly<Record<string, (node: Node, referred: Referred) => fc.Arbitrary<unknown>>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: ({ minimum = -(2 ** 53) + 1, maximum = 2 ** 53 - 1 }) =>
    fc.maxSafeInteger().map((any) => clamp(any, minimum, maximum)),
  number: ({ minimum, maximum, exclusiveMinimum }) =>
    fc.double({
      noNaN: true,
      noDefaultInfinity: true,
      ...(maximum === undefined ? {} : { max: maximum }),
      ...(exclusiveMinimum === undefined ? {} : { min: exclusiveMinimum, minExcluded: true }),
      ...(minimum === undefined ? {} : { min: minimum }),
    }),
  string: text,
  array: ({ items = {}, maxItems = 10 }, referred) => fc.array(build(items, referred), { maxLength: Math.min(maxItems, 10) }),
  object: ({ properties = {}, required = [] }, referred) =>
    fc.record(
      { ...map(properties, (property) => build(property, referred)), unknown_key: fc.jsonValue({ maxDepth: 1 }) },
      { requiredKeys: [...required] as never[] },
    ),
};

function text({ pattern, minLength = 0, maxLength, 'x-refers': refers = '' }: Node, referred: Referred): fc.Arbitrary<string> {
  const ids = referred[refers];
  if (ids) return fc.constantFrom(...ids);
  const plain = fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength ?? 30, 30) });
  if (pattern === '\\S') return plain.filter((some) => /\S/u.test(some));
  return pattern === undefined ? plain : fc.stringMatching(new RegExp(pattern));
}

function clamp(value: number, least: number, most: number): number {
  if (value >= least && value <= most) return value;
  return least + (Math.abs(value) % (most - least + 1));
}

/** The value with one of its leaves (or itself) replaced. */
function replaceOne(value: unknown, at: number, oddity: unknown): unknown {
  if (typeof value !== 'object' || value === null || at % 4 === 0) return oddity;
  const keys = Object.keys(value);
  const key = keys[at % keys.length];
  if (key === undefined) return oddity;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[key] = replaceOne(copy[key], at >> 2, oddity);
  return copy;
}

const map = <V, W>(values: Readonly<Record<string, V>>, to: (value: V) => W): Record<string, W> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, to(value)]));
