import type { Components } from './components.ts';
import type { Json } from './json.ts';

const text = { type: 'string' };

/** Headers of answers that are useful to clients. */
const headers = {
  'X-Request-ID': {
    description: 'Names this request in the log of the server: the one that was sent with it, or a new one',
    schema: text,
    example: '5f0c9a52-1b7e-4f0a-9a3e-2d8c6b4e7f10',
  },
  'Easel-Revision': {
    description:
      'Of the canvas, or of the directory: what was written is in it, what was read shows at least this. A stream goes on from it with `from`.',
    schema: { type: 'integer', minimum: 0 },
    example: 4711,
  },
  'Easel-Stream': {
    description: 'Of a stream: whether its first message holds all, or what changed after `from`',
    schema: { type: 'string', enum: ['whole', 'resumed'] },
    example: 'whole',
  },
  'Easel-Level': { description: 'Which level of a file this is', schema: { type: 'integer', minimum: 0 }, example: 2 },
  'Easel-Levels': {
    description: 'What the levels of a file are: the info object as JSON',
    schema: text,
    example: '{"resolution":{"width":877,"height":1080},"max_level":4,"pages":1}',
  },
  'Retry-After': { description: 'Seconds until it is worth trying again', schema: { type: 'integer', minimum: 1 }, example: 2 },
  'WWW-Authenticate': {
    description: 'How a token is sent, and what is wrong with the one that was',
    schema: text,
    example: 'Bearer realm="Easel", error="invalid_token"',
  },
  Allow: { description: 'The methods that the path does take', schema: text, example: 'GET, HEAD, PATCH' },
  'Content-Disposition': {
    description: 'The name of the file, for whoever saves it',
    schema: text,
    example: 'attachment; filename="floor-plan.png"',
  },
  'Content-Range': { description: 'Which bytes these are, of how many', schema: text, example: 'bytes 0-1023/146515' },
  'Accept-Ranges': { description: 'A part of the file may be asked for with `Range`', schema: text, example: 'bytes' },
  'Cache-Control': { description: 'Whether it may be kept', schema: text, example: 'private, max-age=157680000, immutable' },
  Link: {
    description: 'Other pages of the list (RFC 8288): `first`, `prev`, `next`, `last`',
    schema: text,
    example: '<https://easel.corp.example/api/v1/audit-log?page=2&per_page=100&walk=…>; rel="next"',
  },
  Location: { description: 'Where to go instead', schema: text, example: '/' },
  'Set-Cookie': {
    description: 'The session of a browser, or its end',
    schema: text,
    example: 'CanvusSession=e30; Path=/; HttpOnly; SameSite=Lax',
  },
  ETag: { description: 'Names these bytes: sent as `If-None-Match`, they are not sent again', schema: text, example: '"x5Yt1"' },
  Vary: { description: 'Headers of the request on which the answer depends', schema: text, example: 'Accept-Encoding' },
  'Content-Encoding': { description: 'How the body is compressed', schema: text, example: 'br' },
} as const satisfies Record<string, Json>;

export type HeaderName = keyof typeof headers;

export const headersOf = (names: readonly HeaderName[], components: Components): Json =>
  Object.fromEntries(names.map((name) => [name, components.refer('headers', name, () => headers[name])]));
