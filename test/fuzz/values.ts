import fc from 'fast-check';

// biome-ignore lint/suspicious/noExplicitAny: JSON of any shape
type Json = any;

/**
 * Bodies are JSON text in which `"@kind:7"` stands for something that exists when the request is sent, so that a
 * smaller body found by shrinking still means the same.
 */
const pick = (kind: string): fc.Arbitrary<string> => fc.nat({ max: 40 }).map((at) => `@${kind}:${at}`);

/** Values that JSON.stringify would not write, as JSON text; bodies refer to them by index. */
export const rawValues = [
  '1e999',
  '-1e999',
  '123456789012345678901234567890',
  '1e-400',
  '-0',
  '"\\ud800"',
  '"\\udc00\\ud800 x"',
  '"\\u0000"',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  `${'['.repeat(50)}${']'.repeat(50)}`,
  `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`,
  '"\u2028\u2029\u0085"',
];

const oddValues = [
  ...[null, true, false, 0, -1, 1, 0.5, 1e308, -1e308, Number.MAX_SAFE_INTEGER, 2 ** 53, 2 ** 31],
  ...['', ' ', 'x', 'none', '1000', '#12345g', '__proto__', 'x'.repeat(256), 'x'.repeat(5000), '\u2028', '😀'.repeat(128)],
  ...[[], {}, [[]], [null], [{}], { a: 1 }, ['x', 5]],
];
const oddKeys = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  'id',
  'state',
  'admin',
  'access',
  // Other spellings that the server accepts but the document does not mention
  ...['user-id', 'username', 'old-password', 'new-password', 'host-id', 'connection-name', 'color'],
  '\u2028',
  'password_hash',
];

const oddity: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...oddValues) },
  { weight: 2, arbitrary: fc.nat({ max: rawValues.length - 1 }).map((at) => `@raw:${at}`) },
  { weight: 1, arbitrary: fc.constantFrom('user', 'group', 'widget', 'folder', 'canvas').chain(pick) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Bodies that are not JSON objects, and some that only look odd. */
export const oddTexts = [
  '',
  '{',
  '}',
  '[]',
  'null',
  '5',
  '"x"',
  '{}{}',
  '{"name":}',
  "{'name':'x'}",
  '\ufeff{}',
  '\ufeff',
  ' \n{ } ',
  '{"name":"a","name":5}',
  '{"__proto__":{"admin":true},"name":"proto"}',
  `{"name":${'['.repeat(3000)}`,
  'data={}',
];

/** Values that a schema of the API document allows, and mutations of them. */
export class Bodies {
  readonly #matching = new Map<string, fc.Arbitrary<string>>();

  constructor(private readonly document: Json) {}

  of(schema: Json): fc.Arbitrary<Json> {
    const fine = this.#value(schema, '');
    const broken = fc.tuple(fine, fc.array(fc.tuple(fc.nat(), mutation), { minLength: 1, maxLength: 3 }));
    return fc.oneof(
      { weight: 5, arbitrary: fine },
      { weight: 4, arbitrary: broken.map(([body, changes]) => changes.reduce((so, [at, change]) => change(so, at), body)) },
    );
  }

  #value(schema: Json, key: string): fc.Arbitrary<Json> {
    if (schema.$ref) return this.#value(this.document.components.schemas[schema.$ref.split('/').at(-1)], key);
    const known = byKey(key, schema);
    if (known) return known;
    if (schema.oneOf) return fc.oneof(...schema.oneOf.map((one: Json) => this.#value(one, key)));
    if (schema.allOf)
      return fc.tuple(...schema.allOf.map((one: Json) => this.#value(one, key))).map((all) => Object.assign({}, ...all));
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if ('const' in schema) return fc.constant(schema.const);
    if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type: string) => this.#value({ ...schema, type }, key)));
    return (this.#byType[schema.type] ?? (() => fc.jsonValue({ maxDepth: 1 })))(schema, key);
  }

  readonly #byType: Readonly<Record<string, (schema: Json, key: string) => fc.Arbitrary<Json>>> = {
    null: () => fc.constant(null),
    boolean: () => fc.boolean(),
    integer: ({ minimum = -5, maximum = 2000 }) => fc.integer({ min: minimum, max: Math.min(maximum, minimum + 11) }),
    number: (schema) => numbers(schema),
    string: (schema) => this.#string(schema),
    array: ({ items = {} }, key) => fc.array(this.#value(items, key), { maxLength: 4 }),
    object: (schema, key) => this.#object(schema, key),
  };

  /** One arbitrary for each pattern, because making it takes milliseconds and patterns recur. */
  #string({ pattern, minLength = 0, maxLength = 40 }: Json): fc.Arbitrary<string> {
    if (!pattern) return fc.string({ unit: 'binary', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 20)) });
    const made = this.#matching.get(pattern) ?? fc.stringMatching(new RegExp(pattern));
    this.#matching.set(pattern, made);
    return made;
  }

  /** Few keys at a time, because with all of them one odd value would hide the others. Keys that need each other come together. */
  #object({ properties = {}, required = [], dependentRequired = {} }: Json, key: string): fc.Arbitrary<Json> {
    const inEntry = key === 'users' || key === 'groups' ? `${key}.` : '';
    const record = (names: readonly string[], needed: readonly string[]): fc.Arbitrary<Json> => {
      const parts = names.map((name) => {
        const value = this.#value(properties[name], inEntry + name);
        return [name, fc.option(value, { nil: undefined, freq: needed.includes(name) ? 40 : 2 })];
      });
      return fc.record(Object.fromEntries(parts)).map((body) => JSON.parse(JSON.stringify(body)));
    };
    const all = Object.keys(properties);
    const together = Object.keys(dependentRequired);
    const plain = all.filter((name) => !together.includes(name));
    if (together.length === 0) return record(all, required);
    return fc.oneof(record(plain, required), record(all, [...required, ...together]));
  }
}

/** Values whose meaning depends on their key, not on their schema. */
function byKey(key: string, schema: Json): fc.Arbitrary<Json> | undefined {
  if (schema['x-refers'] === 'widget') return fc.oneof({ weight: 6, arbitrary: pick('widget') }, fc.constantFrom('', 'x'));
  const make = keys[key];
  return make?.();
}

const keys: Readonly<Record<string, () => fc.Arbitrary<Json>>> = {
  folder_id: () => fc.oneof({ weight: 8, arbitrary: pick('folder') }, fc.constantFrom('', null, 'trash.100', 'x')),
  'users.id': () => pick('user'),
  'groups.id': () => pick('group'),
  id: () => pick('user'),
  source_canvas_id: () => pick('canvas'),
  source_widget_id: () => pick('widget'),
  user_id: () => pick('user'),
  'user-id': () => pick('user'),
  token: () => fc.oneof({ weight: 3, arbitrary: pick('token') }, fc.constantFrom('', 'x')),
  email: () =>
    fc.oneof(
      pick('email'),
      fc.nat({ max: 60 }).map((at) => `fuzz-${at}@corp.example`),
    ),
  ...Object.fromEntries(
    ['password', 'new_password', 'new-password', 'current_password', 'old_password', 'old-password'].map((key) => [
      key,
      passwords,
    ]),
  ),
};

function passwords(): fc.Arbitrary<Json> {
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant('long-enough-password') },
    fc.constantFrom('x', '', 'another-password', null),
  );
}

function numbers({ minimum, maximum, exclusiveMinimum }: Json): fc.Arbitrary<number> {
  const min = minimum ?? exclusiveMinimum ?? -1e6;
  const plain = fc.integer({
    min: Math.ceil(min) + (exclusiveMinimum === undefined ? 0 : 1),
    max: maximum ?? Math.ceil(min) + 5000,
  });
  const any = fc.double({
    noNaN: true,
    noDefaultInfinity: true,
    min,
    max: maximum ?? 1e308,
    minExcluded: exclusiveMinimum !== undefined,
  });
  return fc.oneof({ weight: 3, arbitrary: plain }, any);
}

type Mutation = (body: Json, at: number) => Json;

const replaced =
  (value: unknown): Mutation =>
  (body, at) =>
    atPlace(body, at, (object, key) => ({ ...object, [key]: value }));
const removed: Mutation = (body, at) => atPlace(body, at, ({ [at]: _, ...rest }, key) => without(rest, key));
const added =
  (key: string, value: unknown): Mutation =>
  (body) =>
    typeof body === 'object' && body !== null && !Array.isArray(body) ? withOwn(body, key, value) : body;

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 5, arbitrary: oddity.map(replaced) },
  { weight: 1, arbitrary: fc.constant(removed) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...oddKeys), oddity).map(([key, value]) => added(key, value)) },
);

/** Changes one key of the body or of an object in it. */
function atPlace(body: Json, at: number, change: (object: Json, key: string) => Json): Json {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const names = Object.keys(body);
  const name = names[at % names.length];
  if (name === undefined) return body;
  const inner = body[name];
  const isDeeper = at % 3 === 0 && typeof inner === 'object' && inner !== null;
  if (!isDeeper) return change(body, name);
  const next = Array.isArray(inner)
    ? inner.map((one, index) => (index === 0 ? atPlace(one, at >> 2, change) : one))
    : atPlace(inner, at >> 2, change);
  return { ...body, [name]: next };
}

function without(object: Json, key: string): Json {
  const { [key]: _, ...rest } = object;
  return rest;
}

/** Adds an own key, even `__proto__`, so that it is written out. */
function withOwn(body: Json, key: string, value: unknown): Json {
  const copy = { ...body };
  Object.defineProperty(copy, key, { value, enumerable: true, configurable: true });
  return copy;
}
