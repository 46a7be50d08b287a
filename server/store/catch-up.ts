import type { Work } from '../../model/hooks.ts';
import { LARGE, type Scheduler, STEPS } from '../scheduler.ts';
import type { Net } from './draft.ts';
import type { Driver, LoggedCommand, Missed, Row, ScopeRow } from './driver.ts';
import type { Handle } from './handle.ts';
import type { Loader } from './loader.ts';
import type { Records } from './scope.ts';
import { DIRECTORY } from './transaction.ts';
import type { ChangeSet } from './types.ts';

export interface CatchUpParts {
  readonly driver: Driver;
  readonly scheduler: Scheduler;
  readonly loader: Loader;
  readonly publish: (set: ChangeSet) => void;
  /** What is in memory is not what it should be: the process must end. */
  readonly fatal: (cause: unknown) => void;
}

/** Applies what other nodes wrote, without gaps in the revision or not at all, and publishes it. */
export class CatchUp {
  constructor(private readonly parts: CatchUpParts) {}

  /** Nothing may be pending on the scopes, and somebody must hold them. */
  async all(handles: Iterable<Handle>): Promise<void> {
    for (const handle of handles) {
      if (handle.gone) continue;
      await this.#apply(handle, await this.parts.driver.missed(handle.id, handle.revision));
    }
  }

  async #apply(handle: Handle, { row, commands }: Missed): Promise<void> {
    // Nobody has made it yet. One that another node has made meanwhile is read like any other.
    if (!row && (handle.fresh || handle.id === DIRECTORY)) return;
    if (!row || row.dead) return this.parts.loader.die(handle);
    if (row.revision === handle.revision) return;
    handle.fresh = false;
    if (!handle.records) this.#moved(handle, row);
    else if (commands) await this.parts.scheduler.run(this.#each(handle, handle.records, row, commands));
    else await this.#reload(handle, handle.records);
  }

  /** A scope that is not in memory: who follows its head learns that it moved. */
  #moved(handle: Handle, row: ScopeRow): void {
    this.#settle(handle, row.revision, row);
    this.parts.publish({ scope: handle.id, revision: row.revision, changes: [], dead: false });
  }

  *#each(handle: Handle, records: Records, row: ScopeRow, commands: NonNullable<Missed['commands']>): Work {
    for (const { revision, command } of commands) {
      const changes = this.#changes(records, command);
      for (const { key, after } of changes) records.replace(key, after);
      for (const { key, after } of changes) records.settle(key, after);
      this.#publish(handle, revision, row, changes);
      yield;
    }
  }

  /** For a node that fell behind the log: the whole scope is read again and the difference published as one set. */
  async #reload(handle: Handle, records: Records): Promise<void> {
    const { driver, scheduler, loader, fatal } = this.parts;
    const rows: Row[] = [];
    const row = await driver.load(handle.id, (some) => void rows.push(...some));
    if (!row || row.dead) return loader.die(handle);
    const changes = await scheduler.run(this.#difference(records, rows));
    await scheduler.run(replaceAll(records, changes));
    if (changes.length > LARGE) {
      const makeDurable = await scheduler.run(records.prepare(changes));
      makeDurable();
      scheduler.run(records.tidy(changes)).catch(fatal);
    } else for (const { key, after } of changes) records.settle(key, after);
    this.#publish(handle, row.revision, row, changes);
  }

  #publish(handle: Handle, revision: number, row: ScopeRow, changes: readonly Net[]): void {
    this.#settle(handle, revision, row);
    this.parts.publish({ scope: handle.id, revision, changes, dead: false });
    for (const { key, kind, after } of changes) {
      if (!after) for (const scope of kind.ownScopes?.(key) ?? []) this.#condemn(scope);
    }
  }

  #settle(handle: Handle, revision: number, { head }: ScopeRow): void {
    handle.settle(revision, head);
    handle.head = head;
  }

  /** Another node deleted a canvas of which something may be on its way here: that must come to its end before. */
  #condemn(id: string): void {
    const handle = this.parts.loader.handles.get(id);
    if (!handle) return;
    handle.dead = true;
    if (handle.isCalm) this.parts.loader.die(handle);
    else
      handle
        .calm()
        .then(() => this.#condemn(id))
        .catch(this.parts.fatal);
  }

  #changes(records: Records, command: LoggedCommand): Net[] {
    const changes: Net[] = [];
    for (const one of command) {
      const key = typeof one === 'string' ? one : one.key;
      const before = records.newest(key);
      const after = typeof one === 'string' ? undefined : this.parts.loader.version(one);
      const kind = (after ?? before)?.kind;
      if (kind) changes.push({ key, kind, before, after });
    }
    return changes;
  }

  /** Deletions first: a later record may stand at the ordinal of a deleted one. */
  *#difference(records: Records, rows: readonly Row[]): Work<Net[]> {
    const present = new Set<string>();
    const put: Net[] = [];
    for (const [at, row] of rows.entries()) {
      present.add(row.key);
      const before = records.newest(row.key);
      const after = this.parts.loader.version(row);
      if (!before || !isSame(before, after)) put.push({ key: row.key, kind: after.kind, before, after });
      if (at % STEPS === 0) yield;
    }
    const changes: Net[] = [];
    for (const before of records.allNewest()) {
      if (!present.has(before.key)) changes.push({ key: before.key, kind: before.kind, before, after: undefined });
    }
    for (const one of put) changes.push(one);
    return changes;
  }
}

function* replaceAll(records: Records, changes: readonly Net[]): Work {
  for (const [at, { key, after }] of changes.entries()) {
    records.replace(key, after);
    if (at % STEPS === 0) yield;
  }
}

const isSame = (a: NonNullable<Net['before']>, b: NonNullable<Net['before']>): boolean =>
  a.kind === b.kind && a.ordinal === b.ordinal && a.shown === b.shown && a.hidden === b.hidden;
