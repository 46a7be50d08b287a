import type { View, Work, Writer } from '../../model/hooks.ts';
import type { AuditLine, Kind, Stored } from '../../model/resource.ts';

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

/** The part of a canvas that lives beside its revision, so that a content change touches one scope. */
export interface Head {
  readonly modified_at: string;
  readonly asset_size: number;
  readonly preview_hash: string;
}

/** Who acts, for the audit log. `id` null: nobody signed in. */
export interface Author {
  readonly id: number | null;
  readonly name: string;
  readonly ip: string;
}

/** One scope inside a command. */
export interface ScopeTransaction extends Writer {
  readonly head: Head;
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
  /** Next integer of a counter record of the directory, from `first` upward, never given twice. */
  nextNumber(counter: string, first: number): number;
  /** An audit entry that no record change implies (login, logout). Others follow from `Kind.audit`. */
  audit(line: AuditLine): void;
  /** Only in a command of the directory: the canvas scope dies with this commit. */
  tombstone(scope: string): void;
}

type NotPromise<T> = T extends PromiseLike<unknown> ? never : T;

export interface Command<T> {
  /** Every scope that it reads or writes: `directory`, ids of canvases; `fresh` ones do not exist yet, the first write makes them. */
  readonly scopes: readonly string[];
  readonly fresh?: readonly string[];
  readonly author: Author;
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
  /** The scope is gone: canvas deleted. */
  readonly dead: boolean;
}

/** The durable records of a list in creation order, as ready bytes. */
export interface List {
  readonly size: number;
  /** Text pages: records joined by commas, no brackets. Shared, never written to. */
  pages(): readonly Buffer[];
  versions(): Iterable<Version>;
  /** As `pages`, in steps; it is one state, that in which this is called. */
  snapshot(): Work<readonly Buffer[]>;
  /** Copies of all, in parts, made in this turn (a millisecond for 100,000): one state, for work in slices. */
  parts(): readonly (readonly Version[])[];
}

/** The durable state of a loaded scope: what readers and subscribers see. */
export interface DurableView extends View {
  readonly head: Head;
  readonly revision: number;
  version(key: string): Version | undefined;
  /** A kind's name or one of `Kind.lists`. */
  list(name: string): List;
  /** Keys in an index, in no order. May say too much: the caller checks the record. */
  keys(index: string, key: string): Iterable<string>;
}

export interface Store {
  /** Durable view of the directory; always loaded. */
  readonly directory: DurableView;
  /** Runs a command; resolves when its outcome is durable; rejects with the Refusal of `permit` or `run`. */
  submit<T>(command: Command<T>): Promise<T>;
  /**
   * Loaded and current view for a read; undefined when `load` must be waited for. With several processes it is current
   * only in the turn in which a load of it went through the barrier.
   */
  ready(scope: string): DurableView | undefined;
  /** Loads (and waits for the barrier). Rejects with the 404 refusal of a canvas when the scope is dead or missing. */
  load(scope: string): Promise<DurableView>;
  /** Keeps a scope loaded while a stream is open on it. Returns its release. */
  pin(scope: string): () => void;
  /** Exact head of a canvas, loaded or not; undefined when there is no such scope. */
  head(scope: string): Head | undefined;
  /** Those of the hashes of files to which a durable record refers, of any scope that is not dead. */
  referred(hashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Called in the turn in which a commit became durable, before its answers. */
  onChange(listener: (set: ChangeSet) => void): () => void;
  /** Ends after everything acknowledged is on disk. */
  close(): Promise<void>;
}
