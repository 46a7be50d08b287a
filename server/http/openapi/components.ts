import type { Json } from './json.ts';
import { NamedSchemas } from './named-schemas.ts';

type Section = 'headers' | 'parameters' | 'responses';

/** Shared parts of the document. Each is written once, under its name, and only when something refers to it. */
export class Components {
  readonly schemas = new NamedSchemas();
  readonly #others: Record<Section, Map<string, Json>> = { headers: new Map(), parameters: new Map(), responses: new Map() };

  /** A reference to the part of this name, which `make` makes at the first reference. */
  refer(kind: Section, name: string, make: () => Json): Json {
    const known = this.#others[kind];
    if (!known.has(name)) known.set(name, make());
    return { $ref: `#/components/${kind}/${name}` };
  }

  /** Sorted by name, so that the order of the routes does not matter. */
  all(): Json {
    const kinds = Object.entries(this.#others).map(([kind, entries]) => [kind, sorted([...entries])]);
    return { ...Object.fromEntries(kinds), schemas: sorted(this.schemas.all()) };
  }
}

const sorted = <V>(entries: readonly (readonly [string, V])[]): Record<string, V> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
