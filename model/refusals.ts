/**
 * Every refusal of the interface, with its status, its text and its headers, in one table: `refuse` in `refusal.ts`.
 * Only `answer.ts` turns a Refusal into an HTTP answer. A text begins with words that clients may match; help for the
 * person who reads it follows after a colon. Each row is an export, so that a page loads only those that its code throws.
 */
import { type Headers, Refusal } from './refusal-error.ts';

// 400: the request itself is wrong
export const invalidUrl = row('invalidUrl', 400, say('Invalid URL'));
export const malformedHttp = row('malformedHttp', 400, say('Malformed HTTP request'));
/** `part`: the name of a part of a multipart body. */
export const invalidJson = row(
  'invalidJson',
  400,
  (fault: string, part = '') => `Invalid JSON${part && ` in part ${part}`}: ${fault}`,
);
export const notMultipart = row('notMultipart', 400, say('Request must be multipart/form-data'));
export const missing = row('missing', 400, (key: string) => `${key} parameter is missing`);
export const wrongType = row('wrongType', 400, (key: string, type: string) => `${key} must be ${type}`);
/** For rules that belong to one field or type; their texts stand where the rule is. */
export const invalid = row('invalid', 400, (text: string) => text);
// 401: unknown caller. Clients compare these texts, so the advice goes into the header that every 401 must have
export const unauthorized = row('unauthorized', 401, say('Unauthorized'), () =>
  challenge('send a token as Private-Token, or as Authorization: Bearer'),
);
export const invalidToken = row('invalidToken', 401, say('Invalid token'), () =>
  challenge('the token is unknown, expired or revoked', 'invalid_token'),
);
export const wrongCredentials = row('wrongCredentials', 401, say('Invalid username or password.'), () =>
  challenge('wrong e-mail or password'),
);
export const invalidSaml = row('invalidSaml', 401, say('Invalid SAML response'), () =>
  challenge('the log of the server says what is wrong with the SAML response'),
);
export const unproven = row('unproven', 401, say('The identity provider did not prove who you are'), () =>
  challenge('the answer of the identity provider proves nothing'),
);
// 402
export const licenceExpired = row('licenceExpired', 402, say('License has expired'));
export const licenceInvalid = row('licenceInvalid', 402, say('License is not valid'));
/** A display, at its hello. */
export const noSeat = row('noSeat', 402, say('Maximum number of clients reached'));
// 403: not allowed
export const denied = row('denied', 403, say('Permission denied'));
export const blocked = row('blocked', 403, say('User is blocked'));
export const forbidden = row('forbidden', 403, (text: string) => text);
/** The token was narrowed, whatever its user may do. */
export const unscoped = row('unscoped', 403, (scope: string) => `The token does not allow this: it needs the scope ${scope}`);
// 404: not there
export const unknownType = row(
  'unknownType',
  404,
  (segment: string, hint = '') => `Unknown object type ${segment}${hint && `: ${hint}`}`,
);
export const unknownAction = row('unknownAction', 404, (segment: string) => `Unknown action ${segment}`);
export const notFound = row('notFound', 404, (kind: string, id: string | number) => `${kind} ${id} not found`);
/** A canvas or another scope of the store that is not there, or is being removed. */
export const scopeGone = row('scopeGone', 404, (kind: string, id: string) => `${kind} ${id} not found`);
export const clientOffline = row('clientOffline', 404, say('Client is offline'));
export const absent = row('absent', 404, (text: string) => text);
// all others
/** `allow`: the methods that the path does take. */
export const methodNotAllowed = row(
  'methodNotAllowed',
  405,
  (_allow: string) => 'Method not allowed',
  (allow: string): Headers => ({ Allow: allow }),
);
export const requestTimedOut = row('requestTimedOut', 408, say('Request timed out'));
export const conflict = row('conflict', 409, (text: string) => text);
/** The id that a create brought is that of a record that is there. */
export const exists = row('exists', 409, (kind: string, id: string) => `${kind} ${id} exists`);
/** `If-Match` names another state. */
export const changedMeanwhile = row('changedMeanwhile', 412, say('Changed meanwhile'));
export const bodyTooLarge = row('bodyTooLarge', 413, say('Request body is too large'));
export const fileTooLarge = row('fileTooLarge', 413, say('File is too large'));
export const canvasFull = row(
  'canvasFull',
  413,
  (bytes: number) => `Canvas is full: its content may take ${Math.floor(bytes / 1024 ** 2)} MiB of memory`,
);
/** `bytes`: the length of the whole file. */
export const rangeNotSatisfiable = row(
  'rangeNotSatisfiable',
  416,
  (_bytes: number) => 'Range not satisfiable',
  (bytes: number): Headers => ({ 'Content-Range': `bytes */${bytes}` }),
);
/** `seconds`: how long to wait before trying again. */
export const tooManyRequests = row(
  'tooManyRequests',
  429,
  (_seconds: number) => 'Too many requests',
  (seconds: number): Headers => ({ 'Retry-After': String(Math.max(1, Math.ceil(seconds))) }),
);
export const headersTooLarge = row('headersTooLarge', 431, say('Request headers are too large'));
export const internal = row('internal', 500, say('Internal server error'));
/** A display client did not do what it was asked. 500 and not 504: existing programs know this one. */
export const noResponse = row('noResponse', 500, say('Client did not respond in time'));
export const clientFailed = row('clientFailed', 500, (text: string) => text);
/** What an administrator asked for cannot be done as the machine is set up; the text says why, and only administrators see it. */
export const failed = row('failed', 500, (text: string) => text);
export const notImplemented = row('notImplemented', 501, say('Not implemented'));
export const unsupported = row('unsupported', 501, (text: string) => text);
/** The server cannot take the request now, and nothing was changed: a full queue, a lost database, a full disk. */
export const unavailable = row(
  'unavailable',
  503,
  (cause = 'Service temporarily unavailable') => cause,
  (_cause?: string): Headers => ({ 'Retry-After': String(RETRY_SECONDS) }),
);

/** A function that makes this refusal. Text and headers get the same words. */
/* @__NO_SIDE_EFFECTS__ */
function row<W extends readonly unknown[]>(
  name: string,
  status: number,
  text: (...words: W) => string,
  headers?: (...words: W) => Headers,
): (...words: W) => Refusal {
  return (...words) => new Refusal(name, status, text(...words), headers?.(...words));
}

/* @__NO_SIDE_EFFECTS__ */
function say(text: string): () => string {
  return () => text;
}

/** RFC 6750, section 3. */
function challenge(what: string, error?: string): Headers {
  const described = `error_description="${what}"`;
  return { 'WWW-Authenticate': `Bearer realm="Easel", ${error ? `error="${error}", ` : ''}${described}` };
}

/** Whatever keeps the server from taking a request is usually over after this long. */
const RETRY_SECONDS = 2;
