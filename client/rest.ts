import type { Fetched, Ports } from './ports.ts';

/** The server has refused a REST request. */
export class RestRefusal extends Error {
  constructor(
    readonly status: number,
    readonly msg: string,
  ) {
    super(msg);
  }
}

/** All paths of the interface are below this one. */
const BASE = '/api/v1';

export interface Server {
  /** `http://wall.example:8080`, with or without slashes at its end. */
  readonly server: string;
  /** Called for each request and connection; `''`: the cookie of the page signs in. */
  readonly token: () => string;
}

const addressOf = ({ server }: Pick<Server, 'server'>, path: string): string => `${server.replace(/\/+$/, '')}${BASE}${path}`;

export const socketAddressOf = (server: Pick<Server, 'server'>): string =>
  addressOf(server, '/clients/connect').replace(/^http/i, 'ws');

/** Requests to the REST interface, with JSON in both directions. */
export class Rest {
  constructor(
    private readonly server: Server,
    private readonly ports: Pick<Ports, 'fetch'>,
  ) {}

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

  /** Resolves with every answer, also with refusals. Rejects without an answer. */
  fetch(method: string, path: string, body?: object): Promise<Fetched> {
    const token = this.server.token();
    return this.ports.fetch(addressOf(this.server, path), {
      method,
      headers: { ...(token !== '' && { 'private-token': token }), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  async #request<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await this.fetch(method, path, body);
    const text = await answer.text();
    if (answer.status >= 300) throw new RestRefusal(answer.status, msgOf(text));
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
}

/** The text of a refusal. A proxy may answer with something other than JSON. */
export function msgOf(text: string): string {
  try {
    return String((JSON.parse(text) as { readonly msg?: unknown }).msg ?? '');
  } catch {
    return text.slice(0, 200);
  }
}
