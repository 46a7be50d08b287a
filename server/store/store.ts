import { refuse } from '../../model/refusal.ts';
import type { Kind } from '../../model/resource.ts';
import { type Clock, type Timer, timestamp } from '../clock.ts';
import type { Scheduler } from '../scheduler.ts';
import { Barrier } from './barrier.ts';
import type { Task } from './batch.ts';
import { CatchUp } from './catch-up.ts';
import { Committer } from './committer.ts';
import type { Driver } from './driver.ts';
import type { Handle } from './handle.ts';
import { Loader } from './loader.ts';
import { Recovery } from './recovery.ts';
import { Runner } from './runner.ts';
import { Counter, DIRECTORY } from './transaction.ts';
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
  readonly scheduler: Scheduler;
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
  readonly #catchUp: CatchUp;
  readonly #runner: Runner;
  readonly #barrier: Barrier;
  readonly #listeners = new Set<(set: ChangeSet) => void>();
  #sequence = 0;
  #now = { ms: Number.NaN, text: '' };
  /** Commands that were submitted and have no outcome yet. */
  #underWay = 0;
  #closing: (() => void) | undefined;
  #sweeping: Timer | undefined;

  constructor(private readonly options: StoreOptions) {
    const { driver, clock, scheduler, fatal, cacheBytes } = options;
    const kinds = new Map([...options.kinds, Counter].map((kind) => [kind.name, kind]));
    const cascading = [...new Set([...kinds.values()].flatMap((kind) => Object.keys(kind.cascades)))];
    const publish = (set: ChangeSet): void => this.#publish(set);
    const loader = new Loader({ driver, kinds, cacheBytes, publish, fatal });
    const handle = (id: string): Handle | undefined => loader.known(id);
    const runner = new Runner({ scheduler, cascading, handle, join: (entry) => committer.join(entry), fatal });
    const die: Loader['die'] = (dead, changes) => loader.die(dead, changes);
    const recover: Recovery['recover'] = (batch, outcome) => recovery.recover(batch, outcome);
    const committer = new Committer({ driver, scheduler, publish, die, recover, fatal });
    const catchUp = new CatchUp({ driver, scheduler, loader, publish, fatal });
    const pause = (): Promise<void> => new Promise((resume) => clock.after(LOOKUP_PAUSE, resume));
    const recovery = new Recovery({ driver, scheduler, runner, committer, catchUp: (handles) => catchUp.all(handles), pause });
    this.#loader = loader;
    this.#runner = runner;
    this.#catchUp = catchUp;
    this.#barrier = new Barrier(driver, (behind, revision) => this.#reach(behind, revision));
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
    this.#underWay++;
    const made: Handle[] = [];
    try {
      const now = this.#timestamp();
      const handles = this.#ready(command, made) ?? (await this.#loadAll(command));
      return await this.#run(command, now, handles);
    } finally {
      this.#forgetUnmade(made);
      this.#ended();
    }
  }

  ready(scope: string): DurableView | undefined {
    const handle = this.#loader.handles.get(scope);
    if (!handle?.view || handle.fresh || (this.options.driver.shared && !handle.current)) return undefined;
    this.#loader.use(handle);
    return handle.view;
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
    return handle && handle.revision > 0 ? handle.durableHead : undefined;
  }

  referred(hashes: readonly string[]): Promise<ReadonlySet<string>> {
    return this.options.driver.referred(hashes);
  }

  onChange(listener: (set: ChangeSet) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#sweeping?.cancel();
    await new Promise<void>((resume) => {
      this.#closing = resume;
      if (this.#underWay === 0) resume();
    });
    await this.options.driver.close();
  }

  /** Commands of one millisecond share one text. */
  #timestamp(): string {
    const ms = this.options.clock.now();
    if (ms !== this.#now.ms) this.#now = { ms, text: timestamp(ms) };
    return this.#now.text;
  }

  #ended(): void {
    this.#underWay--;
    if (this.#underWay === 0) this.#closing?.();
  }

  #run<T>(command: Command<T>, now: string, handles: readonly Handle[]): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#runner.submit({
        command: command as Command<unknown>,
        inputs: { now, author: command.author, ids: [] },
        sequence: ++this.#sequence,
        named: handles,
        handles,
        resolve: resolve as Task['resolve'],
        reject,
        losses: 0,
      });
    });
  }

  /** The handles of a command when all of them are in memory; fresh ones are made. */
  #ready({ scopes, fresh }: Command<unknown>, made: Handle[]): Handle[] | undefined {
    for (const id of fresh ?? []) {
      const handle = this.#loader.isThere(id) ? this.#loader.handles.get(id)! : this.#loader.fresh(id);
      if (!handle.fresh) continue;
      handle.makers++;
      made.push(handle);
    }
    if (this.options.driver.shared) return undefined;
    const handles: Handle[] = [];
    for (const id of scopes) {
      const handle = this.#loader.handles.get(id);
      if (!handle?.view) return undefined;
      this.#loader.use(handle);
      handles.push(handle);
    }
    return handles;
  }

  /** Pinned until all are there, and after that by the command itself. */
  async #loadAll({ scopes }: Command<unknown>): Promise<Handle[]> {
    const handles: Handle[] = [];
    try {
      for (const id of scopes) {
        const handle = await this.#loader.loaded(id);
        handle.pins++;
        handles.push(handle);
      }
      await this.#passBarrier(handles);
      return handles;
    } finally {
      for (const handle of handles) handle.pins--;
    }
  }

  /** A scope that no command made leaves nothing behind: its last possible maker forgets it, no earlier one may. */
  #forgetUnmade(made: readonly Handle[]): void {
    for (const handle of made) {
      handle.makers--;
      if (handle.fresh && handle.makers === 0) this.#loader.remove(handle);
    }
    if (made.length > 0) this.#loader.evictSoon();
  }

  /** A loaded scope that shows every write acknowledged before now. */
  async #current(id: string): Promise<Handle> {
    const handle = await this.#loader.loaded(id);
    await this.#passBarrier([handle]);
    if (handle.gone) throw refuse.notFound('Canvas', id);
    return handle;
  }

  async #passBarrier(handles: readonly Handle[]): Promise<void> {
    if (!this.options.driver.shared) return;
    const asked = [this.#loader.handles.get(DIRECTORY)!, ...handles.filter((handle) => !handle.fresh)];
    for (const handle of asked) handle.pins++;
    try {
      await this.#barrier.pass(asked);
    } finally {
      for (const handle of asked) handle.pins--;
    }
    this.#holdCurrent(asked);
  }

  /** For what goes on in this turn, the views are current; who comes in a later one must ask again. */
  #holdCurrent(handles: readonly Handle[]): void {
    for (const handle of handles) handle.current = true;
    process.nextTick(() => {
      for (const handle of handles) handle.current = false;
    });
  }

  /** A batch in flight on an older revision will be lost and catch up by itself; else this does. */
  async #reach(handle: Handle, revision: number): Promise<void> {
    while (handle.revision < revision && !handle.gone) {
      await handle.calm();
      if (!handle.isCalm || handle.revision >= revision) continue;
      handle.hold();
      await this.#catchUp.all([handle]).finally(() => handle.release());
      this.#runner.advance();
    }
  }

  #publish(set: ChangeSet): void {
    for (const listener of this.#listeners) listener(set);
    if (set.dead) this.#sweep();
  }

  /** Removes the rows of dead scopes and the old entries of the log behind. What fails is left to the next time. */
  #sweep(): void {
    if (!this.#closing) this.options.driver.sweep().catch(() => undefined);
  }
}
