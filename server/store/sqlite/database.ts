import type { Missed, Outcome, ScopeRow } from '../driver.ts';
import { type AuditValues, isFull, type ReadCommit, type ReadScope, type RowTexts } from './codec.ts';
import { type DatabaseSync, openDatabase, type Statement } from './engine.ts';
import { migrate } from './migrations.ts';
import { refusePlace, SQL } from './sql.ts';

/** The change log reaches back this many revisions of a scope, or LOG_MINUTES, whichever ends first. */
const LOG_REVISIONS = 10_000;
const LOG_MINUTES = 10;
/** A commit waits no longer than this for a transaction that removes what is left of dead scopes, in milliseconds. */
const SWEEP_MS = 5;
/** References to files that are removed at once. */
const RELEASED = 500;
/** Rows that are read at once are at most so many, with so many bytes unless it is one: the main thread takes them in one turn. */
const PORTION_ROWS = 256;
const PORTION_BYTES = 256 * 1024;
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
  readonly #statements = new Map<string, Statement>();

  constructor(
    file: string,
    private readonly options: DatabaseOptions,
  ) {
    this.#database = openDatabase(file);
    // FULL: a commit is on disk when it returns. The cache is small: records live in the main thread.
    this.#database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL`);
    migrate(this.#database);
    if (options.pages) this.#database.exec(`PRAGMA max_page_count = ${options.pages}`);
  }

  /** All commits in one database transaction; one that is lost or fails leaves the others alone. */
  commit(commits: readonly ReadCommit[], at: string): Outcome[] {
    return this.#transaction(commits.length, () => commits.map((commit) => this.#isolated(commit, at, commits.length > 1)));
  }

  lock(): void {
    this.#database.exec('BEGIN IMMEDIATE');
  }

  /** Ends the transaction that `lock` began. */
  commitLocked(commits: readonly ReadCommit[], at: string): Outcome {
    try {
      const outcomes = commits.map((commit) => this.#write(commit, at));
      this.#database.exec(outcomes.some((outcome) => outcome.is !== 'durable') ? 'ROLLBACK' : 'COMMIT');
      return outcomes[0] ?? { is: 'durable' };
    } catch (cause) {
      return { is: 'failed', cause: this.#rolledBack(cause) };
    }
  }

  scopes(): ScopeRow[] {
    return (this.#prepared(SQL.scopes).all() as ScopeColumns[]).map(scopeRow);
  }

  revisions(ids: readonly string[]): number[] {
    return ids.map((id) => (this.#prepared(SQL.scope).get(id) as Scope | undefined)?.revision ?? 0);
  }

  /** Rows in ordinal order from one snapshot of the database. */
  *load(id: string): Generator<RowTexts, ScopeRow | undefined> {
    this.#database.exec('BEGIN');
    try {
      const row = this.#prepared(SQL.row).get(id) as ScopeColumns | undefined;
      if (row) yield* this.#rows(row.no);
      return row && scopeRow(row);
    } finally {
      this.#database.exec('COMMIT');
    }
  }

  /** Put together by the database itself: to fetch row by row takes four times as long. */
  *#rows(scope: number): Generator<RowTexts> {
    for (const [from, last] of this.#portions(scope)) yield this.#prepared(SQL.rows).get(scope, from, last) as RowTexts;
  }

  /** Ordinals of a scope's records from which (excluded) and to which (included) they are small enough for one step. */
  *#portions(scope: number): Generator<readonly [from: number, last: number]> {
    let [from, most] = [0, PORTION_ROWS];
    for (;;) {
      const { last, bytes } = this.#prepared(SQL.portion).get(scope, from, most) as { last: number | null; bytes: number };
      if (last === null) return;
      if (bytes > PORTION_BYTES && most > 1) {
        most = Math.max(1, Math.floor(most * Math.min(1 / 2, PORTION_BYTES / bytes)));
        continue;
      }
      yield [from, last];
      from = last;
      most = Math.min(PORTION_ROWS, most * 2);
    }
  }

  /** From one snapshot, inside a locked transaction from that one. */
  missed(id: string, revision: number): Missed {
    if (this.#database.isTransaction) return this.#missed(id, revision);
    this.#database.exec('BEGIN');
    try {
      return this.#missed(id, revision);
    } finally {
      this.#database.exec('COMMIT');
    }
  }

  committed(id: string): boolean {
    return this.#prepared(SQL.committed).get(id) !== undefined;
  }

  /** @param hashes JSON text of an array. */
  referred(hashes: string): string[] {
    return (this.#prepared(SQL.referred).all(hashes) as { hash: string }[]).map(({ hash }) => hash);
  }

  /** Removes what is left of dead scopes and old entries of the log, for one short transaction; true while there is more. */
  sweep(now: number): boolean {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      if (this.options.logged) this.#prepared(SQL.sweepLog).run(new Date(now - LOG_MINUTES * 60_000).toISOString());
      const more = this.#sweepDead();
      this.#database.exec('COMMIT');
      return more;
    } catch (cause) {
      throw this.#rolledBack(cause);
    }
  }

  /** A scope goes last, when nothing stands under its number and no node can ask the log how it died. */
  #sweepDead(): boolean {
    const until = performance.now() + SWEEP_MS;
    for (const { no } of this.#prepared(SQL.dead).all() as { no: number }[]) {
      for (const _ of this.#removals(no)) if (performance.now() > until) return true;
      if (!this.#prepared(SQL.logged).get(no)) this.#prepared(SQL.forget).run(no);
    }
    return false;
  }

  *#removals(scope: number): Generator<void> {
    for (const [from, last] of this.#portions(scope)) {
      this.#prepared(SQL.removeRows).run(scope, from, last);
      yield;
    }
    while (Number(this.#prepared(SQL.releaseAll).run(scope, RELEASED).changes) > 0) yield;
  }

  /** Everything goes into the file itself first: the engine only does that when no statement is left. */
  close(): void {
    try {
      this.#database.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // A reader is at work, or the disk is broken: what is committed is in the log beside the file.
    }
    this.#statements.clear();
    this.#database.close();
  }

  #missed(id: string, revision: number): Missed {
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

  #transaction(count: number, work: () => Outcome[]): Outcome[] {
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      const outcomes = work();
      this.#database.exec('COMMIT');
      return outcomes;
    } catch (cause) {
      const failed: Outcome = { is: 'failed', cause: this.#rolledBack(cause) };
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
    for (const entry of commit.audit) this.#prepared(SQL.audit).run(...(entry as AuditValues));
    return { is: 'durable' };
  }

  #writeScope(commit: ReadCommit, scope: ReadScope, row: Scope | undefined, at: string): void {
    // A scope that dies before it was ever made leaves nothing.
    if (scope.dead && !row) return;
    const no = row?.no ?? (this.#prepared(SQL.makeScope).get(scope.id, scope.head, commit.id) as Scope).no;
    if (row) this.#prepared(SQL.moveScope).run(scope.head, scope.dead ? 1 : 0, commit.id, no);
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
    if (!this.options.logged) return;
    const revision = (row?.revision ?? 0) + 1;
    this.#prepared(SQL.log).run(no, revision, at, commit.id, scope.log);
    if (revision % 100 === 0) this.#prepared(SQL.trimLog).run(no, revision - LOG_REVISIONS);
  }

  #rolledBack(cause: unknown): unknown {
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
    return cause;
  }

  #prepared(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, (statement = this.#database.prepare(sql)));
    return statement;
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
