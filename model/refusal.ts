/**
 * Every refusal of the interface, with its status, its text and its headers, in one table.
 * Only `answer.ts` turns a Refusal into an HTTP answer. A text begins with words that clients may match; help for the
 * person who reads it follows after a colon.
 */

type Text = (...words: never[]) => string;
type Headers = Readonly<Record<string, string>>;
/** `headers` gets the same words as the text. */
type RefusalRow = readonly [status: number, text: Text, headers?: (...words: never[]) => Headers];
const say =
  (text: string): (() => string) =>
  () =>
    text;

const table = {
  // 400: the request itself is wrong
  invalidUrl: [400, say('Invalid URL')],
  malformedHttp: [400, say('Malformed HTTP request')],
  /** `part`: the name of a part of a multipart body. */
  invalidJson: [400, (fault: string, part = '') => `Invalid JSON${part && ` in part ${part}`}: ${fault}`],
  notMultipart: [400, say('Request must be multipart/form-data')],
  missing: [400, (key: string) => `${key} parameter is missing`],
  wrongType: [400, (key: string, type: string) => `${key} must be ${type}`],
  /** For rules that belong to one field or type; their texts stand where the rule is. */
  invalid: [400, (text: string) => text],
  // 401: unknown caller. Clients compare these texts, so the advice goes into the header that every 401 must have
  unauthorized: [401, say('Unauthorized'), () => challenge('send a token as Private-Token, or as Authorization: Bearer')],
  invalidToken: [401, say('Invalid token'), () => challenge('the token is unknown, expired or revoked', 'invalid_token')],
  wrongCredentials: [401, say('Invalid username or password.'), () => challenge('wrong e-mail or password')],
  invalidSaml: [
    401,
    say('Invalid SAML response'),
    () => challenge('the log of the server says what is wrong with the SAML response'),
  ],
  unproven: [
    401,
    say('The identity provider did not prove who you are'),
    () => challenge('the answer of the identity provider proves nothing'),
  ],
  // 402
  licenceExpired: [402, say('License has expired')],
  licenceInvalid: [402, say('License is not valid')],
  /** A display, at its hello. */
  noSeat: [402, say('Maximum number of clients reached')],
  // 403: not allowed
  denied: [403, say('Permission denied')],
  blocked: [403, say('User is blocked')],
  forbidden: [403, (text: string) => text],
  /** The token was narrowed, whatever its user may do. */
  unscoped: [403, (scope: string) => `The token does not allow this: it needs the scope ${scope}`],
  // 404: not there
  unknownType: [404, (segment: string, hint = '') => `Unknown object type ${segment}${hint && `: ${hint}`}`],
  unknownAction: [404, (segment: string) => `Unknown action ${segment}`],
  notFound: [404, (kind: string, id: string | number) => `${kind} ${id} not found`],
  clientOffline: [404, say('Client is offline')],
  absent: [404, (text: string) => text],
  // all others
  /** `allow`: the methods that the path does take. */
  methodNotAllowed: [405, (_allow: string) => 'Method not allowed', (allow: string): Headers => ({ Allow: allow })],
  requestTimedOut: [408, say('Request timed out')],
  conflict: [409, (text: string) => text],
  /** `If-Match` names another state. */
  changedMeanwhile: [412, say('Changed meanwhile')],
  bodyTooLarge: [413, say('Request body is too large')],
  fileTooLarge: [413, say('File is too large')],
  canvasFull: [413, (bytes: number) => `Canvas is full: its content may take ${Math.floor(bytes / 1024 ** 2)} MiB of memory`],
  /** `bytes`: the length of the whole file. */
  rangeNotSatisfiable: [
    416,
    (_bytes: number) => 'Range not satisfiable',
    (bytes: number): Headers => ({ 'Content-Range': `bytes */${bytes}` }),
  ],
  /** `seconds`: how long to wait before trying again. */
  tooManyRequests: [
    429,
    (_seconds: number) => 'Too many requests',
    (seconds: number): Headers => ({ 'Retry-After': String(Math.max(1, Math.ceil(seconds))) }),
  ],
  headersTooLarge: [431, say('Request headers are too large')],
  internal: [500, say('Internal server error')],
  /** A display client did not do what it was asked. 500 and not 504: existing programs know this one. */
  noResponse: [500, say('Client did not respond in time')],
  clientFailed: [500, (text: string) => text],
  /** What an administrator asked for cannot be done as the machine is set up; the text says why, and only administrators see it. */
  failed: [500, (text: string) => text],
  notImplemented: [501, say('Not implemented')],
  unsupported: [501, (text: string) => text],
  /** The server cannot take the request now, and nothing was changed: a full queue, a lost database, a full disk. */
  unavailable: [
    503,
    (cause = 'Service temporarily unavailable') => cause,
    (_cause?: string): Headers => ({ 'Retry-After': String(RETRY_SECONDS) }),
  ],
} as const satisfies Record<string, RefusalRow>;

/** RFC 6750, section 3. */
function challenge(what: string, error?: string): Headers {
  const described = `error_description="${what}"`;
  return { 'WWW-Authenticate': `Bearer realm="Easel", ${error ? `error="${error}", ` : ''}${described}` };
}

/** Whatever keeps the server from taking a request is usually over after this long. */
const RETRY_SECONDS = 2;

export type RefusalName = keyof typeof table;

const NO_HEADERS: Headers = Object.freeze({});

/** A refused request: nothing was changed and nothing is published. */
export class Refusal extends Error {
  constructor(
    override readonly name: RefusalName,
    readonly status: number,
    message: string,
    readonly headers: Headers = NO_HEADERS,
  ) {
    super(message);
  }
}
// A refusal is an answer, not a fault, so no stack is collected (1 us instead of 10).
Object.defineProperty(Refusal.prototype, 'stack', { value: '', writable: true });

type Refuse = {
  readonly [N in RefusalName]: (...words: Parameters<(typeof table)[N][1]>) => Refusal;
};

/** `throw refuse.notFound('Table', id)` */
export const refuse = Object.fromEntries(
  Object.entries(table as Record<string, RefusalRow>).map(([name, [status, text, headers]]) => [
    name,
    (...words: never[]) => new Refusal(name as RefusalName, status, text(...words), headers?.(...words)),
  ]),
) as unknown as Refuse;

/** What was sent, as a refusal repeats it: at most a hundred characters of it. */
export const quoted = (sent: unknown): string => (typeof sent === 'string' ? sent : JSON.stringify(sent)).slice(0, 100);

/** `a`, `a or b`, `a, b or c` */
export function eitherOf(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}
