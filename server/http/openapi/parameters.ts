import { exampleIds } from '../../../model/example-ids.ts';
import { type CollectedKind, hasCollection } from '../../../model/resource.ts';
import { kinds } from '../../../model/resources/index.ts';
import { shownExample } from '../../../model/schemas.ts';
import { isWidget } from '../../../model/widgets/common.ts';
import { isNamed } from '../bodies/declared.ts';
import { segmentsOf } from '../routing/paths.ts';
import type { Route } from '../routing/route.ts';
import type { Components } from './components.ts';
import type { Json } from './json.ts';

/** Parameters of the path, headers, query and stream, in this order. */
export function parametersOf(route: Route, components: Components): Json[] {
  const shared = (name: string, make: (name: string) => Json): Json => components.refer('parameters', name, () => make(name));
  return [
    ...pathParamsOf(route).map((name) => shared(name, () => inPath(name, route.path))),
    ...Object.values(route.headerParams ?? {}).map((name) => shared(name, inHeader)),
    ...optionalHeadersOf(route).map((name) => shared(name, inHeader)),
    ...Object.entries(route.query ?? {}).map(([name, schema]) => shared(name, () => inQuery(name, schema as unknown as Json))),
    ...streamParametersOf(route).map((name) =>
      shared(name, () => ({ ...inQuery(name, streaming[name]), ...(name !== 'from' && { allowEmptyValue: true }) })),
    ),
  ];
}

export const pathParamsOf = (route: Route): string[] =>
  segmentsOf(route.path).flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : []));

const isList = (answer: Route['answer']): boolean => typeof answer === 'object' && (answer as Json).type === 'array';

const inPath = (name: string, path: string): Json => ({ name, in: 'path', required: true, ...saidOf(name, path) });

/** An id that is none of its kind names nothing, so it is 404, of users and groups 400. */
function saidOf(name: string, path: string): Json {
  const isId = name.endsWith('_id');
  const said = collections.find(
    ({ collection }) => collection.param === name && (isId || path.startsWith(`${collection.path}/:${name}`)),
  );
  return said ? saidBy(said, name, isId) : (inPaths[name] ?? { schema: text });
}

const collections = kinds.filter((kind) => !isWidget(kind)).filter(hasCollection);

/** What a definition says of its id, or of another field by which a path names its records. */
function saidBy({ name, fields, collection: { called = name } }: CollectedKind, param: string, isId: boolean): Json {
  const field = fields[isId ? 'id' : param]!;
  const words = [isId ? `Id of the ${called.toLowerCase()}` : '', field.about].filter((one) => one !== '');
  return { description: words.join('. '), schema: looseOf(field.type.schema as Json), example: shownExample(param, field) };
}

const text = { type: 'string' };
const uuid = { type: 'string', format: 'uuid' };
const number = { type: 'integer', minimum: 0 };

/** Paths are read more loosely than bodies: a UUID in any letter case, and what is out of range is not found. */
function looseOf({ type, format }: Json): Json {
  if (type === 'integer') return number;
  return format === 'uuid' ? uuid : text;
}

/** What names no record of a resource. */
const inPaths: Readonly<Record<string, Json>> = {
  widget_id: { description: 'Id of the widget', schema: uuid, example: exampleIds.widget },
  table_id: { description: 'Id of the table', schema: uuid, example: exampleIds.widget },
  annotation_id: { description: 'Id of the stroke', schema: uuid, example: exampleIds.annotation },
  hash: {
    description: 'SHA-256 of the file: the `hash` of a widget, or `image.hash` of a background',
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    example: exampleIds.hash,
  },
  level: { description: '0 is the original size, each next one half of it', schema: number, example: 0 },
};

/** Headers that name a new record, or bind a request to a state. */
function optionalHeadersOf(route: Route): string[] {
  if (route.ownIds) return ['Easel-Id'];
  if (route.numbered) return ['Easel-Batch'];
  if (route.ifMatch) return ['If-Match'];
  return isNamed(route) || route.headers?.includes('ETag') ? ['If-None-Match'] : [];
}

const inHeader = (name: string): Json => ({ name, in: 'header', required: true, ...inHeaders[name] });

const inHeaders: Readonly<Record<string, Json>> = {
  'canvas-id': {
    description: 'Id of a canvas that has the file, and that the caller may view. Without it everything is 404.',
    schema: uuid,
    example: exampleIds.canvas,
  },
  'Easel-Batch': {
    required: false,
    description:
      'A UUID of the sender and a number that rises with each of its batches: a batch whose number is not above the last one executed changes nothing. The number is known for 24 hours.',
    schema: { type: 'string', pattern: '^\\S+ +[1-9]\\d*$' },
  },
  'Easel-Id': {
    required: false,
    description:
      'The id that the new object is to have, a UUID of version 4: sent again after a lost answer, the request is refused with 409 and nothing is made twice. For canvases and folders administrators only.',
    schema: uuid,
  },
  'If-Match': {
    required: false,
    description:
      'The `ETag` that a GET answered, with its quotation marks: when the object is another by now, nothing is changed, and the answer is 412',
    schema: { type: 'string' },
  },
  'If-None-Match': {
    required: false,
    description:
      'The `ETag` of an earlier answer, with its quotation marks: when it still holds, the answer is 304 without a body',
    schema: { type: 'string' },
  },
};

/** The description has the example, because pages fill in and send every other example, and a filter that nobody chose finds nothing. */
function inQuery(name: string, { description, example, examples = [example], ...schema }: Json): Json {
  const [shown] = examples as Json[];
  if (shown === undefined) return { name, in: 'query', description, schema };
  const said = `For example \`${shown}\``;
  return { name, in: 'query', description: description === undefined ? said : `${description}. ${said}`, schema };
}

const streaming = {
  subscribe: { type: 'boolean', default: false, description: 'Keeps the answer open: a line of JSON for each change' },
  changes: {
    type: 'boolean',
    description:
      'Of a stream: whether later lines hold only the items that changed, or the whole list. When not sent, the setting `EASEL_STREAM_LIST_MODE` of the server decides.',
  },
  from: {
    type: 'integer',
    description:
      'Of a stream: the revision that the caller has seen. If the server knows what changed after it, the first line holds only that, and the head says `Easel-Stream: resumed`.',
  },
} as const;

function streamParametersOf(route: Route): (keyof typeof streaming)[] {
  if (!('watch' in route)) return [];
  return isList(route.answer) ? ['subscribe', 'changes', 'from'] : ['subscribe'];
}
