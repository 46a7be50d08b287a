import { Refusal, refuse } from '../../../model/refusal.ts';
import type { Kind } from '../../../model/resource.ts';
import type { Clock } from '../../clock.ts';
import type { Driver, Row, ScopeRow } from '../drivers/driver.ts';
import { type Change, type ChangeSet, DIRECTORY, durabilityOf, isCanvas } from '../store.ts';
import type { StoreMetrics, StoreSizes } from '../store-metrics.ts';
import { Records } from './records.ts';
import { notThere, ScopeState, wordFor } from './scope-state.ts';
import { Usage } from './usage.ts';
import { type Indexed, Versions } from './versions.ts';

/** How much memory the records of canvases may take, in bytes. */
export interface MemoryLimits {
  /** Beyond it the least recently used canvases that nobody needs are dropped. */
  readonly cacheBytes: number;
  /** A canvas may not grow beyond it. */
  readonly canvasBytes: number;
  /** All that is loaded and needed at the same time. Beyond it nothing is loaded and no canvas grows. */
  readonly loadedBytes: number;
  /**
   * What one ephemeral scope may take, and all of them together. They are counted apart: none pushes a canvas out of memory,
   * and no canvas keeps one from growing. Those that the database has, too, are dropped when they take half of it.
   */
  readonly ephemeral: { readonly scopeBytes: number; readonly bytes: number };
}

export interface LoaderDeps {
  readonly driver: Driver;
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly memory: MemoryLimits;
  /** Throws while there is no room on the disk for more content. */
  readonly refuseContent: () => void;
  readonly publish: (set: ChangeSet) => void;
  readonly clock: Pick<Clock, 'steady'>;
  readonly metrics: Pick<StoreMetrics, 'loaded' | 'dropped'>;
  /** Called for a scope that could not be read; callers that asked for it are refused. */
  readonly unreadable: (scope: string, cause: unknown) => void;
  /** Data of a newer version was met after the start: this process must not go on. */
  readonly fatal: (cause: unknown) => void;
}

/** Which scopes there are, and which are in memory. */
export class Loader {
  readonly states = new Map<string, ScopeState>();
  readonly #loaded = new Set<ScopeState>();
  readonly #usage = new Usage();
  readonly #ephemeral = new Usage();
  readonly #versions = new Versions();
  #uses = 0;
  #opened = false;
  #evicting: Promise<void> | undefined;

  constructor(private readonly deps: LoaderDeps) {}

  /** Reads revisions and heads of all scopes, and the whole directory. Resolves with the rows of live scopes that are over. */
  async open(): Promise<readonly ScopeRow[]> {
    const over: ScopeRow[] = [];
    for (const row of await this.deps.driver.scopes()) {
      if (row.dead) continue;
      if (row.head.closed || !this.#isStored(row.id)) over.push(row);
      else this.states.set(row.id, new ScopeState(row.id, true, row.revision, row.head));
    }
    const directory = this.states.get(DIRECTORY);
    if (directory) await this.#load(directory);
    else this.fresh(DIRECTORY);
    this.#opened = true;
    return over;
  }

  /** A scope that does not exist yet: its first commit makes it. */
  fresh(id: string): ScopeState {
    const state = ScopeState.unmade(id, this.#isStored(id), this.#recordsFor(id));
    this.states.set(id, state);
    this.#loaded.add(state);
    this.use(state);
    return state;
  }

  /** True when the scope exists or is being made, as far as the node knows. */
  isThere(id: string): boolean {
    const state = this.states.get(id);
    return state !== undefined && (state.revision > 0 || state.isFresh);
  }

  /** A scope that the node knows or, with several processes, that another may have made after this one started. */
  known(id: string): ScopeState | undefined {
    let state = this.states.get(id);
    if (!state && this.deps.driver.shared) this.states.set(id, (state = new ScopeState(id, true)));
    return state;
  }

  /** The loaded state of a scope; rejects with the 404 of a canvas that is not there, with 503 when it cannot be read. */
  async loaded(id: string): Promise<ScopeState> {
    const state = await this.#found(id);
    if (!state) throw notThere(id);
    this.use(state);
    return state;
  }

  /** Like `loaded`. A scope that is not there becomes a fresh one, the same for all callers, or each would publish its own. */
  async loadedOrFresh(id: string): Promise<ScopeState> {
    let state = await this.#found(id);
    while (!state && this.states.has(id)) state = await this.#found(id);
    state ??= this.fresh(id);
    this.use(state);
    return state;
  }

  /** The scope is the most recently used one. */
  use(state: ScopeState): void {
    state.lastUsed = ++this.#uses;
  }

  sizes(): Pick<StoreSizes, 'canvases' | 'loaded' | 'cacheBytes' | 'fileBytes'> {
    let canvases = 0;
    let loaded = 0;
    let fileBytes = 0;
    for (const { id, revision, durableHead, view } of this.states.values()) {
      if (!isCanvas(id) || revision === 0) continue;
      canvases++;
      fileBytes += durableHead.asset_size;
      if (view) loaded++;
    }
    return { canvases, loaded, fileBytes, cacheBytes: this.#usage.bytes };
  }

  remove(state: ScopeState): void {
    if (this.states.get(state.id) === state) this.states.delete(state.id);
    this.#loaded.delete(state);
    state.records?.discard();
  }

  /** Refuses growth: 413 of a canvas that is full, 503 while memory or disk are. People can always be signed in and out. */
  refuseFull(state: ScopeState): void {
    const { canvasBytes, loadedBytes, ephemeral } = this.deps.memory;
    const bytes = state.records!.bytes;
    if (state.id === DIRECTORY) return;
    if (state.isLive) {
      if (bytes <= ephemeral.scopeBytes && this.#ephemeral.bytes <= ephemeral.bytes) return;
      void this.evictSoon();
      throw noMemory();
    }
    if (bytes > canvasBytes) throw refuse.canvasFull(canvasBytes);
    if (this.#usage.bytes <= loadedBytes) return this.deps.refuseContent();
    void this.evictSoon();
    throw noMemory();
  }

  /** The scope is durably dead; told to the subscribers once. */
  die(state: ScopeState, changes: readonly Change[] = []): void {
    // A scope that was only requested has no subscribers; those of an earlier scope of this name were told already.
    const isKnown = state.revision > 0 && !state.isFresh;
    if (!state.end()) return;
    this.remove(state);
    if (!isKnown) return;
    this.deps.publish({ scope: state.id, revision: state.revision, changes, dead: true });
  }

  /** Throws one line for a person when only a newer version of Easel can read the row. */
  version(row: Row): Indexed {
    const kind = this.deps.kinds.get(row.kind);
    if (kind && row.version <= kind.version) return this.#versions.ofRow(kind, row);
    const cause = new Error(`the data was written by a newer version of Easel (${row.kind} ${row.version}); start that version`);
    if (this.#opened) this.deps.fatal(cause);
    throw cause;
  }

  /** Eviction is deferred by one turn, so that callers who waited for a scope have pinned it or finished with it. */
  evictSoon(): Promise<void> {
    this.#evicting ??= new Promise((resume) =>
      setImmediate(() => {
        this.#evicting = undefined;
        this.#evict();
        resume();
      }),
    );
    return this.#evicting;
  }

  async #found(id: string): Promise<ScopeState | undefined> {
    const known = this.known(id);
    if (known && !known.view) await this.#loadOnce(known);
    // Meanwhile a command may have begun to make the next scope of its name
    const state = known?.isGone ? this.states.get(id) : known;
    return state?.view && !state.isGone ? state : undefined;
  }

  /** The database has it, or will: with several processes even what is ephemeral. */
  #isStored(id: string): boolean {
    return this.deps.driver.shared || durabilityOf(id) === 'durable';
  }

  #recordsFor(id: string): Records {
    return new Records(durabilityOf(id) === 'durable' ? this.#usage : this.#ephemeral, this.#versions);
  }

  /** Several requests for one scope are one load. */
  #loadOnce(state: ScopeState): Promise<void> {
    const { clock, metrics } = this.deps;
    const began = clock.steady();
    state.loading ??= this.#load(state)
      .then(() => metrics.loaded(state.id, clock.steady() - began))
      .catch((cause) => this.#refuseUnreadable(state.id, cause))
      .finally(() => {
        state.loading = undefined;
      });
    return state.loading;
  }

  /** A broken page of the database concerns one canvas and its readers only. */
  #refuseUnreadable(scope: string, cause: unknown): never {
    if (cause instanceof Refusal) throw cause;
    this.deps.unreadable(scope, cause);
    throw refuse.unavailable(`${wordFor(scope)} ${scope} cannot be read; the log of the server says why`);
  }

  async #load(state: ScopeState): Promise<void> {
    if (this.#isCrowded) await this.evictSoon();
    const records = this.#recordsFor(state.id);
    let isAltered = false;
    try {
      const row = await this.deps.driver.load(state.id, (rows) => {
        for (const one of rows) {
          const version = this.#asRead(one);
          isAltered ||= version.shown !== one.shown;
          records.load(version);
        }
        this.#refuseLoading(state);
      });
      if (row && !row.dead && !row.head.closed && !state.isGone) {
        this.#take(state, row, records);
        if (isAltered) state.view!.alteredAt = row.revision;
        return;
      }
    } catch (cause) {
      records.discard();
      throw cause;
    }
    records.discard();
    this.die(state);
  }

  /** What is fleeting ended with the process that wrote it, unless that may be at work beside this one. */
  #asRead(row: Row): Indexed {
    const version = this.version(row);
    return this.deps.driver.shared ? version : this.#versions.asRead(version);
  }

  /** A process that loads more than it has room for ends, and so would the next one that is asked for the same. */
  #refuseLoading({ id, isLive }: ScopeState): void {
    const { loadedBytes, ephemeral } = this.deps.memory;
    const isRoom = isLive ? this.#ephemeral.bytes <= ephemeral.bytes : this.#usage.bytes <= loadedBytes;
    if (isRoom || id === DIRECTORY) return;
    const cause = new Error(isLive ? 'there is no memory for it' : 'there is no memory for it: see EASEL_CANVAS_BYTES');
    this.deps.unreadable(id, cause);
    throw refuse.unavailable(`There is no memory for ${wordFor(id).toLowerCase()} ${id} at the moment`);
  }

  #take(state: ScopeState, row: ScopeRow, records: Records): void {
    const hasMoved = isCanvas(state.id) && row.revision > state.revision;
    state.settle(row.revision, row.head);
    state.head = row.head;
    state.take(records);
    // Another node moved it while it was not in memory: those who follow its head, in lists of canvases, have not heard of it
    if (hasMoved) this.deps.publish({ scope: state.id, revision: row.revision, changes: [], dead: false });
    this.#loaded.add(state);
    this.use(state);
    void this.evictSoon();
  }

  get #isCrowded(): boolean {
    return this.#excess(false) > 0 || this.#excess(true) > 0;
  }

  /** Bytes of live scopes, or of all others, beyond what may stay although nobody needs it. */
  #excess(isLive: boolean): number {
    const { cacheBytes, ephemeral } = this.deps.memory;
    return isLive ? this.#ephemeral.bytes - ephemeral.bytes / 2 : this.#usage.bytes - cacheBytes;
  }

  /** Drops the least recently used scopes that nobody needs. */
  #evict(): void {
    if (!this.#isCrowded) return;
    const idle = [...this.#loaded].filter((state) => !state.busy);
    for (const state of idle.sort((a, b) => a.lastUsed - b.lastUsed)) {
      if (this.#excess(state.isLive) <= 0) continue;
      state.drop();
      this.#loaded.delete(state);
      this.deps.metrics.dropped();
    }
  }
}

const noMemory = (): Refusal => refuse.unavailable('The server has no memory for more at the moment');
