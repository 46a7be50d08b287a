import { refuse } from '../../model/refusal.ts';
import type { Kind } from '../../model/resource.ts';
import type { Driver, LoggedCommand, Missed, Row } from './driver.ts';
import { Handle } from './handle.ts';
import { recordOf, versionOf } from './record.ts';
import { Records } from './scope.ts';
import { DIRECTORY } from './transaction.ts';
import type { Change, ChangeSet, Version } from './types.ts';

export interface LoaderParts {
  readonly driver: Driver;
  readonly kinds: ReadonlyMap<string, Kind>;
  /** Characters of text that loaded scopes may hold before the least recently used are dropped. */
  readonly cacheBytes: number;
  readonly publish: (set: ChangeSet) => void;
  readonly now: () => number;
}

/** Which scopes there are, which are in memory, and how they catch up with what other nodes wrote. */
export class Loader {
  readonly handles = new Map<string, Handle>();
  readonly #loaded = new Set<Handle>();

  constructor(private readonly parts: LoaderParts) {}

  /** Reads revisions and heads of all scopes, and the whole directory. */
  async open(): Promise<void> {
    for (const row of await this.parts.driver.scopes()) {
      if (!row.dead) this.handles.set(row.id, new Handle(row.id, row.revision, row.head));
    }
    if (!this.handles.has(DIRECTORY)) this.fresh(DIRECTORY);
    else await this.load(this.handles.get(DIRECTORY)!);
  }

  /** A scope that does not exist yet: its first commit makes it. */
  fresh(id: string): Handle {
    const handle = new Handle(id, 0);
    handle.fresh = true;
    handle.hold(new Records());
    this.handles.set(id, handle);
    this.#loaded.add(handle);
    return handle;
  }

  /** The loaded handle of a scope; rejects with the 404 of a canvas that is not there. */
  async loaded(id: string): Promise<Handle> {
    const handle = this.handles.get(id) ?? this.#elsewhere(id);
    if (!handle.view) await this.load(handle);
    if (!handle.view) throw refuse.notFound('Canvas', id);
    handle.lastUsed = this.parts.now();
    return handle;
  }

  /** Several requests for one scope are one load. */
  load(handle: Handle): Promise<void> {
    handle.loading ??= this.#load(handle).finally(() => {
      handle.loading = undefined;
    });
    return handle.loading;
  }

  remove(handle: Handle): void {
    if (this.handles.get(handle.id) === handle) this.handles.delete(handle.id);
    this.#loaded.delete(handle);
  }

  /** Applies what other nodes wrote, without gaps in the revision. Nothing may be pending on the scopes. */
  async catchUp(handles: Iterable<Handle>): Promise<void> {
    for (const handle of handles) {
      if (handle.fresh && handle.revision === 0 && handle.id !== DIRECTORY) continue;
      this.#apply(handle, await this.parts.driver.missed(handle.id, handle.revision));
    }
  }

  /** A canvas made by another node after this one started: the database knows it. */
  #elsewhere(id: string): Handle {
    if (!this.parts.driver.shared) throw refuse.notFound('Canvas', id);
    const handle = new Handle(id, 0);
    this.handles.set(id, handle);
    return handle;
  }

  async #load(handle: Handle): Promise<void> {
    const records = new Records();
    const row = await this.parts.driver.load(handle.id, (rows) => {
      for (const one of rows) records.load(this.#version(one));
    });
    if (!row || row.dead) return this.remove(handle);
    handle.settle(row.revision, row.head);
    handle.head = row.head;
    handle.hold(records);
    this.#loaded.add(handle);
    handle.lastUsed = this.parts.now();
    this.#evict();
  }

  /** Drops the least recently used scopes that nobody needs. */
  #evict(): void {
    let bytes = 0;
    for (const handle of this.#loaded) bytes += handle.records?.bytes ?? 0;
    if (bytes <= this.parts.cacheBytes) return;
    const idle = [...this.#loaded].filter((handle) => !handle.busy && handle.id !== DIRECTORY);
    for (const handle of idle.sort((a, b) => a.lastUsed - b.lastUsed)) {
      if (bytes <= this.parts.cacheBytes) return;
      bytes -= handle.records?.bytes ?? 0;
      handle.drop();
      this.#loaded.delete(handle);
    }
  }

  #version(row: Row): Version {
    const kind = this.parts.kinds.get(row.kind);
    if (!kind || row.version > kind.version) {
      throw new Error(`the data was written by a newer version of Easel (${row.kind} ${row.version}); start that version`);
    }
    const version = { key: row.key, kind, ordinal: row.ordinal, shown: row.shown, hidden: row.hidden };
    if (row.version === kind.version || !kind.lift) return version;
    const lifted = kind.lift(recordOf(version) as unknown as Record<string, unknown>, row.version);
    return versionOf(kind, row.ordinal, lifted as never);
  }

  #apply(handle: Handle, missed: Missed): void {
    const { row } = missed;
    if (!row || row.dead) {
      if (handle.fresh) return;
      handle.dead = true;
      this.remove(handle);
      return this.parts.publish({ scope: handle.id, revision: handle.revision + 1, changes: [], dead: true });
    }
    if (row.revision === handle.revision) return;
    handle.fresh = false;
    if (handle.records && missed.commands) {
      for (const { revision, command } of missed.commands) this.#foreign(handle, handle.records, revision, this.#changes(handle.records, command));
    } else if (handle.records && missed.rows) {
      this.#foreign(handle, handle.records, row.revision, this.#difference(handle.records, missed.rows));
    }
    handle.settle(row.revision, row.head);
    handle.head = row.head;
    this.parts.publish({ scope: handle.id, revision: row.revision, changes: [], dead: false });
  }

  #foreign(handle: Handle, records: Records, revision: number, changes: readonly Change[]): void {
    for (const change of changes) {
      records.replace(change.key, change.after);
      records.settle(change.key, change.after);
    }
    this.parts.publish({ scope: handle.id, revision, changes, dead: false });
  }

  #changes(records: Records, command: LoggedCommand): Change[] {
    const after = [...command.puts.map((row) => this.#version(row)), ...command.deletes];
    return after.flatMap((one) => {
      const key = typeof one === 'string' ? one : one.key;
      const before = records.durable(key);
      const kind = typeof one === 'string' ? before?.kind : one.kind;
      return kind ? [{ key, kind, before, after: typeof one === 'string' ? undefined : one }] : [];
    });
  }

  /** What a reload changes, for a node that fell behind the log. */
  #difference(records: Records, rows: readonly Row[]): Change[] {
    const changes: Change[] = [];
    const present = new Set<string>();
    for (const row of rows) {
      present.add(row.key);
      const before = records.durable(row.key);
      const after = this.#version(row);
      if (before?.shown === after.shown && before.hidden === after.hidden) continue;
      changes.push({ key: row.key, kind: after.kind, before, after });
    }
    for (const before of [...records.allNewest()]) {
      if (!present.has(before.key)) changes.push({ key: before.key, kind: before.kind, before, after: undefined });
    }
    return changes;
  }
}
