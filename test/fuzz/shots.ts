import fc from 'fast-check';
import type { Description, Operation } from '../kit/description.ts';
import { Bodies, oddTexts } from './values.ts';

/** One request before it is known what exists: ids, callers and references in bodies are indexes into what there is. */
export interface Shot {
  readonly operation: Operation;
  readonly method: string;
  readonly caller: number;
  readonly ids: readonly number[];
  readonly query: string;
  /** JSON value, or a text that is sent as it is; undefined: none. */
  readonly body: { readonly json: unknown } | { readonly text: string } | Form | undefined;
  readonly contentType: string | undefined;
  /** Form of the path: a slash at its end, or a double slash in it. */
  readonly slashes: '' | 'trailing' | 'double';
  /** True: with the `Origin` of a foreign page. */
  readonly origin: boolean;
  /** True: announces a body over the limit. */
  readonly huge: boolean;
}

/** A multipart body: its parts in this order. */
export interface Form {
  readonly parts: readonly {
    readonly name: string;
    readonly filename: string | undefined;
    readonly is: string;
    readonly json: unknown;
  }[];
}

const queries = [
  '?subscribe',
  '?subscribe=true',
  '?subscribe=maybe',
  '?subscribe=0&subscribe=x',
  '?subscribe=FALSE',
  '?changes=1',
  '?changes=maybe',
  '?subscribe=x&subscribe=0&changes=2',
  '?a=1&a=2&=&&',
  '?x=%zz',
  '?%',
  '?__proto__=1&constructor&toString=x',
  '?search=x&folder_id=1',
  '?annotations=1',
];
const contentTypes = [
  'application/json',
  'text/plain',
  '',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'multipart/form-data; boundary=x',
  'nonsense',
];
const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'];

/** Requests of every operation equally often, most of them well-meant. */
export function shotsOf(description: Description): fc.Arbitrary<Shot> {
  const bodies = new Bodies(description.document);
  return fc.oneof(...description.operations.map((operation) => shotOf(operation, bodies, description.document)));
}

// biome-ignore lint/suspicious/noExplicitAny: the document is JSON
function shotOf(operation: Operation, bodies: Bodies, document: any): fc.Arbitrary<Shot> {
  const content = document.paths[operation.path][operation.method.toLowerCase()].requestBody?.content ?? {};
  const json = bodies.of(content['application/json']?.schema ?? {});
  const body =
    'multipart/form-data' in content
      ? fc.oneof({ weight: 3, arbitrary: formOf(bodies.of(looseSchema)) }, bodyOf(json))
      : bodyOf(json);
  const takesBody = operation.method === 'POST' || operation.method === 'PATCH';
  return fc.record({
    operation: fc.constant(operation),
    method: methodOf(operation),
    caller: fc.nat({ max: 399 }),
    ids: fc.array(fc.nat({ max: 999 }), { minLength: 3, maxLength: 3 }),
    query: fc.oneof({ weight: 12, arbitrary: fc.constant('') }, fc.constantFrom(...queries)),
    body: takesBody ? body : fc.option(oddBody, { nil: undefined, freq: 12 }).map((body) => body ?? undefined),
    contentType: fc.oneof(
      { weight: 10, arbitrary: fc.constant('application/json') },
      fc.constantFrom(undefined, ...contentTypes),
    ),
    slashes: fc.oneof(
      { weight: 20, arbitrary: fc.constant('' as const) },
      fc.constantFrom('trailing' as const, 'double' as const),
    ),
    origin: rarely(9),
    huge: rarely(50),
  });
}

const rarely = (weight: number): fc.Arbitrary<boolean> => fc.oneof({ weight, arbitrary: fc.constant(false) }, fc.constant(true));

const oddBody: fc.Arbitrary<Shot['body']> = fc.constantFrom(...oddTexts).map((text) => ({ text }));

const bodyOf = (json: fc.Arbitrary<unknown>): fc.Arbitrary<Shot['body']> =>
  fc.oneof(
    { weight: 18, arbitrary: json.map((value): Shot['body'] => ({ json: value })) },
    { weight: 1, arbitrary: oddBody },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );

/** What a part `json` of an upload may hold. */
const looseSchema = {
  type: 'object',
  properties: {
    ...Object.fromEntries(['title', 'original_filename', 'upload_type', 'text'].map((key) => [key, { type: 'string' }])),
    location: { type: 'object', properties: { x: { type: 'number' }, y: { type: 'number' } } },
    size: { type: 'object', properties: { width: { type: 'number' }, height: { type: 'number' } } },
    depth: { type: 'number' },
    parent_id: { type: 'string', 'x-refers': 'widget' },
    pinned: { type: 'boolean' },
  },
};

function formOf(json: fc.Arbitrary<unknown>): fc.Arbitrary<Form> {
  const part = fc.record({
    name: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom('json', 'data') },
      fc.constantFrom('image', '', '__proto__', 'data\u2028'),
    ),
    filename: fc.constantFrom(undefined, 'picture.svg', '../../x', 'a"b', '\u0000', 'x'.repeat(400)),
    is: fc.constantFrom('json', 'svg', 'svg', 'png', 'text', 'nothing', 'odd'),
    json,
  });
  const usual = fc.tuple(part, part).map(([first, second]) => [
    { ...first, name: 'json', filename: undefined, is: 'json' },
    { ...second, name: 'data', is: 'svg' },
  ]);
  return fc.oneof({ weight: 3, arbitrary: usual }, fc.array(part, { maxLength: 4 })).map((parts) => ({ parts }));
}

function methodOf({ method }: Operation): fc.Arbitrary<string> {
  const other = { weight: 1, arbitrary: fc.constantFrom(...methods) };
  if (method !== 'GET') return fc.oneof({ weight: 20, arbitrary: fc.constant(method) }, other);
  return fc.oneof({ weight: 17, arbitrary: fc.constant('GET') }, { weight: 3, arbitrary: fc.constant('HEAD') }, other);
}
