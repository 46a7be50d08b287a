import { Worker } from 'node:worker_threads';
import { type Operation, operations, type ThreadReply, type ThreadRequest } from './operations.ts';
import { PacketReader, type PacketWriter, transferred } from './packet.ts';

interface ThreadCall {
  readonly database: number;
  readonly part: ((packet: PacketReader) => void) | undefined;
  readonly resolve: (packet: PacketReader) => void;
  readonly reject: (cause: unknown) => void;
}

/** The compiled entry of the worker: this file may run from its source (tests) or from dist/. */
const compiled = import.meta.url.endsWith('.ts')
  ? new URL('../../../../dist/server/store/drivers/sqlite/worker.js', import.meta.url)
  : new URL('./worker.js', import.meta.url);

/** One database thread with its calls under way. */
export class DatabaseThread {
  readonly #worker: Worker;
  readonly #calls = new Map<number, ThreadCall>();
  /** The key is the number of the database. */
  readonly #listeners = new Map<number, (cause: unknown) => void>();
  #broken: unknown;
  #next = 1;
  #databases = 0;

  constructor(entry = compiled) {
    this.#worker = new Worker(entry);
    this.#worker.on('message', (reply: ThreadReply) => this.#answer(reply));
    this.#worker.on('error', (cause) => this.#break(cause));
    this.#worker.on('exit', () => this.#break(new Error('the database thread ended')));
    // This comes after the listeners, which make the worker keep the process alive.
    this.#worker.unref();
  }

  /** The number of the next database of this thread. */
  number(): number {
    return ++this.#databases;
  }

  /** Asks one operation of a database. Rejects with its error, or when the thread is gone. */
  call(database: number, operation: Operation, packet?: PacketWriter, part?: ThreadCall['part']): Promise<PacketReader> {
    return new Promise((resolve, reject) => {
      if (this.#broken !== undefined) return reject(this.#broken);
      const call = this.#next++;
      this.#calls.set(call, { database, part, resolve, reject });
      this.#worker.ref();
      const bytes = packet?.finish() ?? [];
      const request: ThreadRequest = { call, database, operation: operations.indexOf(operation), bytes };
      this.#worker.postMessage(request, transferred(bytes));
    });
  }

  /** Calls the listener when the thread or the disk of this database is broken. Returns the function that ends that. */
  onBroken(database: number, listener: (cause: unknown) => void): () => void {
    this.#listeners.set(database, listener);
    return () => void this.#listeners.delete(database);
  }

  async end(): Promise<void> {
    this.#listeners.clear();
    await this.#worker.terminate();
  }

  #answer(reply: ThreadReply): void {
    const call = this.#calls.get(reply.call);
    if (!call) return;
    const packet = new PacketReader(reply.bytes);
    if (!reply.last) return call.part?.(packet);
    this.#calls.delete(reply.call);
    // An idle thread does not keep the process alive.
    if (this.#calls.size === 0) this.#worker.unref();
    if (reply.fatal) this.#listeners.get(call.database)?.(new Error(reply.error));
    if (reply.error === undefined) call.resolve(packet);
    else call.reject(new Error(reply.error));
  }

  #break(cause: unknown): void {
    // An error is followed by the end.
    if (this.#broken !== undefined) return;
    this.#broken = cause;
    for (const call of this.#calls.values()) call.reject(cause);
    this.#calls.clear();
    for (const listener of this.#listeners.values()) listener(cause);
  }
}
