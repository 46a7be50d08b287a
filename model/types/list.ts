import { type Body, type Fields, initialValues, readCreate, type Type, type Values } from '../field.ts';
import { type JsonSchema, Schema } from '../json-schema.ts';
import { Refusal, refuse } from '../refusal.ts';
import { createSchema } from '../schemas.ts';

/** Up to `max` values of one type. 400 `<key> must be an array`, `<key> must have at most <max> elements`. */
export function List<T>(type: Type<T>, { max }: { readonly max: number }): Type<readonly T[]> {
  const array = (items: JsonSchema): JsonSchema => Schema.Array(items, { maxItems: max });
  return {
    schema: array(type.schema),
    accepts: array(type.accepts),
    read: (value, key) => readArray(value, key, max).map((item, at) => type.read(item, `${key}[${at}]`, undefined)),
  };
}

/** An object with the keys of these fields, read as the body of a create is: what is not sent has its initial value. */
export function Shape<F extends Fields>(name: string, fields: F): Type<Values<F>> {
  const schema = createSchema(name, fields);
  return {
    schema,
    accepts: schema,
    read: (value, key) => within(key, () => ({ ...initialValues(fields), ...readCreate(fields, readObject(value, key)) })),
  };
}

/** Objects that are read later, by whoever knows what they change: here they need only be objects. */
export function Bodies(schema: JsonSchema, { max }: { readonly max: number }): Type<readonly Body[]> {
  const array = Schema.Array(schema, { maxItems: max });
  return {
    schema: array,
    accepts: array,
    read: (value, key) => readArray(value, key, max).map((item, at) => readObject(item, `${key}[${at}]`)),
  };
}

/** One such object. */
export function LaterBody(schema: JsonSchema): Type<Body> {
  return { schema, accepts: schema, read: (value, key) => readObject(value, key) };
}

/** `null` is a value of it. */
export const Nullable = <T>(type: Type<T>): Type<T | null> => ({
  schema: Schema.Union([type.schema, Schema.Null()]),
  accepts: Schema.Union([type.accepts, Schema.Null()]),
  nullable: true,
  read: (value, key) => (value === null ? null : type.read(value, key, undefined)),
});

/** Says of a refusal where it was: `workspaces[1].size.width must be at least 1`. */
export function within<T>(key: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw cause instanceof Refusal && cause.status === 400 ? refuse.invalid(`${key}.${cause.message}`) : cause;
  }
}

function readArray(value: unknown, key: string, max: number): readonly unknown[] {
  if (!Array.isArray(value)) throw refuse.wrongType(key, 'an array');
  if (value.length > max) throw refuse.invalid(`${key} must have at most ${max} elements`);
  return value;
}

function readObject(value: unknown, key: string): Body {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse.wrongType(key, 'an object');
  return value as Body;
}
