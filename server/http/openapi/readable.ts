import type { Json } from './json.ts';

/**
 * One of our schemas in the words that viewers and code generators understand best. Does not descend; callers do.
 * - alternatives exclude each other: `oneOf`
 * - a value or null is one schema with two types
 * - enums have a type
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
