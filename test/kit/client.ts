import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as send } from 'node:http';
import { request as sendOverTls, Agent as TlsAgent } from 'node:https';
import { gunzipSync } from 'node:zlib';
import { StreamReader } from './stream-reader.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The uncompressed text. */
  readonly text: string;
  /** The bytes as they arrived. */
  readonly bytes: Buffer;
  /** The parsed text; `''` when the answer is empty, undefined when it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  readonly body: any;
}

/** Where requests go. Paths are below the base, with their query. */
export interface Target {
  /** The address is read for each request, because the server may not have started yet. */
  readonly url: string;
  /** Called with every answer; throws what is wrong with it. */
  answered?(method: string, path: string, answer: Answer): void;
  /** Called with every message of a stream, as text; `first`: the message that equals the plain answer. */
  streamed?(path: string, text: string, first: boolean): void;
}

export type Headers = Readonly<Record<string, string>>;

/** Sends requests. Paths are relative to `/api/v1`. Objects are sent as JSON, text and bytes as they are. */
export class Caller {
  readonly #agent = new Agent({ keepAlive: true });
  /** The certificates of tests are signed by nobody. */
  readonly #tlsAgent = new TlsAgent({ keepAlive: true, rejectUnauthorized: false });
  readonly #streams = new Set<StreamReader>();

  constructor(
    private readonly target: Target,
    readonly token: string,
  ) {}

  get(path: string, headers?: Headers): Promise<Answer> {
    return this.request('GET', path, undefined, headers);
  }

  post(path: string, body?: unknown, headers?: Headers): Promise<Answer> {
    return this.request('POST', path, body, headers);
  }

  patch(path: string, body?: unknown, headers?: Headers): Promise<Answer> {
    return this.request('PATCH', path, body, headers);
  }

  delete(path: string, headers?: Headers): Promise<Answer> {
    return this.request('DELETE', path, undefined, headers);
  }

  async request(method: string, path: string, body?: unknown, headers: Headers = {}): Promise<Answer> {
    const response = await this.#send(method, path, body, headers);
    const bytes = await bytesOf(response);
    const text = (response.headers['content-encoding'] === 'gzip' && method !== 'HEAD' ? gunzipSync(bytes) : bytes).toString();
    const answer = { status: response.statusCode!, headers: response.headers, text, bytes, body: parsed(text) };
    this.target.answered?.(method, path, answer);
    return answer;
  }

  /** Opens a stream (adds `subscribe`). Throws when the answer is a refusal. */
  async watch(path: string, headers: Headers = {}): Promise<StreamReader> {
    const query = path.includes('?') ? '&subscribe' : '?subscribe';
    const response = await this.#send('GET', path + query, undefined, headers);
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${await bytesOf(response)}`);
    const isWhole = response.headers['easel-stream'] === 'whole';
    const reader = new StreamReader(response, (text, first) => this.target.streamed?.(path, text, first && isWhole));
    this.#streams.add(reader);
    return reader;
  }

  close(): void {
    for (const stream of this.#streams) stream.close();
    this.#agent.destroy();
    this.#tlsAgent.destroy();
  }

  #send(method: string, path: string, body: unknown, headers: Headers): Promise<IncomingMessage> {
    const bytes = body === undefined ? undefined : bytesToSend(body);
    const all: Record<string, string | number> = { ...headers };
    if (this.token) all['private-token'] ??= this.token;
    if (bytes) all['content-type'] ??= 'application/json';
    if (bytes) all['content-length'] ??= bytes.length;
    const url = `${this.target.url}/api/v1${path}`;
    return new Promise((resolve, reject) => {
      const request = url.startsWith('https:')
        ? sendOverTls(url, { method, headers: all, agent: this.#tlsAgent }, resolve)
        : send(url, { method, headers: all, agent: this.#agent }, resolve);
      request.on('error', reject);
      request.end(bytes);
    });
  }
}

function bytesToSend(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function parsed(text: string): unknown {
  try {
    return text === '' ? '' : JSON.parse(text);
  } catch {
    return undefined;
  }
}
