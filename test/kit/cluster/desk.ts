import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, Caller, type Headers } from '../client.ts';
import type { Shown } from '../durability/state.ts';
import { Random } from '../random.ts';
import { GONE, History, type Intent, type Numbered, type Operation, type Shown as Said } from './history.ts';

/** A node as its callers see it. */
export interface Site {
  readonly name: string;
  readonly url: string;
}

export interface Request {
  readonly method: string;
  /** Below `/api/v1`. */
  readonly path: string;
  readonly body?: object;
  readonly headers?: Headers;
  /** Statuses besides 200 and 503 that are no fault here. */
  readonly expects?: readonly number[];
  /** A refusal with this status says that the key does not exist. */
  readonly absent?: { readonly status: number; readonly key: string };
  /** What an answer says. */
  readonly told?: (answer: Answer) => { shown?: Said; numbered?: Numbered };
}

/** A caller gives up after this many milliseconds; the request may still take effect. */
const PATIENCE = 20_000;
/** Milliseconds before the next request after one that no node took; shorter than `Retry-After`, to be there when it comes back. */
const BREATH = 50;

/** Sends requests to the nodes of an installation, and records them. */
export class Desk {
  readonly history = new History();
  /** Answers that must not be. */
  readonly problems: string[] = [];
  /** Requests that no node took: nobody listened, or 503. The caller goes on with another one. */
  retries = 0;
  isOver = false;
  readonly #callers = new Map<string, Caller>();
  #numbers = 0;

  constructor(
    readonly sites: readonly Site[],
    readonly token: string,
    readonly seed: number,
  ) {}

  /** Random numbers of one caller, the same for the same seed whatever the others do. */
  random(name: string): Random {
    return new Random([...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), this.seed));
  }

  /** Never the same twice. */
  number(): number {
    return ++this.#numbers;
  }

  caller(site: Site): Caller {
    let caller = this.#callers.get(site.name);
    if (!caller) this.#callers.set(site.name, (caller = new Caller(site, this.token)));
    return caller;
  }

  /** Resolves with the answer when the request took effect. */
  async ask(intent: Omit<Intent, 'node' | 'what'>, site: Site, request: Request): Promise<Answer | undefined> {
    const { method, path, body, headers } = request;
    const what = `${method} ${path}${body ? ` ${JSON.stringify(body)}` : ''}`;
    const operation = this.history.begin({ ...intent, node: site.name, what });
    const answer = await this.#send(site, method, path, body, headers).catch((cause: Error) => cause);
    if (answer instanceof Error) await this.#unanswered(operation, answer);
    else if (answer.status === 200) this.history.ok(operation, request.told?.(answer));
    else await this.#refused(operation, request, answer);
    return answer instanceof Error || answer.status !== 200 ? undefined : answer;
  }

  /** Reads a list without recording it; throws what is wrong with the answer. */
  async list(site: Site, path: string): Promise<readonly Shown[]> {
    const { status, text, body } = await this.#send(site, 'GET', path);
    if (status !== 200) throw new Error(`GET ${path} on ${site.name}: ${status} ${text}`);
    return body;
  }

  close(): void {
    for (const caller of this.#callers.values()) caller.close();
  }

  async #send(site: Site, method: string, path: string, body?: object, headers?: Headers): Promise<Answer> {
    const late = new AbortController();
    const impatient = pause(PATIENCE, undefined, { signal: late.signal }).then(() => {
      throw new Error(`no answer within ${PATIENCE} ms: ${method} ${path} on ${site.name}`);
    });
    impatient.catch(() => undefined);
    try {
      return await Promise.race([this.caller(site).request(method, path, body, headers), impatient]);
    } finally {
      late.abort();
    }
  }

  /** A connection that was never made carried nothing. */
  async #unanswered(operation: Operation, cause: NodeJS.ErrnoException): Promise<void> {
    const answer = cause.code ?? cause.message;
    if (answer === 'ECONNREFUSED') this.history.refused(operation, answer);
    else this.history.unknown(operation, answer);
    this.retries++;
    await pause(BREATH);
  }

  async #refused(operation: Operation, { absent, expects = [] }: Request, { status, text }: Answer): Promise<void> {
    const gone = status === absent?.status ? { values: new Map([[absent.key, GONE]]) } : undefined;
    if (status === 500) this.history.unknown(operation, text);
    else this.history.refused(operation, `${status} ${text}`, gone);
    if (status === 503) {
      this.retries++;
      await pause(BREATH);
    } else if (!gone && !expects.includes(status))
      this.problems.push(`unexpected answer: ${operation.what} on ${operation.node}: ${status} ${text}`);
  }
}
