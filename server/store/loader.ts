import { Refusal, refuse } from '../../model/refusal.ts';
import type { Kind } from '../../model/resource.ts';
import type { Driver, Row, ScopeRow } from './driver.ts';
import { Handle } from './handle.ts';
import { type Indexed, Versions } from './record.ts';
import { Records } from './scope.ts';
import { DIRECTORY } from './transaction.ts';
import type { Change, ChangeSet } from './types.ts';
import { Usage } from './usage.ts';

/** How much memory the records of canvases may take, in bytes. */
export interface MemoryLimits {
  /** Beyond it the least recently used canvases that nobody needs are dropped. */
  readonly cacheBytes: number;
  /** A canvas may not grow beyond it. */
  readonly canvasBytes: number;
  /** What is loaded and needed at the same time. Beyond it nothing is loaded and no canvas grows. */
  readonly loadedBytes: number;
}

export interface LoaderParts {
  readonly driver: Driver;
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly memory: MemoryLimits;
  /** Throws while there is no room on the disk for more content. */
  readonly refuseContent: () => void;
  readonly publish: (set: ChangeSet) => void;
  /** Told of a scope that could not be read; who asked for it is refused. */
  readonly unreadable: (scope: string, cause: unknown) => void;
  /** Data of a newer version was met after the start: this process must not go on. */
  readonly fatal: (cause: unknown) => void;
}

/** Which scopes there are, and which are in memory. */
export class Loader {
  readonly handles = new Map<string, Handle>();
  readonly #loaded = new Set<Handle>();
  readonly #usage = new Usage();
  readonly #versions = new Versions();
  #uses = 0;
  #opened = false;
  #evicting: Promise<void> | undefined;

  constructor(private readonly parts: LoaderParts) {}

  /** Reads revisions and heads of all scopes, and the whole directory. */
  async open(): Promise<void> {
    for (const row of await this.parts.driver.scopes()) {
      if (!row.dead) this.handles.set(row.id, new Handle(row.id, row.revision, row.head));
    }
    const directory = this.handles.get(DIRECTORY);
    if (directory) await this.#load(directory);
    else this.fresh(DIRECTORY);
    this.#opened = true;
  }

  /** A scope that does not exist yet: its first commit makes it. */
  fresh(id: string): Handle {
    const handle = new Handle(id, 0);
    handle.fresh = true;
    handle.take(new Records(this.#usage, this.#versions));
    this.handles.set(id, handle);
    this.#loaded.add(handle);
    this.use(handle);
    return handle;
  }

  /** It exists or is being made, as far as the node knows. */
  isThere(id: string): boolean {
    const handle = this.handles.get(id);
    return handle !== undefined && (handle.revision > 0 || handle.fresh);
  }

  /** A scope that the node knows or, with several processes, that another may have made after this one started. */
  known(id: string): Handle | undefined {
    let handle = this.handles.get(id);
    if (!handle && this.parts.driver.shared) this.handles.set(id, (handle = new Handle(id, 0)));
    return handle;
  }

  /** The loaded handle of a scope; rejects with the 404 of a canvas that is not there, with 503 when it cannot be read. */
  async loaded(id: string): Promise<Handle> {
    const handle = this.known(id);
    if (handle && !handle.view) await this.#loadOnce(handle);
    if (!handle?.view || handle.gone) throw refuse.notFound('Canvas', id);
    this.use(handle);
    return handle;
  }

  /** The scope is the most recently used one. */
  use(handle: Handle): void {
    handle.lastUsed = ++this.#uses;
  }

  remove(handle: Handle): void {
    if (this.handles.get(handle.id) === handle) this.handles.delete(handle.id);
    this.#loaded.delete(handle);
    handle.records?.discard();
  }

  /** Refuses growth: 413 of a canvas that is full, 503 while memory or disk are. People can always be signed in and out. */
  refuseFull(handle: Handle): void {
    const { canvasBytes, loadedBytes } = this.parts.memory;
    if (handle.id === DIRECTORY) return;
    if (handle.records!.bytes > canvasBytes) throw refuse.canvasFull(canvasBytes);
    if (this.#usage.bytes <= loadedBytes) return this.parts.refuseContent();
    void this.evictSoon();
    throw refuse.unavailable('The server has no memory for more at the moment');
  }

  /** The scope is durably dead; told to the subscribers once. */
  die(handle: Handle, changes: readonly Change[] = []): void {
    if (handle.gone) return;
    handle.dead = true;
    handle.gone = true;
    this.remove(handle);
    // One that was only asked for: if it ever was, those who knew it have been told.
    if (handle.revision === 0) return;
    this.parts.publish({ scope: handle.id, revision: handle.revision, changes, dead: true });
  }

  /** Throws one line for a person when only a newer version of Easel can read the row. */
  version(row: Row): Indexed {
    const kind = this.parts.kinds.get(row.kind);
    if (kind && row.version <= kind.version) return this.#versions.ofRow(kind, row);
    const cause = new Error(`the data was written by a newer version of Easel (${row.kind} ${row.version}); start that version`);
    if (this.#opened) this.parts.fatal(cause);
    throw cause;
  }

  /** In a turn of its own, so that who waited for a scope has it pinned or is done with it. */
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

  /** Several requests for one scope are one load. */
  #loadOnce(handle: Handle): Promise<void> {
    handle.loading ??= this.#load(handle)
      .catch((cause) => this.#refuseUnreadable(handle.id, cause))
      .finally(() => {
        handle.loading = undefined;
      });
    return handle.loading;
  }

  /** A broken page concerns one canvas, and its readers only. */
  #refuseUnreadable(scope: string, cause: unknown): never {
    if (cause instanceof Refusal) throw cause;
    this.parts.unreadable(scope, cause);
    throw refuse.unavailable(`Canvas ${scope} cannot be read; the log of the server says why`);
  }

  async #load(handle: Handle): Promise<void> {
    if (this.#usage.bytes > this.parts.memory.cacheBytes) await this.evictSoon();
    const records = new Records(this.#usage, this.#versions);
    try {
      const row = await this.parts.driver.load(handle.id, (rows) => {
        for (const one of rows) records.load(this.version(one));
        this.#refuseLoading(handle);
      });
      if (row && !row.dead && !handle.gone) return this.#take(handle, row, records);
    } catch (cause) {
      records.discard();
      throw cause;
    }
    records.discard();
    if (!handle.gone) this.die(handle);
  }

  /** A process that loads what it has no room for ends, and so would the next one that is asked for it. */
  #refuseLoading({ id }: Handle): void {
    if (this.#usage.bytes <= this.parts.memory.loadedBytes || id === DIRECTORY) return;
    const cause = new Error('there is no memory for it: see EASEL_CANVAS_BYTES');
    this.parts.unreadable(id, cause);
    throw refuse.unavailable(`There is no memory for canvas ${id} at the moment`);
  }

  #take(handle: Handle, row: ScopeRow, records: Records): void {
    handle.settle(row.revision, row.head);
    handle.head = row.head;
    handle.take(records);
    this.#loaded.add(handle);
    this.use(handle);
    void this.evictSoon();
  }

  /** Drops the least recently used scopes that nobody needs. */
  #evict(): void {
    const { cacheBytes } = this.parts.memory;
    if (this.#usage.bytes <= cacheBytes) return;
    const idle = [...this.#loaded].filter((handle) => !handle.busy && handle.id !== DIRECTORY);
    for (const handle of idle.sort((a, b) => a.lastUsed - b.lastUsed)) {
      if (this.#usage.bytes <= cacheBytes) return;
      handle.drop();
      this.#loaded.delete(handle);
    }
  }
}
