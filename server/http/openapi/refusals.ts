import { refuse } from '../../../model/refusal.ts';
import { takesBody } from '../routing/paths.ts';
import type { Route } from '../routing/route.ts';
import type { Components } from './components.ts';
import { type HeaderName, headersOf } from './headers.ts';
import type { Json } from './json.ts';
import { pathParamsOf } from './parameters.ts';

interface RefusalMeaning {
  /** Name of the component. */
  readonly name: string;
  readonly says: string;
  /** An example of the text. */
  readonly msg: string;
  readonly headers?: readonly HeaderName[];
}

/** What each refusal means for the client. */
const meanings: Readonly<Record<number, RefusalMeaning>> = {
  400: {
    name: 'BadRequest',
    says: 'The request itself is wrong: no JSON, a value of a wrong type or out of its range, something required that is missing. `msg` says what.',
    msg: refuse.wrongType('location.x', 'a number').message,
  },
  401: {
    name: 'Unauthorized',
    says: 'No token was sent where one is needed, or the one that was sent is unknown, expired or revoked: sign in again.',
    msg: refuse.invalidToken().message,
    headers: ['WWW-Authenticate'],
  },
  402: {
    name: 'LicenceNeeded',
    says: 'The licence of the server is not valid, or has expired. Sign-in and administration still work; an administrator has to renew it.',
    msg: refuse.licenceExpired().message,
  },
  403: {
    name: 'Forbidden',
    says: 'The caller is known and may not: too low a permission, no administrator, or blocked. Another token may help, the same request will not.',
    msg: refuse.denied().message,
  },
  404: {
    name: 'NotFound',
    says: 'Something that the path, the header or the body names is not there, or is of another type than the path says.',
    msg: refuse.notFound('Note', '3e0d5a86-72c4-4b19-a1f5-c8e94b2d6f17').message,
  },
  405: {
    name: 'MethodNotAllowed',
    says: 'The path does not take this method, or not for the object that it names. Any path answers it to every method that it does not have.',
    msg: refuse.methodNotAllowed('GET').message,
    headers: ['Allow'],
  },
  408: {
    name: 'RequestTimeout',
    says: 'The body did not come in time.',
    msg: refuse.requestTimedOut().message,
  },
  409: {
    name: 'Conflict',
    says: 'Right in itself, but at odds with what is there now: a name or an address that is taken, a state that forbids it. `msg` says which.',
    msg: refuse.conflict('Email is already in use').message,
  },
  412: {
    name: 'PreconditionFailed',
    says: 'The condition in `If-Match` does not hold: somebody was faster. Read again, and try again.',
    msg: refuse.changedMeanwhile().message,
  },
  413: {
    name: 'ContentTooLarge',
    says: 'The body or the file is larger than the server takes.',
    msg: refuse.bodyTooLarge().message,
  },
  416: {
    name: 'RangeNotSatisfiable',
    says: 'The range begins behind the end of the file; `Content-Range` says how long that is.',
    msg: refuse.rangeNotSatisfiable(0).message,
    headers: ['Content-Range'],
  },
  429: {
    name: 'TooManyRequests',
    says: 'Too many of these in a short time. Wait as many seconds as `Retry-After` says.',
    msg: refuse.tooManyRequests(1).message,
    headers: ['Retry-After'],
  },
  431: {
    name: 'HeadersTooLarge',
    says: 'The request line and the headers are larger than 16 KiB together. The connection is closed.',
    msg: refuse.headersTooLarge().message,
  },
  500: {
    name: 'InternalError',
    says: 'A fault of the server. Its log has it under the `X-Request-ID` of this answer.',
    msg: refuse.internal().message,
  },
  501: {
    name: 'NotImplemented',
    says: 'The operation exists, and this server cannot do it, or not with this file.',
    msg: refuse.notImplemented().message,
  },
  503: {
    name: 'Unavailable',
    says: 'The server cannot take it now, and nothing was changed: a full queue, a lost database, a full disk. Try again after `Retry-After` seconds.',
    msg: refuse.unavailable().message,
    headers: ['Retry-After'],
  },
};

const refusalSchema: Json = {
  title: 'Refusal',
  type: 'object',
  properties: { msg: { type: 'string', description: 'What is wrong, for people' } },
  required: ['msg'],
  additionalProperties: false,
};

/** Every refusal that a request to a route may get, in rising order of status (interface/conventions 1.5 and 1.6). */
export const refusalsOf = (route: Route, components: Components): Json =>
  Object.fromEntries(statusesOf(route).map((status) => [status, refusal(status, components)]));

/** A reference to the description of a refusal. */
export function refusal(status: number, components: Components): Json {
  const meaning = meanings[status];
  if (!meaning) throw new Error(`There is no description of the refusal ${status}`);
  const { name, says, msg, headers = [] } = meaning;
  return components.refer('responses', name, () => ({
    description: says,
    headers: headersOf(['X-Request-ID', ...headers], components),
    content: { 'application/json': { schema: components.schemas.refer(refusalSchema), example: { msg } } },
  }));
}

function statusesOf(route: Route): number[] {
  const { credential, licensed } = route.access;
  const statuses = [400, 431, 500, 503, ...(route.refusals ?? [])];
  if (credential === 'required' || credential === 'link') statuses.push(401, 403);
  if (licensed) statuses.push(402);
  if (pathParamsOf(route).length > 0 || route.headerParams) statuses.push(404);
  if (route.ownIds) statuses.push(409);
  if (route.ifMatch) statuses.push(412);
  if (takesBody(route)) statuses.push(408, 413);
  if (takesBody(route) || takesShare(route)) statuses.push(429);
  if (route.answer === 'file' || route.asFile) statuses.push(416);
  return [...new Set(statuses)].sort((a, b) => a - b);
}

/** Does its answer or its connection count against a quota of the caller? */
const takesShare = (route: Route): boolean =>
  'watch' in route || 'take' in route || route.answer === 'file' || route.answer === 'text' || route.asFile === true;
