import type { AuditEnds, AuditPortion, AuditQuestion } from '../../audit/types.ts';
import type { MissedCommands, Outcome, ScopeRow } from '../driver.ts';
import type { Part } from '../parts.ts';
import { AuditTable, defineAuditFunctions } from './audit-table.ts';
import { isFull, type ReadCommit, type ReadScope, type RowTexts } from './codec.ts';
import { SqliteConnection } from './connection.ts';
import { type DatabaseSync, openDatabase, type Statement } from './engine.ts';
import { confirmVersion, migrate } from './migrations.ts';
import { refusePlace, SQL } from './sql.ts';
import { Staging } from './staging.ts';

/** The change log reaches back this many revisions of a scope, or LOG_MINUTES, whichever ends first. */
const LOG_REVISIONS = 10_000;
const LOG_MINUTES = 10;
/** A commit waits no longer than this for a transaction of background work, in milliseconds. */
const BEHIND_MS = 5;
/** References to files, and released files, that are removed at once. */
const RELEASED = 500;
/** How long a writer waits for another process's transaction, in milliseconds. */
const BUSY_TIMEOUT = 10_000;

type Scope = { no: number; revision: number; dead: number };
type ScopeColumns = { no: number; id: string; revision: number; head: string; dead: number };

export interface DatabaseOptions {
  /** Keep the change log. */
  readonly logged: boolean;
  /** The file may have no more pages of 4096 bytes than this: how tests fill a disk. 0: no limit. */
  readonly pages?: number;
}

/** One SQLite connection inside a worker: everything here is synchronous. */
export class Database {
  readonly #database: DatabaseSync;
  readonly #connection: SqliteConnection;
  readonly #staging: Staging;
  readonly audit: AuditTable;

  constructor(
    file: string,
    private readonly options: DatabaseOptions,
  ) {
    this.#database = openDatabase(file);
    this.#connection = new SqliteConnection(this.#database);
    this.#staging = new Staging(this.#connection, options.logged);
    this.audit = new AuditTable(this.#connection);
    defineAuditFunctions(this.#database);
    // FULL: a commit is on disk when it returns. The cache is small: records live in the main thread.
    this.#database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL`);
    migrate(this.#database);
    if (options.pages) this.#database.exec(`PRAGMA max_page_count = ${options.pages}`);
  }

  /** All commits in one database transaction; one that is lost or fails leaves the others alone. */
  commit(commits: readonly ReadCommit[], at: string): Outcome[] {
    return this.#outcomes(commits.length, () => commits.map((commit) => this.#isolated(commit, at, commits.length > 1)));
  }

  /** Every row is in its place then: a node that met a scope in motion under its own lock would wait for itself. */
  lock(): void {
    for (;;) {
      this.#database.exec('BEGIN IMMEDIATE');
      if (!this.#staging.hasMoves) return;
      this.#database.exec('ROLLBACK');
      while (this.settle());
    }
  }

  /** Ends the transaction that `lock` began. */
  commitLocked(commits: readonly ReadCommit[], at: string): Outcome {
    try {
      const outcomes = commits.map((commit) => this.#write(commit, at));
      this.#database.exec(outcomes.some((outcome) => outcome.is !== 'durable') ? 'ROLLBACK' : 'COMMIT');
      return outcomes[0] ?? { is: 'durable' };
    } catch (cause) {
      this.#connection.rollBack();
      return { is: 'failed', cause };
    }
  }

  scopes(): ScopeRow[] {
    return (this.#prepared(SQL.scopes).all() as ScopeColumns[]).map(scopeRow);
  }

  revisions(ids: readonly string[]): number[] {
    return ids.map((id) => (this.#prepared(SQL.scope).get(id) as Scope | undefined)?.revision ?? 0);
  }

  /** Rows in ordinal order from one snapshot of the database; `moving`: they are not all in their place yet. */
  *load(id: string): Generator<RowTexts, ScopeRow | 'moving' | undefined> {
    this.#database.exec('BEGIN');
    try {
      const row = this.#prepared(SQL.row).get(id) as ScopeColumns | undefined;
      if (row && this.#staging.isMoving(row.no)) return 'moving';
      if (row) yield* this.#rows(row.no);
      return row && scopeRow(row);
    } finally {
      this.#database.exec('COMMIT');
    }
  }

  /** The database itself joins the rows: to fetch row by row takes four times as long. */
  *#rows(scope: number): Generator<RowTexts> {
    for (const [from, last] of this.#connection.portions(scope, SQL.portion))
      yield this.#prepared(SQL.rows).get(scope, from, last) as RowTexts;
  }

  /** The reads are from one snapshot, or inside a locked transaction from that one. */
  missed(id: string, revision: number): MissedCommands {
    return this.#snapshot(() => this.#missed(id, revision));
  }

  /** Looks at the audit log for a few milliseconds. */
  lookAtAudit(question: AuditQuestion): AuditPortion {
    return this.#snapshot(() => this.audit.look(question));
  }

  auditEnds(): AuditEnds {
    return this.#snapshot(() => this.audit.ends());
  }

  /** Removes the oldest entries, for one short transaction; true while there are more. */
  removeAudit(upTo: number): boolean {
    const until = performance.now() + BEHIND_MS;
    return this.#connection.transaction(() => this.audit.remove(upTo, () => performance.now() > until));
  }

  committed(id: string): boolean {
    return this.#prepared(SQL.committed).get(id) !== undefined;
  }

  /** @param hashes JSON text of an array. */
  referred(hashes: string): string[] {
    return (this.#prepared(SQL.referred).all(hashes) as { hash: string }[]).map(({ hash }) => hash);
  }

  /** @param hashes JSON text of an array. @param scope of this scope alone; null: of any. Pairs of hash and what it needs. */
  released(hashes: string, since: number, scope: string | null): [string, string][] {
    const rows = this.#prepared(SQL.released).all(hashes, since, scope) as { hash: string; again: string }[];
    return rows.map(({ hash, again }) => [hash, again]);
  }

  /** Forgets some of the files that were released until then; true while there are more. */
  forgetReleased(until: number): boolean {
    return this.#connection.transaction(() => this.#changes(SQL.forgetReleased, until) > 0);
  }

  /** The only process begins: rows that an earlier one staged and did not commit are dead. */
  begin(): void {
    this.#staging.dropAll();
  }

  /** Writes a part of a large commit where nobody reads it. `no`: the scope that an earlier call answered; 0: a new one. */
  stage(no: number, part: Part): number {
    return this.#connection.transaction(() => {
      const scope = no || this.#staging.begin();
      this.#staging.add(scope, part);
      return scope;
    });
  }

  /** The commit for which this was staged was not made. */
  unstage(no: number): void {
    this.#staging.drop(no);
  }

  /** Moves rows of large commits to their place, for one short transaction; true while there are more. */
  settle(): boolean {
    const until = performance.now() + BEHIND_MS;
    return this.#connection.transaction(() => this.#staging.moveSome(() => performance.now() > until));
  }

  /** Removes rows of dead scopes and old entries of the log, for one short transaction; true while there is more. */
  sweep(now: number): boolean {
    return this.#connection.transaction(() => {
      if (this.options.logged) this.#prepared(SQL.sweepLog).run(new Date(now - LOG_MINUTES * 60_000).toISOString());
      return this.#sweepDead();
    });
  }

  /** Writes the version of the tables again: a page, so that the disk takes part. */
  probe(): void {
    this.#connection.transaction(() => confirmVersion(this.#database));
  }

  /** A scope goes last, when nothing stands under its number and no node can ask the log how it died. */
  #sweepDead(): boolean {
    const until = performance.now() + BEHIND_MS;
    for (const { no } of this.#prepared(SQL.dead).all() as { no: number }[]) {
      for (const _ of this.#removals(no)) if (performance.now() > until) return true;
      if (!this.#prepared(SQL.logged).get(no)) this.#prepared(SQL.forget).run(no);
    }
    return false;
  }

  *#removals(scope: number): Generator<void> {
    for (const [from, last] of this.#connection.portions(scope, SQL.portion)) {
      this.#prepared(SQL.removeRows).run(scope, from, last);
      yield;
    }
    while (this.#changes(SQL.releaseAll, scope) > 0) yield;
    while (this.#changes(SQL.dropReleased, scope) > 0) yield;
  }

  /** Rows that one portion of a statement has changed. */
  #changes(sql: string, argument: number): number {
    return Number(this.#prepared(sql).run(argument, RELEASED).changes);
  }

  /** Everything goes into the file itself first: the engine only does that when no statement is left. */
  close(): void {
    try {
      this.#database.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // A reader is at work, or the disk is broken: all that is committed is in the log beside the file.
    }
    this.#connection.close();
  }

  #snapshot<T>(read: () => T): T {
    if (this.#database.isTransaction) return read();
    this.#database.exec('BEGIN');
    try {
      return read();
    } finally {
      this.#database.exec('COMMIT');
    }
  }

  #missed(id: string, revision: number): MissedCommands {
    const row = this.#prepared(SQL.row).get(id) as ScopeColumns | undefined;
    if (!row || row.revision === revision) return { row: row && scopeRow(row), commands: [] };
    const entries = this.#prepared(SQL.missed).all(row.no, revision) as { revision: number; commands: string | null }[];
    const whole = entries.length === row.revision - revision && entries.every((entry) => entry.commands !== null);
    if (!whole) return { row: scopeRow(row), commands: undefined };
    const commands = entries.flatMap((entry) =>
      (JSON.parse(entry.commands!) as []).map((command) => ({ revision: entry.revision, command })),
    );
    return { row: scopeRow(row), commands };
  }

  #outcomes(count: number, work: () => Outcome[]): Outcome[] {
    try {
      return this.#connection.transaction(work);
    } catch (cause) {
      const failed: Outcome = { is: 'failed', cause };
      return Array.from({ length: count }, () => failed);
    }
  }

  #isolated(commit: ReadCommit, at: string, several: boolean): Outcome {
    if (!several) return this.#write(commit, at);
    this.#database.exec('SAVEPOINT one');
    try {
      const outcome = this.#write(commit, at);
      this.#database.exec('RELEASE one');
      return outcome;
    } catch (cause) {
      // A full disk and some others end the whole transaction, and then nothing of it is durable.
      if (!this.#database.isTransaction) throw cause;
      this.#database.exec('ROLLBACK TO one; RELEASE one');
      return { is: 'failed', cause };
    }
  }

  /** Compares all scopes before it writes any, so that a lost commit needs no undoing. */
  #write(commit: ReadCommit, at: string): Outcome {
    const scopes = commit.scopes.map((scope) => this.#prepared(SQL.scope).get(scope.id) as Scope | undefined);
    if (commit.scopes.some((scope, index) => !current(scope, scopes[index]))) return { is: 'lost' };
    for (const [index, scope] of commit.scopes.entries()) {
      if (scope.written) this.#writeScope(commit, scope, scopes[index], at);
    }
    this.audit.append(commit.audit);
    return { is: 'durable' };
  }

  #writeScope(commit: ReadCommit, scope: ReadScope, row: Scope | undefined, at: string): void {
    // A scope that dies before it was ever made leaves nothing.
    if (scope.dead && !row) return this.#staging.drop(scope.staged);
    const no = row?.no ?? this.#make(commit, scope);
    if (row) {
      this.#staging.finish(no);
      this.#prepared(SQL.moveScope).run(scope.head, scope.dead ? 1 : 0, commit.id, no);
      if (scope.staged > 0) this.#staging.move(scope.staged, no);
    }
    for (const ordinal of scope.deletes) this.#prepared(SQL.remove).run(no, ordinal);
    const put = this.#prepared(SQL.put);
    for (const one of scope.puts) {
      refusePlace(no, one.ordinal);
      put.run(no, one.ordinal, one.key, one.kind, one.version, one.shown, one.hidden);
    }
    for (const { ordinal, hashes } of scope.assets) {
      this.#prepared(SQL.release).run(no, ordinal);
      for (const hash of hashes) this.#prepared(SQL.refer).run(hash, no, ordinal);
    }
    for (const { hash, at, again } of scope.released) this.#prepared(SQL.keepReleased).run(hash, no, at, again);
    if (!this.options.logged) return;
    const revision = (row?.revision ?? 0) + 1;
    this.#prepared(SQL.log).run(no, revision, at, commit.id, scope.log);
    if (revision % 100 === 0) this.#prepared(SQL.trimLog).run(no, revision - LOG_REVISIONS);
  }

  #make({ id }: ReadCommit, scope: ReadScope): number {
    if (scope.staged === 0) return (this.#prepared(SQL.makeScope).get(scope.id, scope.head, id) as Scope).no;
    this.#staging.make(scope.staged, scope.id, scope.head, id);
    return scope.staged;
  }

  #prepared(sql: string): Statement {
    return this.#connection.prepared(sql);
  }
}

/** SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_NOTADB: going on could acknowledge what is not on disk. */
export function isBroken(cause: unknown): boolean {
  const code = (cause as { errcode?: number } | undefined)?.errcode;
  return code !== undefined && [10, 11, 26].includes(code & 0xff) && !isFull(cause);
}

function current({ compared, revision }: ReadScope, row: Scope | undefined): boolean {
  if (row?.dead === 1) return false;
  return !compared || (row?.revision ?? 0) === revision;
}

const scopeRow = (row: ScopeColumns): ScopeRow => ({
  id: row.id,
  revision: row.revision,
  head: JSON.parse(row.head),
  dead: row.dead === 1,
});
