type Json = Readonly<Record<string, unknown>>;

/**
 * The schemas of the API document that have a name: a `title` of a definition. Each is written once and referred to
 * everywhere. Two different schemas of one title get numbers behind it.
 */
export class NamedSchemas {
  readonly #byName = new Map<string, { readonly text: string; readonly schema: unknown }>();

  /** The schema with every named one in it replaced by a reference. */
  refer(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((part) => this.refer(part));
    if (typeof schema !== 'object' || schema === null) return schema;
    const plain = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, this.refer(value)]));
    return isNamed(plain) ? { $ref: `#/components/schemas/${this.#keep(plain)}` } : plain;
  }

  /** By name, in the order of the names. */
  all(): Json {
    const entries = [...this.#byName].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries.map(([name, { schema }]) => [name, schema]));
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

const isNamed = (schema: Json): schema is Json & { readonly title: string } =>
  typeof schema.title === 'string' && 'type' in schema;
