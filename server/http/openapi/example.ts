import type { Json } from './json.ts';

interface Schema extends Json {
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
}

/** The example of a body or an answer, under the key that OpenAPI has for one example or for several. */
export function exampleOf(schema: Json): Json {
  const all = namedExamples(schema);
  if (all.length === 1) return { example: all[0]![1] };
  return { examples: Object.fromEntries(all.map(([name, value]) => [name, { value }])) };
}

/** The same for a part of a body, where examples have no names. */
export const examplesOf = (schema: Json): unknown[] => namedExamples(schema).map(([, value]) => value);

/** One example for each alternative, and each example of the schema itself. */
function namedExamples(schema: Schema): [name: string, value: unknown][] {
  if (schema.anyOf) return schema.anyOf.flatMap(namedExamples);
  const values = schema.examples ?? [madeOf(schema)];
  return values.map((value, at) => [`${schema.title ?? 'Example'}${at === 0 ? '' : at + 1}`, value]);
}

/**
 * A value that the schema allows, put together from the examples in it: of an object, the required properties and those
 * with an example; of alternatives, the first.
 */
function madeOf(schema: Schema): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.anyOf) return madeOf(schema.anyOf[0]!);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(madeOf));
  if (schema.enum) return schema.enum[0];
  if ('const' in schema) return schema.const;
  return plain[String(schema.type)]?.(schema);
}

const plain: Readonly<Record<string, (schema: Schema) => unknown>> = {
  object({ properties = {}, required = [] }) {
    const shown = Object.entries(properties).filter(([key, { examples }]) => required.includes(key) || examples);
    return Object.fromEntries(shown.map(([key, property]) => [key, madeOf(property)]));
  },
  array: ({ items }) => (items ? [madeOf(items)] : []),
  boolean: () => false,
  integer: ({ minimum = 0 }) => minimum,
  number: ({ minimum = 0 }) => minimum,
  string: () => '',
};
