import { Refusal, refuse } from '../../model/refusal.ts';
import type { Kind } from '../../model/resource.ts';
import { type Clock, type Timer, timestamp } from '../clock.ts';
import { Metrics } from '../metrics/metrics.ts';
import type { Scheduler } from '../scheduler.ts';
import { AuditLog } from './audit/log.ts';
import type { Task } from './commit/batch.ts';
import { type Announce, createRunner } from './commit/create-runner.ts';
import type { Runner } from './commit/runner.ts';
import { Counter } from './commit/transaction.ts';
import type { Driver } from './drivers/driver.ts';
import { ChangeFeed } from './feed.ts';
import { leftoverScopes } from './leftovers.ts';
import { Loader, type MemoryLimits } from './memory/loader.ts';
import { notThere, type ScopeState } from './memory/scope-state.ts';
import { buryScopes } from './nodes/bury-scopes.ts';
import type { Bus } from './nodes/bus.ts';
import { CatchUp } from './nodes/catch-up.ts';
import { Follower } from './nodes/follower.ts';
import { isClosed, Scopes } from './scopes.ts';
import {
  type ChangeSet,
  type Command,
  DIRECTORY,
  type DurableView,
  type Head,
  isCanvas,
  type ReleasedQuestion,
  SERVER,
  type Store,
} from './store.ts';
import { StoreMetrics, tellSizes } from './store-metrics.ts';

/** With several processes a log is kept, and its old entries go once a minute. */
const SWEEP_EVERY = 60_000;

/** How often a command may meet a scope that others close just then, before it is refused. */
const ATTEMPTS = 10;

export interface StoreOptions {
  readonly driver: Driver;
  /** Every kind of record; the store knows none by name. */
  readonly kinds: readonly Kind[];
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly memory: MemoryLimits;
  /** Default: nobody reads what is counted. */
  readonly metrics?: Metrics | undefined;
  /** The database is gone for good: the process must end. */
  readonly fatal: (cause: unknown) => void;
  /** Called for a scope that could not be read; callers that asked for it are refused with 503. */
  readonly unreadable?: (scope: string, cause: unknown) => void;
  /** With several processes: by which they wake each other. Without it each asks the database once a second. */
  readonly bus?: Bus;
  /** Called, with one line for a person, when the other processes cannot be heard, and when they can again. */
  readonly notice?: (text: string, isTrouble: boolean) => void;
  /** Called when a canvas grows: throws the refusal while there is no room on the disk. */
  readonly refuseContent?: () => void;
}

/** Opens the store: reads revisions, heads and the directory, and removes rows of dead scopes in the background. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const store = new ScopedStore(options);
  await store.open();
  return store;
}

class ScopedStore implements Store {
  readonly audit: AuditLog;
  readonly feed: ChangeFeed;
  readonly #loader: Loader;
  readonly #runner: Runner;
  readonly #scopes: Scopes;
  readonly #follower: Follower | undefined;
  #sequence = 0;
  #now = { ms: Number.NaN, text: '' };
  /** Commands that were submitted and have no outcome yet. */
  #underWay = 0;
  #closing: (() => void) | undefined;
  #sweeping: Timer | undefined;

  constructor(private readonly options: StoreOptions) {
    const { driver, clock, scheduler, fatal, memory } = options;
    const kinds = new Map([...options.kinds, Counter].map((kind) => [kind.name, kind]));
    const cascading = [...new Set([...kinds.values()].flatMap((kind) => Object.keys(kind.cascades)))];
    const publish = (set: ChangeSet): void => this.#publish(set);
    const { unreadable = () => undefined, refuseContent = () => undefined, metrics: told = new Metrics() } = options;
    const metrics = new StoreMetrics(told);
    const loader = new Loader({ driver, kinds, memory, publish, unreadable, refuseContent, fatal, clock, metrics });
    tellSizes(told, () => ({ ...loader.sizes(), waiting: this.#underWay, cacheLimit: memory.cacheBytes }));
    const announce: Announce = (scope, revision) => this.#follower?.announce(scope, revision);
    const appeared = (scope: string): void => this.#follower?.appeared(scope);
    const catchUp = new CatchUp({ driver, scheduler, loader, publish, appeared, fatal });
    const runner = createRunner({ driver, clock, scheduler, loader, catchUp, cascading, publish, announce, fatal, metrics });
    this.audit = new AuditLog(driver);
    const isRenewed = (scope: string): boolean => this.head(scope)?.renewed !== undefined;
    this.feed = new ChangeFeed({ clock, revision: (scope) => this.revision(scope), isRenewed });
    this.#loader = loader;
    this.#runner = runner;
    this.#scopes = new Scopes({ driver, loader, catchUp, clock, metrics, advance: () => runner.advance() });
    const { bus, notice = () => undefined } = options;
    const once = (behind: ScopeState, revision: number): Promise<void> => this.#scopes.catchUpOnce(behind, revision);
    if (driver.shared) this.#follower = new Follower({ driver, clock, loader, bus, catchUp: once, notice });
  }

  async open(): Promise<void> {
    buryScopes(this.options.driver, await this.#loader.open()).catch(() => undefined);
    this.#follower?.start();
    // The next start finds again what cannot be dropped now
    this.#dropLeftovers().catch(() => undefined);
    this.#sweep();
    if (this.options.driver.shared) this.#sweeping = this.options.clock.every(SWEEP_EVERY, () => this.#sweep());
  }

  /** Kills scopes that belong to no record. */
  async #dropLeftovers(): Promise<void> {
    const left = await leftoverScopes({ ...this.options, loader: this.#loader, isShared: this.isShared });
    if (left.length === 0 || this.#closing) return;
    await this.submit({
      scopes: [DIRECTORY],
      author: SERVER,
      permit: () => undefined,
      run: (tx) => {
        for (const id of left) tx.tombstone(id);
      },
    });
  }

  get isShared(): boolean {
    return this.options.driver.shared;
  }

  get directory(): DurableView {
    return this.#loader.states.get(DIRECTORY)!.view!;
  }

  async submit<T>(command: Command<T>): Promise<T> {
    if (this.#closing) throw refuse.unavailable('The server is ending');
    this.#underWay++;
    try {
      const now = this.#timestamp();
      for (let left = ATTEMPTS; ; left--) {
        const ended = await this.#attempt(command, now, left === 1);
        if (ended) return ended.result;
      }
    } finally {
      this.#ended();
    }
  }

  /** Undefined: another command, here or on another node, closed a scope meanwhile. There may be another of its name, or the command may make one. */
  async #attempt<T>(command: Command<T>, now: string, isLast: boolean): Promise<{ readonly result: T } | undefined> {
    const made: ScopeState[] = [];
    const loaded: ScopeState[] = [];
    try {
      const ready = this.#scopes.ready(command, made);
      if (ready) loaded.push(...ready);
      else await this.#scopes.loadAll(command, made, loaded);
      return { result: await this.#run(command, now, loaded) };
    } catch (cause) {
      if (!isLast && cause instanceof Refusal && loaded.some(isClosed)) return undefined;
      throw cause;
    } finally {
      this.#scopes.forgetUnmade(made);
    }
  }

  ready(scope: string): DurableView | undefined {
    const state = this.#loader.states.get(scope);
    if (!state?.view || state.isFresh || (this.options.driver.shared && !state.isCurrent)) return undefined;
    this.#loader.use(state);
    return state.view;
  }

  async load(scope: string): Promise<DurableView> {
    const state = await this.#scopes.current(scope);
    if (state.isFresh && scope !== DIRECTORY) throw notThere(scope);
    return state.view!;
  }

  seen(scope: string): DurableView | undefined {
    const state = this.#loader.states.get(scope);
    return state?.isFresh ? undefined : state?.view;
  }

  pin(scope: string): () => void {
    return this.#loader.states.get(scope)?.pin() ?? (() => undefined);
  }

  revision(scope: string): number | undefined {
    return this.#loader.states.get(scope)?.revision;
  }

  head(scope: string): Head | undefined {
    const state = this.#loader.states.get(scope);
    return state && state.revision > 0 && !state.isFresh ? state.durableHead : undefined;
  }

  referred(hashes: readonly string[]): Promise<ReadonlySet<string>> {
    return this.options.driver.referred(hashes);
  }

  async released(question: ReleasedQuestion): Promise<ReadonlyMap<string, object>> {
    const released = await this.options.driver.released(question);
    return new Map(Array.from(released, ([hash, again]) => [hash, JSON.parse(again) as object]));
  }

  forgetReleased(until: number): Promise<void> {
    return this.options.driver.forgetReleased(until);
  }

  probe(): Promise<void> {
    return this.options.driver.probe();
  }

  get lastHeardMs(): number {
    return this.#follower?.lastHeardMs ?? 0;
  }

  async close(): Promise<void> {
    this.#sweeping?.cancel();
    await new Promise<void>((resume) => {
      this.#closing = resume;
      if (this.#underWay === 0) resume();
    });
    await this.#follower?.stop();
    this.feed.close();
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

  #run<T>(command: Command<T>, now: string, states: readonly ScopeState[]): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#runner.submit({
        command: command as Command<unknown>,
        inputs: { now, author: command.author, ids: [] },
        sequence: ++this.#sequence,
        named: states,
        states,
        resolve: resolve as Task['resolve'],
        reject,
        losses: 0,
      });
    });
  }

  #publish(set: ChangeSet): void {
    this.feed.publish(set);
    if (set.dead && isCanvas(set.scope)) this.#sweep();
  }

  /** Removes the rows of dead scopes and old entries of the log in the background. A failure is left to the next sweep. */
  #sweep(): void {
    if (!this.#closing) this.options.driver.sweep().catch(() => undefined);
  }
}
