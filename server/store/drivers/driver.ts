import type { AuditLine } from '../../../model/resource.ts';
import type { AuditDriver } from '../audit/types.ts';
import type { Registry } from '../nodes/registry.ts';
import type { Author, Head, ReleasedQuestion } from '../store.ts';

/** A record as the database holds it. */
export interface Row {
  readonly key: string;
  readonly kind: string;
  readonly version: number;
  readonly ordinal: number;
  readonly shown: string;
  readonly hidden: string | null;
}

export interface ScopeRow {
  readonly id: string;
  readonly revision: number;
  readonly head: Head;
  readonly dead: boolean;
}

export interface AuditEntry extends AuditLine {
  readonly created_at: string;
  readonly author: Author;
}

/** What a batch does to one scope: compare-and-swap on `revision` if `compared`, then revision + 1 when anything is written. */
export interface ScopeCommit {
  readonly id: string;
  /** The revision that the batch was made on; 0 for a scope that the batch makes. */
  readonly revision: number;
  /** False for a scope that the batch only kills: deletion wins over whatever was written meanwhile. */
  readonly compared: boolean;
  /** False for scopes that were only read; a scope may be written although none of its records is. */
  readonly written: boolean;
  readonly head: Head;
  readonly dead: boolean;
  readonly puts: readonly Row[];
  /** Ordinals of deleted records. */
  readonly deletes: readonly number[];
  /** All files of each record whose files changed; none when the record refers to none any more, or is gone. */
  readonly assets: readonly AssetRow[];
  /** Files that records of the scope gave up, each once. The scope may get them back for a while. */
  readonly released: readonly ReleasedFile[];
  /** The change log's entry: one element per command, `undefined` when no log is kept or the commit is too large. */
  readonly log: readonly LoggedCommand[] | undefined;
}

/** Hashes of the files to which the record at this ordinal refers. */
export interface AssetRow {
  readonly ordinal: number;
  readonly hashes: readonly string[];
}

export interface ReleasedFile {
  readonly hash: string;
  /** When the command ran that gave it up, in milliseconds since 1970. */
  readonly at: number;
  /** JSON text of what a new record needs besides the hash. */
  readonly again: string;
}

/** The changes of one command in their order: a row that is written, the key of a record that is deleted. */
export type LoggedCommand = readonly (Row | string)[];

export interface Commit {
  /** Stored in the scope rows, so that an unknown outcome can be looked up. */
  readonly id: string;
  readonly scopes: readonly ScopeCommit[];
  /**
   * The transaction of the commit adds these to the end of the audit log: each gets the next id without a gap, and its hash, for
   * which the newest entry is read in that transaction. So a database where several transactions write at the same time must let
   * only one of them add entries (such as by a lock on the row that holds the newest mark) until it ends.
   */
  readonly audit: readonly AuditEntry[];
}

/**
 * `durable`: on disk. `lost`: a scope had another revision; nothing was written. `failed`: surely rolled back.
 * `unknown`: the connection went away after COMMIT was sent.
 */
export type Outcome =
  | { readonly is: 'durable' }
  | { readonly is: 'lost' }
  | { readonly is: 'failed'; readonly cause: unknown }
  | { readonly is: 'unknown' };

export interface LargeOutcome {
  readonly outcome: Outcome;
  /** Resolves when the scopes of a durable one can be committed to again. Rejects when the database is gone. */
  readonly settled: Promise<void>;
}

/** What happened to a scope after a revision: every command, `undefined` when the log does not reach back. */
export interface MissedCommands {
  /** The scope as it is now, at the revision of the last of the commands. */
  readonly row: ScopeRow | undefined;
  readonly commands: readonly { readonly revision: number; readonly command: LoggedCommand }[] | undefined;
}

/**
 * The narrow contract of a database. Commits given in one call belong to disjoint sets of scopes and may share
 * one database transaction; each has its own outcome. No method throws for a commit: outcomes say it.
 */
export interface Driver extends AuditDriver {
  /** Several processes use this database: a log is kept and reads pass a barrier. */
  readonly shared: boolean;
  /** What these processes know of each other, in the same database. */
  readonly registry?: Registry;
  /** How many calls of `commit` may be under way; open batches gather while all are. */
  readonly slots: number;
  commit(commits: readonly Commit[]): Promise<readonly Outcome[]>;
  /** Commits what is too large for one short transaction: others are made while it is on its way. It takes no slot. */
  commitLarge(commit: Commit): Promise<LargeOutcome>;
  /** Commits while the scope rows are locked: `make` runs under the lock, after which nothing can be missed. */
  commitLocked(scopes: readonly string[], make: () => Promise<Commit | undefined>): Promise<Outcome>;
  scopes(): Promise<readonly ScopeRow[]>;
  revisions(scopes: readonly string[]): Promise<readonly number[]>;
  /** Rows in ordinal order, in parts small enough for one turn each; resolves with the row of the scope. */
  load(scope: string, take: (rows: readonly Row[]) => void): Promise<ScopeRow | undefined>;
  missed(scope: string, revision: number): Promise<MissedCommands>;
  /** Was the commit made? Asked under the lock of the scope rows; rejects while the database cannot be reached. */
  committed(id: string, scopes: readonly string[]): Promise<boolean>;
  /** Which of these hashes some record of a living scope refers to. */
  referred(hashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** For each hash among them what a new record needs to have the file, as the scope that released it last wrote it. */
  released(question: ReleasedQuestion): Promise<ReadonlyMap<string, string>>;
  /** Forgets files that were released at this time or earlier, in small transactions. */
  forgetReleased(until: number): Promise<void>;
  /** Removes the rows of dead scopes in the background, in small transactions. */
  sweep(): Promise<void>;
  /**
   * Makes a commit that changes nothing for anybody, and is on disk like any other when it resolves. Rejects with the reason when
   * commits cannot be made, or when another version of the program has migrated the tables meanwhile. May take as long as the
   * database takes: the caller has a bound of its own.
   */
  probe(): Promise<void>;
  close(): Promise<void>;
}
