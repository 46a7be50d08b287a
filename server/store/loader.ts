import { Refusal, refuse } from '../../model/refusal.ts';
import type { Kind } from '../../model/resource.ts';
import type { Driver, Row, ScopeRow } from './driver.ts';
import { Handle } from './handle.ts';
import { type Indexed, versionOfRow } from './record.ts';
import { Records } from './scope.ts';
import { DIRECTORY } from './transaction.ts';
import type { Change, ChangeSet } from './types.ts';

export interface LoaderParts {
  readonly driver: Driver;
  readonly kinds: ReadonlyMap<string, Kind>;
  /** Characters of text that loaded scopes may hold before the least recently used are dropped. */
  readonly cacheBytes: number;
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
  #uses = 0;
  #opened = false;
  #evicting = false;

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
    handle.take(new Records());
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
    if (kind && row.version <= kind.version) return versionOfRow(kind, row);
    const cause = new Error(`the data was written by a newer version of Easel (${row.kind} ${row.version}); start that version`);
    if (this.#opened) this.parts.fatal(cause);
    throw cause;
  }

  /** In a turn of its own, so that who waited for a scope has it pinned or is done with it. */
  evictSoon(): void {
    if (this.#evicting) return;
    this.#evicting = true;
    setImmediate(() => {
      this.#evicting = false;
      this.#evict();
    });
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
    const records = new Records();
    const row = await this.parts.driver.load(handle.id, (rows) => {
      for (const one of rows) records.load(this.version(one));
    });
    if (handle.gone) return;
    if (row && !row.dead) this.#take(handle, row, records);
    else this.die(handle);
  }

  #take(handle: Handle, row: ScopeRow, records: Records): void {
    handle.settle(row.revision, row.head);
    handle.head = row.head;
    handle.take(records);
    this.#loaded.add(handle);
    this.use(handle);
    this.evictSoon();
  }

  /** Drops the least recently used scopes that nobody needs. */
  #evict(): void {
    let bytes = 0;
    for (const handle of this.#loaded) bytes += handle.records!.bytes;
    if (bytes <= this.parts.cacheBytes) return;
    const idle = [...this.#loaded].filter((handle) => !handle.busy && handle.id !== DIRECTORY);
    for (const handle of idle.sort((a, b) => a.lastUsed - b.lastUsed)) {
      if (bytes <= this.parts.cacheBytes) return;
      bytes -= handle.records!.bytes;
      handle.drop();
      this.#loaded.delete(handle);
    }
  }
}
