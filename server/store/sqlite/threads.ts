import { Worker } from 'node:worker_threads';
import { PacketReader, type PacketWriter } from './packet.ts';
import type { Operation, Reply, Request } from './worker.ts';

interface Call {
  readonly part: ((packet: PacketReader) => void) | undefined;
  readonly resolve: (packet: PacketReader) => void;
  readonly reject: (cause: unknown) => void;
}

/** Order of the operations in the worker's table; the worker's own list is compared with it by a test. */
export const OPERATIONS: readonly Operation[] = [
  'open', 'commit', 'lock', 'commitLocked', 'scopes', 'revisions', 'load', 'missed', 'committed', 'sweep', 'close',
];

/** The compiled entry of the worker: this file may run from its source (tests) or from dist/. */
const entry = import.meta.url.endsWith('.ts')
  ? new URL('../../../dist/server/store/sqlite/worker.js', import.meta.url)
  : new URL('./worker.js', import.meta.url);

/** One database thread with its calls under way. */
export class DatabaseThread {
  readonly #worker = new Worker(entry);
  readonly #calls = new Map<number, Call>();
  readonly #broken: ((cause: unknown) => void)[] = [];
  #next = 1;
  #databases = 0;

  constructor() {
    this.#worker.unref();
    this.#worker.on('message', (reply: Reply) => this.#answer(reply));
    this.#worker.on('error', (cause) => this.#break(cause));
    this.#worker.on('exit', () => this.#break(new Error('the database thread ended')));
  }

  /** The number of the next database of this thread. */
  number(): number {
    return ++this.#databases;
  }

  call(database: number, operation: Operation, packet?: PacketWriter, part?: (packet: PacketReader) => void): Promise<PacketReader> {
    return new Promise((resolve, reject) => {
      const call = this.#next++;
      this.#calls.set(call, { part, resolve, reject });
      this.#worker.ref();
      const bytes = packet?.finish();
      const request: Request = { call, database, operation: OPERATIONS.indexOf(operation), bytes };
      this.#worker.postMessage(request, bytes ? [bytes] : []);
    });
  }

  onBroken(listener: (cause: unknown) => void): void {
    this.#broken.push(listener);
  }

  async end(): Promise<void> {
    this.#broken.length = 0;
    await this.#worker.terminate();
  }

  #answer(reply: Reply): void {
    const call = this.#calls.get(reply.call);
    if (!call) return;
    const packet = new PacketReader(reply.bytes ?? new ArrayBuffer(0));
    if (!reply.last) return call.part?.(packet);
    this.#calls.delete(reply.call);
    // An idle thread does not keep the process alive.
    if (this.#calls.size === 0) this.#worker.unref();
    if (reply.fatal) this.#break(new Error(reply.error));
    if (reply.error === undefined) call.resolve(packet);
    else call.reject(new Error(reply.error));
  }

  #break(cause: unknown): void {
    for (const call of this.#calls.values()) call.reject(cause);
    this.#calls.clear();
    for (const listener of this.#broken) listener(cause);
  }
}
