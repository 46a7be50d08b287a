import type { Work } from '../../model/hooks.ts';
import { Refusal, refuse } from '../../model/refusal.ts';
import type { Kind } from '../../model/resource.ts';
import { type Clock, type Timer, timestamp } from '../clock.ts';
import type { Scheduler } from '../scheduler.ts';
import { AuditLog } from './audit/log.ts';
import type { BatchEntry, Task } from './commit/batch.ts';
import { Committer } from './commit/committer.ts';
import { Recovery } from './commit/recovery.ts';
import { Runner } from './commit/runner.ts';
import { Counter } from './commit/transaction.ts';
import type { Driver } from './drivers/driver.ts';
import { Loader, type MemoryLimits } from './memory/loader.ts';
import { notThere, type ScopeState } from './memory/scope-state.ts';
import { Barrier } from './nodes/barrier.ts';
import { buryScopes } from './nodes/bury-scopes.ts';
import type { Bus } from './nodes/bus.ts';
import { CatchUp } from './nodes/catch-up.ts';
import { Follower } from './nodes/follower.ts';
import {
  type ChangeSet,
  type Command,
  DIRECTORY,
  type DurableView,
  durabilityOf,
  type Head,
  isCanvas,
  recordOf,
  SERVER,
  type Store,
} from './store.ts';

/** Between two look-ups of an unknown outcome, in milliseconds. */
const LOOKUP_PAUSE = 250;
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
  /** The database is gone for good: the process must end. */
  readonly fatal: (cause: unknown) => void;
  /** Told of a scope that could not be read; callers that asked for it are refused with 503. */
  readonly unreadable?: (scope: string, cause: unknown) => void;
  /** With several processes: by which they wake each other. Without it each asks the database once a second. */
  readonly bus?: Bus;
  /** Told, in one line for a person, when the other processes cannot be heard, and when they can again. */
  readonly notice?: (text: string) => void;
  /** Asked when a canvas grows: throws the refusal while there is no room on the disk. */
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
  readonly #loader: Loader;
  readonly #catchUp: CatchUp;
  readonly #runner: Runner;
  readonly #barrier: Barrier;
  readonly #follower: Follower | undefined;
  readonly #listeners = new Set<(set: ChangeSet) => void>();
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
    const { unreadable = () => undefined, refuseContent = () => undefined } = options;
    const loader = new Loader({ driver, kinds, memory, publish, unreadable, refuseContent, fatal });
    const state = (id: string): ScopeState | undefined => loader.known(id);
    const refuseFull = (grown: ScopeState): void => loader.refuseFull(grown);
    const join = (entry: BatchEntry): void => committer.join(entry);
    const runner = new Runner({ scheduler, cascading, state, refuseFull, join, fatal });
    const announce = (scope: string, revision: number): void => this.#follower?.announce(scope, revision);
    const die: Loader['die'] = (dead, changes) => {
      announce(dead.id, dead.revision);
      loader.die(dead, changes);
    };
    const publishOwn = (set: ChangeSet): void => {
      announce(set.scope, set.revision);
      publish(set);
    };
    const recover: Recovery['recover'] = (batch, outcome) => recovery.recover(batch, outcome);
    const committer = new Committer({ driver, scheduler, publish: publishOwn, die, recover, fatal });
    const catchUp = new CatchUp({
      driver,
      scheduler,
      loader,
      publish,
      appeared: (scope) => this.#follower?.appeared(scope),
      fatal,
    });
    const pause = (): Promise<void> => new Promise((resume) => clock.after(LOOKUP_PAUSE, resume));
    const recovery = new Recovery({ driver, scheduler, runner, committer, catchUp: (states) => catchUp.all(states), pause });
    this.audit = new AuditLog(driver);
    this.#loader = loader;
    this.#runner = runner;
    this.#catchUp = catchUp;
    this.#barrier = new Barrier(driver, (behind, revision) => this.#reach(behind, revision));
    const { bus, notice = () => undefined } = options;
    const once = (behind: ScopeState, revision: number): Promise<void> => this.#catchUpOnce(behind, revision);
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

  /**
   * Kills scopes that belong to no record: a process was filling them and ended before it could show them. With several
   * processes another one may be filling a scope now, so what was written to in the last hour stays.
   */
  async #dropLeftovers(): Promise<void> {
    const { scheduler, driver, clock } = this.options;
    const hourAgo = timestamp(clock.now() - 3_600_000);
    const there = [...this.#loader.states.values()].filter(({ id }) => isCanvas(id));
    const owned = await scheduler.run(this.#ownedScopes());
    const isLeft = ({ id, durableHead }: ScopeState): boolean =>
      !owned.has(id) && (!driver.shared || durableHead.modified_at < hourAgo);
    const left = there.filter(isLeft);
    if (left.length === 0 || this.#closing) return;
    await this.submit({
      scopes: [DIRECTORY],
      author: SERVER,
      permit: () => undefined,
      run: (tx) => {
        for (const { id } of left) tx.tombstone(id);
      },
    });
  }

  *#ownedScopes(): Work<Set<string>> {
    const owned = new Set<string>();
    for (const version of [...this.#loader.states.get(DIRECTORY)!.records!.allNewest()]) {
      for (const scope of version.kind.ownScopes?.(recordOf(version)) ?? []) owned.add(scope);
      yield;
    }
    return owned;
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
      const ready = this.#ready(command, made);
      if (ready) loaded.push(...ready);
      else await this.#loadAll(command, made, loaded);
      return { result: await this.#run(command, now, loaded) };
    } catch (cause) {
      if (!isLast && cause instanceof Refusal && loaded.some(isClosed)) return undefined;
      throw cause;
    } finally {
      this.#forgetUnmade(made);
    }
  }

  ready(scope: string): DurableView | undefined {
    const state = this.#loader.states.get(scope);
    if (!state?.view || state.isFresh || (this.options.driver.shared && !state.isCurrent)) return undefined;
    this.#loader.use(state);
    return state.view;
  }

  async load(scope: string): Promise<DurableView> {
    const state = await this.#current(scope);
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

  probe(): Promise<void> {
    return this.options.driver.probe();
  }

  onChange(listener: (set: ChangeSet) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
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

  /** The scopes of a command when all of them are in memory; fresh ones are made. */
  #ready({ scopes, fresh }: Command<unknown>, made: ScopeState[]): ScopeState[] | undefined {
    const { shared } = this.options.driver;
    for (const id of fresh ?? []) {
      // Another node may have made it: the database says
      if (shared && !isDurable(id)) continue;
      const state = this.#loader.isThere(id) ? this.#loader.states.get(id)! : this.#loader.fresh(id);
      if (!state.isFresh) continue;
      state.expect();
      made.push(state);
    }
    if (shared) return undefined;
    const states: ScopeState[] = [];
    for (const id of scopes) {
      const state = this.#loader.states.get(id);
      if (!state?.view) return undefined;
      this.#loader.use(state);
      states.push(state);
    }
    return states;
  }

  /** Pinned until all are there, and after that by the command itself. */
  async #loadAll({ scopes, fresh = [] }: Command<unknown>, made: ScopeState[], states: ScopeState[]): Promise<void> {
    const pins: (() => void)[] = [];
    try {
      for (const id of scopes) {
        const state = fresh.includes(id) && !isDurable(id) ? await this.#loadOrMake(id, made) : await this.#loader.loaded(id);
        pins.push(state.pin());
        states.push(state);
      }
      await this.#passBarrier(states);
      for (const state of states) if (isClosed(state)) throw notThere(state.id);
    } finally {
      for (const unpin of pins) unpin();
    }
  }

  async #loadOrMake(id: string, made: ScopeState[]): Promise<ScopeState> {
    const state = await this.#loader.loadedOrFresh(id);
    // The last command that could have made it has just let go of it
    if (this.#loader.states.get(id) !== state) return this.#loadOrMake(id, made);
    if (!state.isFresh) return state;
    state.expect();
    made.push(state);
    return state;
  }

  /** A scope that no command made is forgotten by the last command that could have made it, and by no earlier one. */
  #forgetUnmade(made: readonly ScopeState[]): void {
    for (const state of made) if (state.unexpect()) this.#loader.remove(state);
    if (made.length > 0) void this.#loader.evictSoon();
  }

  /** A loaded scope that shows every write acknowledged before now. */
  async #current(id: string): Promise<ScopeState> {
    const state = await this.#loader.loaded(id);
    await this.#passBarrier([state]);
    if (isClosed(state)) return this.#current(id);
    if (state.isGone) throw notThere(id);
    return state;
  }

  async #passBarrier(states: readonly ScopeState[]): Promise<void> {
    if (!this.options.driver.shared) return;
    const asked = [this.#loader.states.get(DIRECTORY)!, ...states.filter(isAsked)];
    const pins = asked.map((state) => state.pin());
    try {
      await this.#barrier.pass(asked);
    } finally {
      for (const unpin of pins) unpin();
    }
    for (const state of asked) state.passBarrier();
  }

  /** A batch in flight on an older revision is lost and brings the scope up to date by itself; else this does. */
  async #reach(state: ScopeState, revision: number): Promise<void> {
    while (state.revision < revision && !state.isGone) await this.#catchUpOnce(state, revision);
  }

  async #catchUpOnce(state: ScopeState, revision: number): Promise<void> {
    do await state.calm();
    while (!state.isCalm);
    if (state.revision >= revision || state.isGone) return;
    state.hold();
    try {
      await this.#catchUp.all([state]);
    } finally {
      state.release();
      this.#runner.advance();
    }
  }

  #publish(set: ChangeSet): void {
    for (const listener of this.#listeners) listener(set);
    if (set.dead && isCanvas(set.scope)) this.#sweep();
  }

  /** Removes the rows of dead scopes and old entries of the log in the background. A failure is left to the next sweep. */
  #sweep(): void {
    if (!this.#closing) this.options.driver.sweep().catch(() => undefined);
  }
}

const isDurable = (scope: string): boolean => durabilityOf(scope) === 'durable';

/** The revision of what is fresh is known, except that of a live scope: one of its name may have been there. */
const isAsked = ({ isStored, isFresh, isLive }: ScopeState): boolean => isStored && (!isFresh || isLive);

/** A live scope of a name that may be that of another one now. */
const isClosed = ({ isGone, isLive }: ScopeState): boolean => isGone && isLive;
