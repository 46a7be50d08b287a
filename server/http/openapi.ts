import { STATUS_CODES } from 'node:http';
import { base, segmentsOf, takesBody } from './endpoint.ts';
import { sortedRoutes } from './endpoints.ts';
import { NamedSchemas } from './named-schemas.ts';
import type { Route } from './route.ts';

type Json = Readonly<Record<string, unknown>>;

/** The text of docs/openapi.json and of `GET /api/openapi.json`. The same routes always give the same text. */
export const openApiText = (routes: readonly Route[]): string => `${JSON.stringify(openApiDocument(routes), null, 2)}\n`;

/** The OpenAPI 3.1 document of a table of routes. */
export function openApiDocument(routes: readonly Route[]): Json {
  const schemas = new NamedSchemas();
  const sorted = sortedRoutes(routes);
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of sorted) {
    const path = route.path.replace(/:([^/]+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operationOf(route, schemas);
  }
  const statuses = new Set(sorted.flatMap(refusalsOf));
  return {
    openapi: '3.1.0',
    info: { title: 'Easel', version: '1.4', description: about },
    servers: [{ url: base }],
    tags: [...new Set(sorted.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes,
      parameters: { subscribe, changes },
      responses: Object.fromEntries([...statuses].sort().map((status) => [`Refused${status}`, refusalOf(status)])),
      schemas: { Refusal: refusalSchema, ...schemas.all() },
    },
  };
}

const about = `Collaborative canvases and video walls. Send your token in the header \`Private-Token\`.

Bodies are JSON whatever their content type; unknown keys are ignored, and \`null\` is the same as a key that was not sent, unless a field says otherwise. Every error is \`{"msg":"…"}\`. HEAD works wherever GET does.

**Streams.** A GET that takes \`subscribe\` can stay open: it first sends the body of the plain GET, then one line for each change, each line one JSON text. Empty lines keep the connection alive and are skipped. Lists are sent whole; what vanished stands at the end once, with \`"state":"deleted"\`. With \`changes=1\` later lines hold only what changed. When the connection drops, wait a second or two and repeat the request.`;

const securitySchemes = {
  'Private-Token': {
    type: 'apiKey',
    in: 'header',
    name: 'Private-Token',
    description: 'Temporary token of a login, or a permanent access token',
  },
  Session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'CanvusSession',
    description: 'Of a web page of this server; used when no header is sent',
  },
};

const booleanText = { type: 'string', enum: ['', 'true', '1', 'false', '0'] };
const subscribe = {
  name: 'subscribe',
  in: 'query',
  allowEmptyValue: true,
  description: 'Keeps the answer open: a line of JSON for each change',
  schema: booleanText,
};
const changes = {
  name: 'changes',
  in: 'query',
  allowEmptyValue: true,
  description: 'Lines after the first hold only the items that changed',
  schema: booleanText,
};

const refusalSchema = {
  type: 'object',
  properties: { msg: { type: 'string', description: 'What is wrong, for people' } },
  required: ['msg'],
  additionalProperties: false,
};

function operationOf(route: Route, schemas: NamedSchemas): Json {
  return {
    operationId: [route.method.toLowerCase(), ...segmentsOf(route.path).map((part) => part.replace(/\W+/g, '_'))]
      .join('_')
      .replace(/__+/g, '_'),
    tags: [tagOf(route)],
    summary: route.summary,
    'x-who-may': route.access.says,
    'x-file': route.file,
    security: securityOf(route),
    parameters: parametersOf(route),
    ...bodyOf(route, schemas),
    responses: {
      200: answerOf(route, schemas),
      ...(route.answer === 'file' && { 206: { description: 'The range that was asked for', content: fileContent } }),
      ...Object.fromEntries(refusalsOf(route).map((status) => [status, { $ref: `#/components/responses/Refused${status}` }])),
    },
  };
}

const tagOf = (route: Route): string => segmentsOf(route.path)[0] ?? '';

function securityOf({ access, cookie }: Route): Json[] {
  if (access.credential === 'ignored') return [];
  const known = [{ 'Private-Token': [] }, ...(cookie === false ? [] : [{ Session: [] }])];
  return access.credential === 'required' ? known : [...known, {}];
}

function parametersOf(route: Route): Json[] {
  const inPath = paramsOf(route).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const inQuery = Object.entries(route.query ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    ...('description' in schema && { description: schema.description }),
    schema: (schema as { type?: string }).type === 'boolean' ? booleanText : schema,
  }));
  const inHeader = Object.values(route.headerParams ?? {}).map((name) => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string' },
  }));
  return [...inPath, ...inHeader, ...inQuery, ...streamParametersOf(route)];
}

function streamParametersOf(route: Route): Json[] {
  if (!('watch' in route)) return [];
  const refer = (name: string): Json => ({ $ref: `#/components/parameters/${name}` });
  return isList(route.answer) ? [refer('subscribe'), refer('changes')] : [refer('subscribe')];
}

function bodyOf({ body, multipart }: Route, schemas: NamedSchemas): Json {
  if (!body && !multipart) return {};
  return {
    requestBody: {
      content: {
        ...(multipart && { 'multipart/form-data': { schema: formOf(schemas.refer(multipart)) } }),
        ...(body && jsonContent(schemas.refer(body))),
      },
    },
  };
}

const formOf = (json: unknown): Json => ({
  type: 'object',
  properties: { data: { type: 'string', format: 'binary', description: 'The file' }, json },
});

const isList = (answer: Route['answer']): boolean => typeof answer === 'object' && (answer as { type?: string }).type === 'array';

function answerOf(route: Route, schemas: NamedSchemas): Json {
  if (route.answer === 'empty') return { description: 'Done; the body is empty' };
  if (route.answer === 'file') return { description: route.summary, content: fileContent };
  const streamed = 'watch' in route ? '. With `subscribe` a stream of such bodies, one on each line' : '';
  return { description: `${route.summary}${streamed}`, content: jsonContent(schemas.refer(route.answer)) };
}

const fileContent = { '*/*': { schema: { type: 'string', format: 'binary' } } };

const jsonContent = (schema: unknown): Json => ({ 'application/json': { schema } });

const paramsOf = (route: Route): string[] =>
  segmentsOf(route.path).flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : []));

/** Every refusal that can meet a request to a route, in rising order (conventions 1.5 and 1.6). */
function refusalsOf(route: Route): number[] {
  const { credential, licensed } = route.access;
  const statuses = [400, 500, 503, ...(route.refusals ?? [])];
  if (credential === 'required' || credential === 'link') statuses.push(401, 403);
  if (licensed) statuses.push(402);
  if (paramsOf(route).length > 0 || route.headerParams) statuses.push(404);
  if (takesBody(route)) statuses.push(408, 413);
  if (takesBody(route) || 'watch' in route || route.answer === 'file') statuses.push(429);
  if (route.answer === 'file') statuses.push(416);
  return [...new Set(statuses)].sort((a, b) => a - b);
}

const refusalOf = (status: number): Json => ({
  description: STATUS_CODES[status] ?? String(status),
  content: jsonContent({ $ref: '#/components/schemas/Refusal' }),
});
