import { NDJSON } from '../answers/stream-type.ts';
import { isNamed, saysRevision } from '../bodies/declared.ts';
import type { OtherAnswer, Route } from '../routing/route.ts';
import type { Components } from './components.ts';
import { exampleOf } from './example.ts';
import { type HeaderName, headersOf } from './headers.ts';
import type { Json } from './json.ts';

const ofFiles: readonly HeaderName[] = ['Content-Disposition', 'Cache-Control', 'Accept-Ranges'];

/**
 * The answers to a request that is not refused, by status. 304 is not among them, but told with the header that leads to it: code
 * that is generated from the document would take it for an error without a body.
 */
export function answersOf(route: Route, components: Components): Json {
  const others = Object.entries(route.others ?? {}).map(([status, other]) => [status, otherOf(route, other, components)]);
  return { ...usualOf(route, components), ...Object.fromEntries(others) };
}

function usualOf(route: Route, components: Components): Json {
  if (route.answer === 'never') return {};
  const named = isNamed(route) ? [...ofNamed, ...compressed] : [];
  const own = headersOf([...usual(route), ...named, ...(route.headers ?? [])], components);
  if (route.answer === 'empty') return { 200: { description: 'Done; the body is empty', headers: own } };
  const content = contentOf(route, components);
  if (route.answer !== 'file' && !route.asFile) {
    return { 200: { description: 'Done', headers: own, content } };
  }
  return {
    200: {
      description: 'The whole file',
      headers: headersOf([...usual(route), ...ofFiles, ...(route.headers ?? [])], components),
      content,
    },
    206: {
      description: 'The part that `Range` asked for',
      headers: headersOf([...usual(route), ...ofFiles, 'Content-Range', ...(route.headers ?? [])], components),
      content: bytes(route),
    },
  };
}

/** Headers of an answer that can be asked for again. */
const ofNamed: readonly HeaderName[] = ['ETag', 'Cache-Control', 'Vary'];
const compressed: readonly HeaderName[] = ['Content-Encoding'];

function contentOf(route: Route, { schemas }: Components): Json {
  const { answer } = route;
  if (answer === 'text') return texts(route.mediaType, route.example);
  if (typeof answer === 'string') return bytes(route);
  const plain = { 'application/json': { schema: schemas.refer(answer), ...exampleOf(answer as Json) } };
  if (!('watch' in route)) return plain;
  const message = route.message ?? answer;
  return { ...plain, [NDJSON]: { schema: schemas.refer(message), ...exampleOf(message as Json) } };
}

/** Headers of every answer that is no refusal. */
const usual = (route: Route): readonly HeaderName[] =>
  saysRevision(route) ? ['X-Request-ID', 'Easel-Revision', ...('watch' in route ? streamed : [])] : ['X-Request-ID'];

const streamed: readonly HeaderName[] = ['Easel-Stream'];

const otherOf = (route: Route, { says, headers = [], schema, type }: OtherAnswer, components: Components): Json => ({
  description: says,
  headers: headersOf([...usual(route), ...headers], components),
  ...(schema && { content: { 'application/json': { schema: components.schemas.refer(schema) } } }),
  ...(type !== undefined && { content: texts(type) }),
});

const texts = (type = 'text/plain', example?: string): Json => ({
  [type]: { schema: { type: 'string' }, ...(example !== undefined && { example }) },
});

const bytes = ({ mediaType = '*/*', asFile }: Route): Json => ({
  [asFile ? 'application/json' : mediaType]: { schema: { type: 'string', format: 'binary' } },
});
