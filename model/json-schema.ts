/**
 * JSON Schemas as plain data, so that readers and definitions can be loaded anywhere, a browser included. Only the server and
 * the tests read them.
 */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly [optional]?: true;
}

export type SchemaKeys = Readonly<Record<string, JsonSchema>>;

/** Marks the schema of a key that an object may leave out. The mark is no part of the JSON, and a copy of the schema has none. */
const optional = Symbol('optional');

/** Makes schemas. `more`: further keywords, `description` and `examples` among them. */
export const Schema = {
  Unknown: (): JsonSchema => ({}),
  Null: (): JsonSchema => ({ type: 'null' }),
  Boolean: (more?: JsonSchema): JsonSchema => ({ type: 'boolean', ...more }),
  Number: (more?: JsonSchema): JsonSchema => ({ type: 'number', ...more }),
  Integer: (more?: JsonSchema): JsonSchema => ({ type: 'integer', ...more }),
  String: (more?: JsonSchema): JsonSchema => ({ type: 'string', ...more }),
  Literal: (value: string | number | boolean, more?: JsonSchema): JsonSchema => ({ type: typeof value, const: value, ...more }),
  Enum: (values: readonly string[], more?: JsonSchema): JsonSchema => ({ enum: values, ...more }),
  Array: (items: JsonSchema, more?: JsonSchema): JsonSchema => ({ type: 'array', items, ...more }),
  Union: (anyOf: readonly JsonSchema[], more?: JsonSchema): JsonSchema => ({ anyOf, ...more }),
  Intersect: (allOf: readonly JsonSchema[], more?: JsonSchema): JsonSchema => ({ allOf, ...more }),
  /** Keys that are not `Optional` are required. */
  Object(properties: SchemaKeys, more?: JsonSchema): JsonSchema {
    const required = Object.keys(properties).filter((key) => !properties[key]![optional]);
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...more };
  },
  Optional: (schema: JsonSchema): JsonSchema => Object.defineProperty({ ...schema }, optional, { value: true }),
};
