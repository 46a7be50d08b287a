import type { Json } from './json.ts';

/**
 * A schema of ours in the words that viewers and generators of code understand best. Not below it: that is for who asks.
 * - alternatives exclude each other: `oneOf`
 * - a value or nothing is one schema with two types
 * - words have a type
 */
export function readable(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  if (Array.isArray(anyOf)) return alternatives(anyOf, rest);
  if (Array.isArray(schema.enum) && !schema.type) return { type: 'string', ...schema };
  return schema;
}

function alternatives(anyOf: readonly Json[], rest: Json): Json {
  const [value] = anyOf;
  const isOrNull = anyOf.length === 2 && anyOf[1]!.type === 'null' && typeof value!.type === 'string';
  return isOrNull ? { ...value, ...rest, type: [value!.type, 'null'] } : { oneOf: anyOf, ...rest };
}
