import type { Json } from './json.ts';
import { readable } from './readable.ts';

/**
 * The named schemas of the document; a schema's name is its `title`. Each is written once and referred to everywhere.
 * A second, different schema with the same title gets a number after it.
 */
export class NamedSchemas {
  readonly #byName = new Map<string, { readonly text: string; readonly schema: Json }>();

  /** The schema as the document shows it: every named schema in it is replaced by a reference. */
  refer(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((part) => this.refer(part));
    if (typeof schema !== 'object' || schema === null) return schema;
    if ('x-null' in schema) return this.#sent(schema as unknown as OrNull);
    const mended = readable(schema as Json);
    const entries = Object.entries(mended).map(([key, value]) => [key, key === 'examples' ? value : this.refer(value)]);
    const plain = withDiscriminator(mended, Object.fromEntries(entries));
    return isNamed(plain) ? { $ref: `#/components/schemas/${this.#keep(plain)}` } : plain;
  }

  all(): [name: string, schema: Json][] {
    return [...this.#byName].map(([name, { schema }]) => [name, schema]);
  }

  /** Leaves out the `null` that means "not sent", because the introduction explains it once for all keys. */
  #sent({ anyOf: [value], 'x-null': _, ...rest }: OrNull): unknown {
    return { ...(this.refer(value) as Json), ...rest };
  }

  #keep(schema: Json & { readonly title: string }): string {
    const text = JSON.stringify(schema);
    for (let number = 1; ; number++) {
      const name = `${schema.title.replace(/[^\w.-]+/g, '')}${number === 1 ? '' : number}`;
      const kept = this.#byName.get(name);
      if (kept === undefined) this.#byName.set(name, { text, schema });
      if (kept === undefined || kept.text === text) return name;
    }
  }
}

/** The result of `orNull`. */
type OrNull = Json & { readonly anyOf: readonly [Json, Json] };

const isNamed = (schema: Json): schema is Json & { readonly title: string } =>
  typeof schema.title === 'string' && ['type', 'oneOf', 'allOf'].some((key) => key in schema);

/** Adds a discriminator to named alternatives that one property tells apart, as `widget_type` does for widgets. */
function withDiscriminator({ oneOf: alternatives }: Json, plain: Json): Json {
  if (!Array.isArray(alternatives) || !alternatives.every(({ title }) => title)) return plain;
  const refs = (plain.oneOf as Json[]).map(({ $ref }) => $ref);
  const keys = Object.keys(alternatives[0].properties ?? {});
  for (const propertyName of keys) {
    const words = alternatives.map((one) => onlyWord(one.properties?.[propertyName]));
    if (words.includes(undefined) || new Set(words).size < words.length) continue;
    const mapping = Object.fromEntries(words.map((word, at) => [word, refs[at]]));
    return { ...plain, discriminator: { propertyName, mapping } };
  }
  return plain;
}

/** The only value that a property can have, if there is one. */
const onlyWord = (property: Json = {}): unknown =>
  property.const ?? (Array.isArray(property.enum) && property.enum.length === 1 ? property.enum[0] : undefined);
