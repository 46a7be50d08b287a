import { Refusal } from '../model/refusal-error.ts';
import type { FetchAnswer, Ports } from './ports.ts';

/** All paths of the interface are below this one. */
const BASE = '/api/v1';

export interface Server {
  /** `http://wall.example:8080`, with or without slashes at its end. Empty: the server that the page came from. */
  readonly server: string;
  /** Called for each request and connection; `''`: the cookie of the page signs in. */
  readonly token: () => string;
  /** Default: `/api/v1`. */
  readonly base?: string;
}

/** What the server answered to a request. */
export interface RestAnswer {
  /** At least 300: the request is refused, and nothing was changed. */
  readonly status: number;
  /** The JSON of the answer; undefined: the answer is empty. A refusal by a proxy may be another text. */
  readonly body: unknown;
  /** The revision that holds this write, or that was read (interface/conventions 1.4); undefined with refusals. */
  readonly revision: number | undefined;
  /** Seconds after which the request may be sent again; undefined: the server names no time. */
  readonly retryAfter: number | undefined;
}

export type WriteMethod = 'POST' | 'PATCH' | 'DELETE';

const addressOf = ({ server, base = BASE }: Omit<Server, 'token'>, path: string): string =>
  `${server.replace(/\/+$/, '')}${base}${path}`;

export const socketAddressOf = (server: Pick<Server, 'server'>): string =>
  addressOf(server, '/clients/connect').replace(/^http/i, 'ws');

/** Requests to the REST interface, with JSON in both directions. */
export class Rest {
  constructor(
    private readonly server: Server,
    private readonly ports: Pick<Ports, 'fetch'>,
  ) {}

  /** Like `post`, `patch` and `delete`, rejects with a Refusal, and as `fetch` does when no answer comes. */
  get<T>(path: string): Promise<T> {
    return this.#request('GET', path);
  }

  post<T>(path: string, body: object = {}): Promise<T> {
    return this.#request('POST', path, body);
  }

  patch<T>(path: string, body: object): Promise<T> {
    return this.#request('PATCH', path, body);
  }

  delete(path: string): Promise<void> {
    return this.#request('DELETE', path);
  }

  /**
   * Resolves with every answer of the server, also with refusals. Rejects as `fetch` does when no answer comes, and when a proxy
   * answers in place of the server: then nobody knows whether the write was made.
   */
  write(method: WriteMethod, path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<RestAnswer> {
    return this.#answer(method, path, body, headers);
  }

  /** Resolves with every answer, also with refusals. Rejects without an answer. */
  fetch(method: string, path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<FetchAnswer> {
    const token = this.server.token();
    return this.ports.fetch(this.address(path), {
      method,
      headers: {
        ...(token !== '' && { 'private-token': token }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  /** The whole address of a path, for an element of a page that loads it by itself. */
  address(path: string): string {
    return addressOf(this.server, path);
  }

  async #request<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await this.#answer(method, path, body);
    if (answer.status >= 300) throw refusalOf(answer);
    return answer.body as T;
  }

  async #answer(...request: Parameters<Rest['fetch']>): Promise<RestAnswer> {
    return answerOf(await this.fetch(...request));
  }
}

type Answered = Pick<FetchAnswer, 'status' | 'headers' | 'text'>;

/** The refusal that an answer is, for requests whose answers are read in another way. */
export const refusedBy = async (answer: Answered): Promise<Refusal> => refusalOf(await answerOf(answer));

/** The number in a header of an answer; undefined: there is none. */
export function numberIn({ headers }: Pick<FetchAnswer, 'headers'>, name: string): number | undefined {
  const text = headers?.get(name);
  return text && Number.isFinite(Number(text)) ? Number(text) : undefined;
}

async function answerOf(answer: Answered): Promise<RestAnswer> {
  const text = await answer.text();
  return {
    status: answer.status,
    body: answer.status < 300 ? jsonOf(text) : refusedBody(text),
    revision: numberIn(answer, 'easel-revision'),
    retryAfter: numberIn(answer, 'retry-after'),
  };
}

const refusalOf = ({ status, body, retryAfter }: RestAnswer): Refusal =>
  new Refusal('refused', status, msgOf(body), retryAfter === undefined ? undefined : { 'Retry-After': `${retryAfter}` });

/** A proxy may answer with something other than JSON. */
function refusedBody(text: string): unknown {
  try {
    return jsonOf(text);
  } catch {
    return text;
  }
}

/** The text of a refusal for people. The page of a proxy is none. */
function msgOf(body: unknown): string {
  if (typeof body === 'string') return /^\s*</.test(body) ? '' : body.slice(0, 200);
  return String((body as { readonly msg?: unknown } | undefined | null)?.msg ?? '');
}

const jsonOf = (text: string): unknown => (text === '' ? undefined : JSON.parse(text));
