import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** How often each node is asked whether it is ready, and how long it may take to answer, both in milliseconds. */
const EVERY = 500;
const PATIENCE = 2000;

/** Headers of one connection only, not of the request (RFC 9110, 7.6.1). */
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding'];

interface Node {
  readonly name: string;
  readonly url: string;
}

/**
 * Spreads requests over nodes in turn, as docs/nodes.md asks of a balancer: only ready nodes get any, and a request goes to a second node only when
 * the first one surely did not take it, or when it is a GET whose answer had not begun. Answers and streams go through unbuffered.
 */
export class Balancer {
  readonly counts = {
    /** Requests that a node answered. */
    forwarded: 0,
    /** Requests that went to another node. */
    retried: 0,
    /** Requests that were cut and may have been done: 502. */
    lost: 0,
    /** Requests while no node was ready: 503 with Retry-After; surely not done. */
    refused: 0,
    /** Answers and streams that were cut after they had begun. */
    broken: 0,
  };
  readonly #ready = new Set<Node>();
  readonly #server: Server = createServer((asked, answer) => void this.#take(asked, answer));
  #asking: NodeJS.Timeout | undefined;
  #turn = 0;

  constructor(private readonly nodes: readonly Node[]) {}

  /** Resolves when it listens, and has asked each node. */
  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    await this.#askAll();
    this.#asking = setInterval(() => void this.#askAll(), EVERY);
    return this;
  }

  async close(): Promise<void> {
    clearInterval(this.#asking);
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get allReady(): boolean {
    return this.#ready.size === this.nodes.length;
  }

  async #askAll(): Promise<void> {
    await Promise.all(
      this.nodes.map(async (node) => {
        if (await isReady(node)) this.#ready.add(node);
        else this.#ready.delete(node);
      }),
    );
  }

  /** Reads the whole body first, so that it can be sent twice. */
  async #take(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    try {
      const parts: Buffer[] = [];
      for await (const part of asked) parts.push(part as Buffer);
      await this.#forward(asked, Buffer.concat(parts), answer);
    } catch {
      answer.destroy();
    }
  }

  async #forward(asked: IncomingMessage, body: Buffer, answer: ServerResponse): Promise<void> {
    for (;;) {
      const node = this.#next();
      if (!node) return this.#refuse(answer);
      try {
        return this.#pass(await send(node, asked, body, answer), answer);
      } catch (cause) {
        if (answer.destroyed) return;
        this.#ready.delete(node);
        const isSent = (cause as NodeJS.ErrnoException).code !== 'ECONNREFUSED';
        if (isSent && asked.method !== 'GET') return this.#lose(answer);
        this.counts.retried++;
      }
    }
  }

  #next(): Node | undefined {
    const ready = this.nodes.filter((node) => this.#ready.has(node));
    return ready[this.#turn++ % ready.length];
  }

  #pass(theirs: IncomingMessage, ours: ServerResponse): void {
    this.counts.forwarded++;
    ours.writeHead(theirs.statusCode!, without(theirs.headers));
    ours.flushHeaders();
    theirs.once('error', () => {
      if (!ours.destroyed) this.counts.broken++;
      ours.destroy();
    });
    theirs.pipe(ours);
  }

  #lose(answer: ServerResponse): void {
    this.counts.lost++;
    answer.writeHead(502).end();
  }

  #refuse(answer: ServerResponse): void {
    this.counts.refused++;
    answer.writeHead(503, { 'retry-after': '1' }).end();
  }
}

/**
 * Sends the request on a connection of its own, because on one that is kept nobody can tell whether a node that ended had taken it. It ends
 * when the caller goes away.
 */
function send(node: Node, asked: IncomingMessage, body: Buffer, answer: ServerResponse): Promise<IncomingMessage> {
  const headers = { ...without(asked.headers), ...(body.length > 0 ? { 'content-length': body.length } : {}) };
  return new Promise((resolve, reject) => {
    const passed = request(`${node.url}${asked.url}`, { method: asked.method, headers, agent: false }, resolve);
    passed.once('error', reject);
    answer.once('close', () => passed.destroy());
    passed.end(body);
  });
}

const without = (headers: OutgoingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.includes(name)));

async function isReady({ url }: Node): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/healthz/ready`, { signal: AbortSignal.timeout(PATIENCE) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
