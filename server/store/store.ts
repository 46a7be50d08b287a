import type { View, Work, Writer } from '../../model/hooks.ts';
import type { AuditLine, Kind, Stored } from '../../model/resource.ts';
import type { AuditLog } from './audit/log.ts';

export { TRIMMED } from './audit/chain.ts';
export type { AuditLog, AuditPage, AuditReadOptions } from './audit/log.ts';
export type { AuditFilter, AuditMark, AuditPlace, AuditQuestion, AuditRecord } from './audit/types.ts';
export type { Bus } from './nodes/bus.ts';
export type { NodeMessage, Registry } from './nodes/registry.ts';

/** The scope of users, groups, folders, canvas entries and what belongs to them. Always there, and wholly in memory. */
export const DIRECTORY = 'directory';

export type Durability = 'durable' | 'ephemeral';

/**
 * The name of a scope tells how it is kept: `live:clients` is ephemeral, `directory` and the id of a canvas are durable.
 *
 * A commit of an ephemeral scope touches no disk and is published like any other: same transaction, hooks, cascades,
 * permits, bounds, order and revisions. The scope ends with the process, or with the command that kills it. A command that
 * names scopes of both kinds stays one: its durable part goes to the disk first, then all of it is published in one turn; when
 * the disk refuses, nobody has seen any of it. Records of an ephemeral scope cannot keep a file alive, so they may have none.
 * An audit entry is written to the disk, so a command that writes one names a durable scope, too.
 *
 * With several processes the database keeps ephemeral scopes as well, so that all processes have them with the same promises.
 * Then they end when they are closed, and with no process: what belongs to one that has gone is removed by the others.
 */
export const durabilityOf = (scope: string): Durability => (scope.startsWith('live:') ? 'ephemeral' : 'durable');

export const isCanvas = (scope: string): boolean => scope !== DIRECTORY && durabilityOf(scope) === 'durable';

/**
 * A record at rest: its text and its indexed fields. Immutable; a change makes a new Version.
 * `shown` is the JSON text that answers and streams send as it is (U+0085, U+2028, U+2029 escaped, `"state":"normal"`).
 */
export interface Version {
  readonly key: string;
  readonly kind: Kind;
  /** Creation order within the scope. */
  readonly ordinal: number;
  readonly shown: string;
  /** JSON text of the secret fields; in no answer. */
  readonly hidden: string | null;
}

/** The record of a version as a fresh object that the caller may change. */
export function recordOf(version: Version): Stored {
  const record = JSON.parse(version.shown) as Record<string, unknown>;
  if (version.hidden !== null) Object.assign(record, JSON.parse(version.hidden));
  for (const [, mirror] of version.kind.mirrors) delete record[mirror];
  return record as unknown as Stored;
}

/** The part of a canvas that lives beside its revision, so that a content change touches one scope. */
export interface Head {
  readonly modified_at: string;
  readonly asset_size: number;
  readonly preview_hash: string;
  /** The revision of the newest change of content. Heads of earlier versions have none until the next commit on the scope. */
  readonly content_revision?: number;
  /** The first revision of a stored ephemeral scope. The row was that of earlier scopes of this name before. */
  readonly born?: number;
  /** The scope was closed. Its row stays, so that the revisions of the next scope of this name go on. */
  readonly closed?: true;
  /**
   * A UUID of this scope alone, when an earlier scope may have had the same id. The revisions of both scopes are the same numbers, so a
   * reader who names a revision may mean that of the earlier scope.
   */
  readonly renewed?: string;
}

/** The author of an audit entry. `id` null: nobody signed in. */
export interface Author {
  readonly id: number | null;
  readonly name: string;
  readonly ip: string;
}

/** The server itself, in what nobody has asked for: its jobs, its first start. */
export const SERVER: Author = { id: null, name: '', ip: '' };

/** One scope inside a command. */
export interface ScopeTransaction extends Writer {
  readonly head: Head;
  /**
   * Was content changed behind this revision, if only by a command that is not durable yet? True for a revision that the scope has not
   * reached, which is that of an earlier scope of the same id.
   */
  isEditedSince(revision: number): boolean;
  /** The text that answers send of a record, as this transaction left it; throws when there is none. */
  text(key: string): string;
  version(key: string): Version | undefined;
  /**
   * All records, in no order. While a command runs, also in slices, its scopes change by itself alone, so work that writes
   * to another scope sees one state.
   */
  versions(): Iterable<Version>;
  /** `ordinal`: its place in creation order, when it comes back or is a copy; no other record may have it. Default: the last. */
  insert<R extends Stored>(kind: Kind<R>, record: R, ordinal?: number): void;
  /** Inserts or replaces a record by a version of another scope or time as it is, with its place in creation order. */
  put(version: Version): void;
}

/** The only door to the store for writes. Everything in it is synchronous. */
export interface Transaction {
  /** Time of the request, `YYYY-MM-DDTHH:mm:ss.sssZ`; the same in a second run. */
  readonly now: string;
  readonly author: Author;
  /** The scope `directory`; throws when the command did not name it. */
  readonly directory: ScopeTransaction;
  scope(id: string): ScopeTransaction;
  newId(): string;
  /** Records that the command has changed so far, cascades among them. */
  readonly changed: number;
  /** Next integer of a counter record of the directory, from `first` upward, never given twice. */
  nextNumber(counter: string, first: number): number;
  /** An audit entry of a command that may change nothing (login, logout). Others follow from `Kind.audit`. */
  audit(line: AuditLine): void;
  /**
   * What the command means to do with a record and no record tells: `copied`, `background changed`. Its audit entry is written
   * when the command changed anything; for a record that the command made, this entry replaces the one about the creation.
   */
  intend<R extends Stored>(kind: Kind<R>, record: R, action: string, details?: AuditLine['details']): void;
  /** The audit entry `usual` that the change of a record gets is written as `action`, which says how it came about. */
  auditAs<R extends Stored>(kind: Kind<R>, record: R, usual: string, action: string): void;
  /** Kills a scope with this commit. A command on the directory kills canvases; the owner of an ephemeral scope kills that. */
  tombstone(scope: string): void;
  /** Says of a durable scope that the command makes that an earlier one may have had its id. */
  renew(scope: string): void;
}

type NotPromise<T> = T extends PromiseLike<unknown> ? never : T;

export interface Command<T> {
  /** Every scope that it reads or writes: `directory`, ids of canvases, names of ephemeral ones. */
  readonly scopes: readonly string[];
  /**
   * The scopes among them that do not exist yet. A write makes a durable scope; the command itself an ephemeral one, even empty.
   */
  readonly fresh?: readonly string[];
  readonly author: Author;
  /** What displays report is no work on the canvas: `modified_at` of its head stays. */
  readonly incidental?: boolean;
  /** A trial: it runs, is refused and gives its result as ever, and then all that it wrote is undone. Default: false. */
  readonly trial?: boolean;
  /** Throws a Refusal. Asks the durable directory; asked in the turn of each run. */
  readonly permit: () => void;
  /** Pure over the transaction: may run again. A Work runs in slices while its scopes take no other command. */
  readonly run: (tx: Transaction) => NotPromise<T> | Work<T>;
}

export interface Change {
  readonly key: string;
  readonly kind: Kind;
  readonly before: Version | undefined;
  readonly after: Version | undefined;
}

/** What one command changed in one scope, published when durable, in commit order. */
export interface ChangeSet {
  readonly scope: string;
  readonly revision: number;
  /** In the order of the writes; one per key: before the command, after the command. */
  readonly changes: readonly Change[];
  /** The scope is gone: its canvas was deleted, or its owner closed it. */
  readonly dead: boolean;
}

/** The text of a record in a list. Lists keep what it gives: use a function that stays the same, and only for texts that may be kept. */
export type TextOf = (version: Version) => string;

/** The durable records of a list in creation order, as ready bytes. */
export interface List {
  readonly size: number;
  /** The length of all records as they are shown. */
  readonly characters: number;
  /** Text pages: records joined by commas, no brackets. Shared, never written to. Default: the records as they are shown. */
  pages(textOf?: TextOf): readonly Buffer[];
  versions(): Iterable<Version>;
  /** The `pages` of the state in which this is called, in steps. Callers that ask for the same state share the work. */
  snapshot(textOf?: TextOf): Work<readonly Buffer[]>;
  /** Copies of all versions, in parts, made in this turn (a millisecond for 100,000): one state, for work in slices. */
  parts(): readonly (readonly Version[])[];
}

/** The durable state of a loaded scope: what readers and subscribers see. */
export interface DurableView extends View {
  readonly head: Head;
  readonly revision: number;
  /** Up to this revision an earlier process may have shown other texts: what is fleeting, or of an older version of its kind. */
  readonly alteredAt?: number | undefined;
  version(key: string): Version | undefined;
  /** A kind's name or one of `Kind.lists`. */
  list(name: string): List;
  /** Keys in an index, in no order. May say too much: the caller checks the record. */
  keys(index: string, key: string): Iterable<string>;
}

/**
 * The change sets of all scopes: recent ones from memory, and live ones. A listener runs in the turn of the commit and must be short;
 * the feed queues nothing. A slower consumer, or one that comes back, remembers the last revision that it has processed of a scope that
 * it keeps, and asks for the change sets `since` then. The feed keeps no more than the usual bounds, however slow the consumer is; beyond
 * them the consumer must read the scope anew. `since` and `follow` in one turn miss no change set and give none twice.
 */
export interface Feed {
  /**
   * Calls the listener with every change set from now on, in the turn in which its commit became durable and before the answers to
   * it; listeners in the order in which they came. A listener must not throw. Returns what ends this.
   */
  follow(listener: (set: ChangeSet) => void): () => void;
  /** From now on, and for a minute after its end, the latest change sets of the scope can be asked for. Returns what ends this. */
  keep(scope: string): () => void;
  /**
   * The change sets of a scope after this revision, in their order. Undefined: not all of them are kept, or the scope never had the
   * revision, or an earlier scope of this id may have had it; so whoever asks must read the scope anew.
   */
  since(scope: string, revision: number): readonly ChangeSet[] | undefined;
}

/** Which released files: these, released after `since` (milliseconds since 1970), by this living scope or by any. */
export interface ReleasedQuestion {
  readonly hashes: readonly string[];
  readonly since: number;
  readonly scope?: string;
}

export interface Store {
  /** Other processes may write to the same database. */
  readonly isShared: boolean;
  /** Durable view of the directory; always loaded. */
  readonly directory: DurableView;
  /** Runs a command; resolves when its outcome is durable; rejects with the Refusal of `permit` or `run`. */
  submit<T>(command: Command<T>): Promise<T>;
  /**
   * The loaded and current view for a read; undefined when `load` must be waited for. With several processes it is current only
   * in the turn in which a load of it went through the barrier.
   */
  ready(scope: string): DurableView | undefined;
  /**
   * Loads (and waits for the barrier). Rejects with 404 when the scope is dead or missing, with 503 when it cannot be read.
   */
  load(scope: string): Promise<DurableView>;
  /**
   * The durable view of a scope that is in memory, for streams, rights and notices: with several processes another one may have
   * moved it on, of which this one will hear. An answer to a request needs `ready` or `load`. Undefined: it is not in memory.
   */
  seen(scope: string): DurableView | undefined;
  /** Keeps a scope loaded while a stream is open on it. Returns what releases it. */
  pin(scope: string): () => void;
  /** The durable revision of a scope, loaded or not; undefined when there is no such scope. */
  revision(scope: string): number | undefined;
  /** Exact head of a canvas, loaded or not; undefined when there is no such scope. */
  head(scope: string): Head | undefined;
  /** The audit log as it is on disk. Whoever was answered finds the entries of what was done. */
  readonly audit: AuditLog;
  /** Which of these hashes of files some durable record refers to, in any scope that is not dead. */
  referred(hashes: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Files that records of a living canvas had until after `since`, in milliseconds since 1970: by hash, what the record said of
   * `StoredBytes.again`. `scope`: of this canvas alone. Some record may have one of them still, or again.
   */
  released(question: ReleasedQuestion): Promise<ReadonlyMap<string, object>>;
  /** Forgets files that were released at this time or earlier: `released` never knows them any more. */
  forgetReleased(until: number): Promise<void>;
  /**
   * A commit that changes nothing for anybody. Rejects with the reason when commits cannot be made; may take as long as the database
   * takes, and passes no barrier.
   */
  probe(): Promise<void>;
  /** With several processes: milliseconds since the database last said what others have changed. Else 0. */
  readonly lastHeardMs: number;
  /** What changed, from a revision on: the one way to learn it. */
  readonly feed: Feed;
  /** Ends after everything acknowledged is on disk. */
  close(): Promise<void>;
}
