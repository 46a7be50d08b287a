import type { Work } from '../../../model/hooks.ts';
import { LARGE, type Scheduler, STEPS } from '../../scheduler.ts';
import type { Net } from '../commit/write-set.ts';
import type { Driver, LoggedCommand, MissedCommands, Row, ScopeRow } from '../drivers/driver.ts';
import type { Loader } from '../memory/loader.ts';
import type { Records } from '../memory/records.ts';
import type { ScopeState } from '../memory/scope-state.ts';
import { type ChangeSet, DIRECTORY, recordOf } from '../store.ts';

export interface CatchUpDeps {
  readonly driver: Driver;
  readonly scheduler: Scheduler;
  readonly loader: Loader;
  readonly publish: (set: ChangeSet) => void;
  /** Called with the scope of a record that another node made. */
  readonly appeared: (scope: string) => void;
  /** Memory does not hold what it should: the process must end. */
  readonly fatal: (cause: unknown) => void;
}

/** A scope that is not in memory only needs its row: no log reaches on from this revision. */
const NO_LOG = 2 ** 31 - 1;

/** Applies and publishes what other nodes wrote, without gaps in the revision or not at all. */
export class CatchUp {
  constructor(private readonly deps: CatchUpDeps) {}

  /** Nothing may be pending on the scopes, and the caller must hold them. */
  async all(states: Iterable<ScopeState>): Promise<void> {
    for (const state of states) {
      if (state.isGone || !state.isStored) continue;
      await this.#apply(state, await this.deps.driver.missed(state.id, state.records ? state.revision : NO_LOG));
    }
  }

  async #apply(state: ScopeState, { row, commands }: MissedCommands): Promise<void> {
    // While the database was asked, the scope was loaded: it was not there, and is another one now, or it is further than this row
    if (state.isGone || (row && row.revision < state.revision)) return;
    // No node has made it yet. A scope that another node has made meanwhile is read like any other.
    if (!row && (state.isFresh || state.id === DIRECTORY)) return;
    if (!row || row.dead || state.isClosedBy(row.head)) return this.deps.loader.die(state);
    if (row.head.closed) return state.beginAfter(row.revision);
    if (row.revision === state.revision) return;
    if (!state.records) this.#moved(state, row);
    // The log may tell of earlier scopes of its name
    else if (state.isFresh && state.isLive) await this.#reload(state, state.records);
    else if (commands) await this.deps.scheduler.run(this.#each(state, state.records, row, commands));
    else await this.#reload(state, state.records);
  }

  /** The scope is not in memory: those who follow its head learn that it moved. */
  #moved(state: ScopeState, row: ScopeRow): void {
    this.#settle(state, row.revision, row);
    this.deps.publish({ scope: state.id, revision: row.revision, changes: [], dead: false });
  }

  *#each(state: ScopeState, records: Records, row: ScopeRow, commands: NonNullable<MissedCommands['commands']>): Work {
    for (const [at, { revision, command }] of commands.entries()) {
      const changes = this.#changes(records, command);
      for (const { key, after } of changes) records.replace(key, after);
      for (const { key, after } of changes) records.settle(key, after);
      this.#publish(state, revision, row, changes);
      // Whoever reads a revision has all commands that were committed with it
      if (commands[at + 1]?.revision !== revision) yield;
    }
  }

  /** For a node that fell behind the log: the whole scope is read again and the difference published as one set. */
  async #reload(state: ScopeState, records: Records): Promise<void> {
    const { driver, scheduler, loader, fatal } = this.deps;
    const rows: Row[] = [];
    const row = await driver.load(state.id, (some) => void rows.push(...some));
    if (!row || row.dead || state.isClosedBy(row.head)) return loader.die(state);
    if (row.head.closed) return state.beginAfter(row.revision);
    const changes = await scheduler.run(this.#difference(records, rows));
    await scheduler.run(replaceAll(records, changes));
    if (changes.length > LARGE) {
      const makeDurable = await scheduler.run(records.prepare(changes));
      makeDurable();
      scheduler.run(records.tidy(changes)).catch(fatal);
    } else for (const { key, after } of changes) records.settle(key, after);
    this.#publish(state, row.revision, row, changes);
  }

  #publish(state: ScopeState, revision: number, row: ScopeRow, changes: readonly Net[]): void {
    this.#settle(state, revision, row);
    this.deps.publish({ scope: state.id, revision, changes, dead: false });
    for (const { kind, before, after } of changes) {
      if (!before && after) for (const scope of kind.ownScopes?.(recordOf(after)) ?? []) this.deps.appeared(scope);
      if (before && !after) for (const scope of kind.ownScopes?.(recordOf(before)) ?? []) this.#condemn(scope);
    }
  }

  #settle(state: ScopeState, revision: number, { head }: ScopeRow): void {
    state.settle(revision, head);
    state.head = head;
  }

  /** Another node deleted a canvas. Commands that are under way on it here come to their end first. */
  #condemn(id: string): void {
    const state = this.deps.loader.states.get(id);
    if (!state) return;
    state.kill();
    if (state.isCalm) this.deps.loader.die(state);
    else
      state
        .calm()
        .then(() => this.#condemn(id))
        .catch(this.deps.fatal);
  }

  #changes(records: Records, command: LoggedCommand): Net[] {
    const changes: Net[] = [];
    for (const one of command) {
      const key = typeof one === 'string' ? one : one.key;
      const before = records.newest(key);
      const after = typeof one === 'string' ? undefined : this.deps.loader.version(one);
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
      const after = this.deps.loader.version(row);
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
