import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Answer } from './client.ts';
import { evidence } from './evidence.ts';
import { formats } from './formats.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON of any shape
type Json = any;

export interface Operation {
  /** `GET /users/{user_id}` */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly statuses: readonly number[];
  readonly subscribable: boolean;
}

interface Sent {
  readonly method: string;
  /** Path below the base, with its query. */
  readonly path: string;
}

type Headers = Answer['headers'];

/**
 * Checks every answer against the OpenAPI document. Keeps only which operation had which status, so that a run may be of any
 * length.
 */
export class Description {
  readonly operations: readonly Operation[];
  readonly #patterns: readonly { readonly parts: string[]; readonly parameters: number; readonly operation: Operation }[];
  readonly #ajv = new Ajv2020({ strict: false, formats, discriminator: true });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(readonly document: Json) {
    this.#ajv.addSchema(closed(document), 'api');
    this.operations = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
      Object.entries<Json>(item).map(([method, operation]) => operationOf(method, path, operation)),
    );
    this.#patterns = this.operations.map((operation) => {
      const parts = segmentsOf(operation.path);
      return { parts, parameters: parts.filter((part) => part.startsWith('{')).length, operation };
    });
  }

  /** The operation that a request reaches; HEAD is its GET. Undefined: the document has none. */
  find({ method, path }: Sent): Operation | undefined {
    const fitting = this.#fitting(path);
    return fitting.find((one) => one.method === (method === 'HEAD' ? 'GET' : method));
  }

  /** What an answer has that the document does not describe, in words; empty when all is well. */
  faults(sent: Sent, answer: Answer): string[] {
    const faults = [...this.#headerFaults(sent, answer), ...this.#bodyFaults(sent, answer)];
    return faults.map((fault) => `${sent.method} ${sent.path} → ${answer.status} ${answer.text.slice(0, 400)}\n  ${fault}`);
  }

  /** Do its answers have a tag, with which it can be asked again (304)? */
  isNamed(operation: Operation): boolean {
    return 'ETag' in (this.#response(operation, 200).headers ?? {});
  }

  /** Does it answer bytes, as they were uploaded or drawn? */
  isFile(operation: Operation): boolean {
    return Object.values<Json>(this.#response(operation, 200).content ?? {}).some(isBytes);
  }

  /** The same for one message of a stream; `first`: it must also be a plain answer. */
  messageFaults(sent: Sent, text: string, first: boolean): string[] {
    const operation = this.find(sent);
    if (!operation) return [`${sent.path}: a stream where the document has no operation`];
    evidence.streams.add(operation.name);
    const body = JSON.parse(text);
    const faults = first
      ? [...this.#schemaFaults(operation, 200, body), ...goneFaults(body)]
      : this.#schemaFaults(operation, 200, body, 'application/x-ndjson');
    return faults.map((fault) => `stream of ${sent.path}, message ${text.slice(0, 400)}\n  ${fault}`);
  }

  /** Checks the headers, apart from those that every answer may have, and the type of the body. */
  #headerFaults(sent: Sent, answer: Answer): string[] {
    const operation = this.find(sent);
    // 304 has the headers that the 200 would have
    const status = answer.status === 304 ? 200 : answer.status;
    const { headers = {}, content = {} } = operation?.statuses.includes(status) ? this.#response(operation, status) : {};
    const known = new Set([...usualHeaders, ...Object.keys(headers).map((name) => name.toLowerCase())]);
    const odd = operation ? Object.keys(answer.headers).filter((name) => !known.has(name)) : [];
    const isFile = Object.values<Json>(content).some(isBytes);
    const type = answer.headers['content-type'];
    const types = isFile || Object.keys(content).length === 0 ? [] : Object.keys(content);
    const isOddType = types.length > 0 && answer.text !== '' && !types.includes(type ?? '');
    return [
      ...odd.map((name) => `the document does not say that there is a header ${name}`),
      ...(isOddType ? [`the type is ${type}, and the document says ${types.join(' or ')}`] : []),
      ...headerFaults(sent.method, answer, isFile, types),
    ];
  }

  #bodyFaults(sent: Sent, { status, text, body }: Answer): string[] {
    const operation = this.find(sent);
    if (!operation) return this.#unroutedFaults(sent, status, body);
    evidence.answers.add(`${operation.name} ${status}`);
    if (status === 304) return this.isNamed(operation) && text === '' ? [] : ['a 304 with a body, or of what has no tag'];
    if (!operation.statuses.includes(status)) return ['the document does not have this status'];
    if (sent.method === 'HEAD') return text === '' ? [] : ['HEAD has a body'];
    const faults = this.#schemaFaults(operation, status, body);
    return status === 200 ? [...faults, ...goneFaults(body)] : faults;
  }

  /** Checks answers outside the document: OPTIONS, wrong methods and unknown paths, each with its own refusal. */
  #unroutedFaults({ method, path }: Sent, status: number, body: Json): string[] {
    const expected = this.#unroutedStatus(method, path);
    if (status !== expected) return [`outside the document this is ${expected}`];
    return status === 204 || method === 'HEAD' || isRefusal(body) ? [] : ['a refusal is {"msg":"…"}'];
  }

  #unroutedStatus(method: string, path: string): number {
    if (!isDecodable(path)) return 400;
    if (method === 'OPTIONS') return 204;
    return this.#fitting(path).length > 0 ? 405 : 404;
  }

  #schemaFaults(operation: Operation, status: number, body: Json, type = 'application/json'): string[] {
    const { content = {} } = this.#response(operation, status);
    if (Object.values<Json>(content).some(isBytes) || Object.keys(content).some((one) => one.startsWith('text/'))) return [];
    if (!content[type]) return body === '' ? [] : ['the body must be empty'];
    if (body === undefined || body === '') return ['the body is not JSON'];
    const validate = this.#validator(operation, status, type);
    return validate(body) ? [] : (validate.errors ?? []).slice(0, 3).map(inWords);
  }

  #response({ path, method }: Operation, status: number): Json {
    const response = this.document.paths[path][method.toLowerCase()].responses[status] ?? {};
    return response.$ref ? this.document.components.responses[response.$ref.split('/').at(-1)] : response;
  }

  #validator(operation: Operation, status: number, type: string): ValidateFunction {
    const refusal = '/components/schemas/Refusal';
    const place = `/paths/${escaped(operation.path)}/${operation.method.toLowerCase()}/responses/${status}`;
    const pointer = status < 400 ? `${place}/content/${escaped(type)}/schema` : refusal;
    const known = this.#validators.get(pointer) ?? this.#ajv.compile({ $ref: `api#${encodeURI(pointer)}` });
    this.#validators.set(pointer, known);
    return known;
  }

  /** The operations whose path fits with the fewest parameters: `/users/login` is not a user. */
  #fitting(target: string): readonly Operation[] {
    const segments = segmentsOf(target);
    const fitting = this.#patterns.filter(({ parts }) => fits(parts, segments));
    const fewest = Math.min(...fitting.map(({ parameters }) => parameters));
    return fitting.filter(({ parameters }) => parameters === fewest).map(({ operation }) => operation);
  }
}

function operationOf(method: string, path: string, { parameters = [], responses }: Json): Operation {
  return {
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    statuses: Object.keys(responses).map(Number),
    subscribable: parameters.some(({ $ref }: Json) => $ref?.endsWith('/subscribe')),
  };
}

/**
 * The document with all objects in answers closed: it lets clients expect more fields later, but this server sends
 * only documented ones. `unevaluatedProperties` sees through `allOf` and `anyOf`.
 */
function closed(node: Json, isPlace = false): Json {
  if (Array.isArray(node)) return node.map((one) => closed(one));
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closedBelow(key, value)]));
  return isPlace ? { ...copy, unevaluatedProperties: false } : copy;
}

/** Adds the other names under which an answer repeats a value, which the document only marks. */
function withMirrors(properties: Json): Json {
  const entries = Object.entries<Json>(properties);
  return Object.fromEntries(
    entries.flatMap(([name, schema]) => [name, ...(schema['x-mirrors'] ?? [])].map((spelling) => [spelling, schema])),
  );
}

function closedBelow(key: string, value: Json): Json {
  if (['requestBody', 'example', 'examples'].includes(key)) return value;
  // The validator finds the alternative by its property alone
  if (key === 'discriminator') return { propertyName: value.propertyName };
  if (key === 'properties')
    return Object.fromEntries(Object.entries(withMirrors(value)).map(([name, schema]) => [name, closed(schema, true)]));
  return closed(value, key === 'schema' || key === 'items');
}

/** Headers of HTTP itself, of every body, of streams for the proxies in between, and of CORS. */
const usualHeaders = [
  ...['connection', 'date', 'keep-alive', 'transfer-encoding', 'x-request-id'],
  ...['cache-control', 'content-length', 'content-type', 'x-content-type-options', 'content-security-policy'],
  'x-accel-buffering',
  ...['vary', 'access-control-allow-origin', 'access-control-expose-headers'],
];

function headerFaults(method: string, { status, headers, text }: Answer, isFile: boolean, types: readonly string[]): string[] {
  const faults = headers['x-request-id'] ? [] : ['there is no X-Request-ID'];
  if (isFile) return headers['content-type'] || status === 304 ? faults : [...faults, 'a file has no content type'];
  const isKept = ['private, no-cache', 'private, max-age=31536000, immutable'].includes(headers['cache-control'] ?? '');
  if ((headers.etag !== undefined) !== isKept) faults.push('what has a tag is kept and asked for again, and nothing else');
  if (status === 200 && text === '' && method !== 'HEAD' && types.length === 0) return [...faults, ...emptyFaults(headers)];
  if (text !== '' && types.length === 0 && headers['content-type'] !== 'application/json')
    faults.push('the content type is not JSON');
  if (status === 405 && !headers.allow) faults.push('405 has no Allow');
  return faults;
}

const emptyFaults = (headers: Headers): string[] =>
  headers['content-length'] === '0' && !headers['content-type'] ? [] : ['an empty answer has length 0 and no type'];

/** Outside streams nothing is `deleted`, and no access is `none`. */
function goneFaults(body: Json): string[] {
  const objects = [body].flat();
  if (objects.some((one) => one?.state === 'deleted')) return ['state is deleted outside a stream'];
  return objects.some((one) => one?.access === 'none') ? ['access is none outside a stream'] : [];
}

const isBytes = ({ schema }: Json): boolean => schema.format === 'binary';

const isRefusal = (body: Json): boolean => typeof body?.msg === 'string' && Object.keys(body).length === 1;

const inWords = ({ instancePath, message, params }: ErrorObject): string =>
  `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`;

const escaped = (path: string): string => path.replaceAll('~', '~0').replaceAll('/', '~1');

const segmentsOf = (path: string): string[] =>
  path
    .replace(/[?#].*$/s, '')
    .split('/')
    .filter((segment) => segment !== '')
    .map(decoded);

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path.replace(/[?#].*$/s, ''));
    return true;
  } catch {
    return false;
  }
}

const fits = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((part, at) => (part.startsWith('{') ? !isKept(segments, at) : part === segments[at]));

/** Words that are never a user, whatever follows them (interface/auth 0). */
const isKept = (segments: readonly string[], at: number): boolean =>
  at === 1 && segments[0] === 'users' && /^(login|logout|register|confirm-email|password)$/.test(segments[1]!);
