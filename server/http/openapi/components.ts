import type { Json } from './json.ts';
import { NamedSchemas } from './named-schemas.ts';

type Section = 'headers' | 'parameters' | 'responses';

/** What several places of the document share: each thing is written once, and only when it is referred to. */
export class Components {
  readonly schemas = new NamedSchemas();
  readonly #others: Record<Section, Map<string, Json>> = { headers: new Map(), parameters: new Map(), responses: new Map() };

  /** A reference to the thing under its name, or with a number behind it where another thing has that name. */
  refer(kind: Section, name: string, make: () => Json): Json {
    const known = this.#others[kind];
    const made = make();
    for (let number = 1; ; number++) {
      const own = `${name}${number === 1 ? '' : number}`;
      const kept = known.get(own) ?? made;
      known.set(own, kept);
      if (JSON.stringify(kept) === JSON.stringify(made)) return { $ref: `#/components/${kind}/${own}` };
    }
  }

  /** The components by name, so that the order of the routes does not matter. */
  all(): Json {
    const kinds = Object.entries(this.#others).map(([kind, entries]) => [kind, sorted([...entries])]);
    return { ...Object.fromEntries(kinds), schemas: sorted(this.schemas.all()) };
  }
}

const sorted = <V>(entries: readonly (readonly [string, V])[]): Record<string, V> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
