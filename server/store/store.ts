import { refuse } from '../../model/refusal.ts';
import type { Kind } from '../../model/resource.ts';
import { type Clock, type Timer, timestamp } from '../clock.ts';
import { Barrier } from './barrier.ts';
import type { Task } from './batch.ts';
import { Committer } from './committer.ts';
import type { Driver } from './driver.ts';
import type { Handle } from './handle.ts';
import { Loader } from './loader.ts';
import { Runner } from './runner.ts';
import { Counter, DIRECTORY, type Inputs } from './transaction.ts';
import type { ChangeSet, Command, DurableView, Head, Store } from './types.ts';

/** Between two look-ups of an unknown outcome, in milliseconds. */
const LOOKUP_PAUSE = 250;
/** With several processes a log is kept, and its old entries go once a minute. */
const SWEEP_EVERY = 60_000;

export interface StoreOptions {
  readonly driver: Driver;
  /** Every kind of record; the store knows none by name. */
  readonly kinds: readonly Kind[];
  readonly clock: Clock;
  /** See `EASEL_CACHE_BYTES`. */
  readonly cacheBytes: number;
  /** The database is gone for good: the process must end. */
  readonly fatal: (cause: unknown) => void;
}

/** Opens the store: reads revisions, heads and the directory, and removes rows of dead scopes behind. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const store = new ScopedStore(options);
  await store.open();
  return store;
}

class ScopedStore implements Store {
  readonly #loader: Loader;
  readonly #runner: Runner;
  readonly #committer: Committer;
  readonly #barrier: Barrier;
  readonly #listeners = new Set<(set: ChangeSet) => void>();
  #sequence = 0;
  #closing = false;
  #sweeping: Timer | undefined;

  constructor(private readonly options: StoreOptions) {
    const { driver, clock } = options;
    const kinds = new Map([...options.kinds, Counter].map((kind) => [kind.name, kind]));
    const publish = (set: ChangeSet) => this.#publish(set);
    this.#loader = new Loader({ driver, kinds, cacheBytes: options.cacheBytes, publish, now: () => clock.now() });
    this.#committer = new Committer({
      driver,
      runner: () => this.#runner,
      publish,
      catchUp: (handles) => this.#loader.catchUp(handles),
      removed: (handle) => this.#removed(handle),
      pause: () => new Promise((resume) => clock.after(LOOKUP_PAUSE, resume)),
      fatal: options.fatal,
    });
    this.#runner = new Runner({
      cascading: [...new Set([...kinds.values()].flatMap((kind) => Object.keys(kind.cascades)))],
      handle: (id) => this.#loader.handles.get(id),
      join: (entry) => this.#committer.join(entry),
    });
    this.#barrier = new Barrier(driver, (handle, revision) => this.#reach(handle, revision));
  }

  async open(): Promise<void> {
    await this.#loader.open();
    this.#sweep();
    if (this.options.driver.shared) this.#sweeping = this.options.clock.every(SWEEP_EVERY, () => this.#sweep());
  }

  get directory(): DurableView {
    return this.#loader.handles.get(DIRECTORY)!.view!;
  }

  async submit<T>(command: Command<T>): Promise<T> {
    if (this.#closing) throw new Error('the store is closing');
    const inputs = { now: timestamp(this.options.clock.now()), author: command.author, ids: [] };
    const handles = this.#ready(command) ?? (await this.#loadAll(command));
    const outcome = this.#run(command, inputs, handles);
    return command.fresh ? outcome.finally(() => this.#forgetUnmade(handles)) : outcome;
  }

  #run<T>(command: Command<T>, inputs: Inputs, handles: readonly Handle[]): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#runner.submit({
        command: command as Command<unknown>,
        inputs,
        sequence: ++this.#sequence,
        handles,
        resolve: resolve as Task['resolve'],
        reject,
        losses: 0,
      });
    });
  }

  /** A refused command leaves no scope behind. */
  #forgetUnmade(handles: readonly Handle[]): void {
    for (const handle of handles) if (handle.fresh && handle.id !== DIRECTORY) this.#loader.remove(handle);
  }

  ready(scope: string): DurableView | undefined {
    if (this.options.driver.shared) return undefined;
    const handle = this.#loader.handles.get(scope);
    if (handle?.view) handle.lastUsed = this.options.clock.now();
    return handle?.fresh ? undefined : handle?.view;
  }

  async load(scope: string): Promise<DurableView> {
    const handle = await this.#current(scope);
    if (handle.fresh && scope !== DIRECTORY) throw refuse.notFound('Canvas', scope);
    return handle.view!;
  }

  pin(scope: string): () => void {
    const handle = this.#loader.handles.get(scope);
    if (!handle) return () => undefined;
    handle.pins++;
    let pinned = true;
    return () => {
      if (pinned) handle.pins--;
      pinned = false;
    };
  }

  head(scope: string): Head | undefined {
    const handle = this.#loader.handles.get(scope);
    return handle?.fresh ? undefined : handle?.durableHead;
  }

  onChange(listener: (set: ChangeSet) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#sweeping?.cancel();
    while (!this.#runner.idle || !this.#committer.idle) await new Promise((resume) => setImmediate(resume));
    await this.options.driver.close();
  }

  /** The handles of a command when all of them are in memory. */
  #ready(command: Command<unknown>): Handle[] | undefined {
    if (this.options.driver.shared) return undefined;
    const handles: Handle[] = [];
    for (const id of command.scopes) {
      const handle = this.#loader.handles.get(id) ?? (command.fresh?.includes(id) ? this.#loader.fresh(id) : undefined);
      if (!handle?.view) return undefined;
      handles.push(handle);
    }
    return handles;
  }

  async #loadAll(command: Command<unknown>): Promise<Handle[]> {
    const handles: Handle[] = [];
    try {
      for (const id of command.scopes) {
        const fresh = command.fresh?.includes(id) && !this.#loader.handles.has(id);
        const handle = fresh ? this.#loader.fresh(id) : await this.#current(id);
        handle.pins++;
        handles.push(handle);
      }
    } finally {
      for (const handle of handles) handle.pins--;
    }
    return handles;
  }

  /** A loaded scope that shows every write acknowledged before now. */
  async #current(id: string): Promise<Handle> {
    const handle = await this.#loader.loaded(id);
    if (this.options.driver.shared && !handle.fresh) await this.#barrier.pass([this.#loader.handles.get(DIRECTORY)!, handle]);
    if (!handle.view) throw refuse.notFound('Canvas', id);
    return handle;
  }

  /** A batch in flight on an older revision will be lost and catch up by itself; else this does. */
  async #reach(handle: Handle, revision: number): Promise<void> {
    while (handle.revision < revision && !handle.dead) {
      if (handle.inFlight || handle.open || handle.held > 0) await new Promise((resume) => setImmediate(resume));
      else {
        handle.held++;
        await this.#loader.catchUp([handle]).finally(() => handle.held--);
        this.#runner.advance();
      }
    }
  }

  #publish(set: ChangeSet): void {
    for (const listener of this.#listeners) listener(set);
  }

  #removed(handle: Handle): void {
    this.#loader.remove(handle);
    this.#sweep();
  }

  #sweep(): void {
    if (!this.#closing) this.options.driver.sweep().catch(this.options.fatal);
  }
}
