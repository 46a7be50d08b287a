import { randomUUID } from 'node:crypto';
import type { Work } from '../../model/hooks.ts';
import type { AuditLine, Kind, Stored } from '../../model/resource.ts';
import { STEPS } from '../scheduler.ts';
import { cascade } from './cascade.ts';
import type { Draft } from './draft.ts';
import type { Handle } from './handle.ts';
import { headAfter } from './head.ts';
import { type Indexed, recordOf } from './record.ts';
import type { Author, Head, ScopeTransaction, Transaction, Version } from './types.ts';
import { RecordView } from './view.ts';

export const DIRECTORY = 'directory';

/** Counters live in the directory, one record each, so that an id is never given twice. */
interface Counter extends Stored {
  readonly id: string;
  readonly next: number;
}

export const Counter: Kind<Counter> = {
  name: 'Counter',
  version: 1,
  key: (id) => `counter:${id}`,
  secrets: [],
  mirrors: [],
  lists: [],
  indexes: {},
  ranks: {},
  cascades: {},
  content: false,
};

/** What a command is given besides the state, remembered so that a second run is given the same. */
export interface Inputs {
  readonly now: string;
  readonly author: Author;
  readonly ids: string[];
}

interface Scopes {
  /** The handle of a scope that the command named; throws for another. */
  named(id: string): Handle;
  /** Moves on when a command only writes audit entries, so that every commit has a scope that names it. */
  readonly first: Handle;
  /** The handle of any canvas, loaded or not. */
  any(id: string): Handle | undefined;
  /** The command holds the scope, so that nobody is told that it is dead before the command has run. */
  holds(handle: Handle): boolean;
  /** Every index that some kind cascades along. */
  readonly cascading: readonly string[];
  /** Throws when the scope may not take so much memory. */
  refuseFull(handle: Handle): void;
}

/** One run of a command: its writes go to the newest state at once and into the draft. */
export class CommandTransaction implements Transaction {
  readonly #opened = new Map<string, OpenScope>();
  /** Keys that went because of another record. */
  readonly cascaded = new Set<string>();
  /** Scopes to kill that the command does not hold: it must run again when it does. */
  readonly unheld: Handle[] = [];
  #ids = 0;

  constructor(
    private readonly inputs: Inputs,
    readonly scopes: Scopes,
    readonly draft: Draft,
  ) {}

  get now(): string {
    return this.inputs.now;
  }

  get author(): Author {
    return this.inputs.author;
  }

  get directory(): ScopeTransaction {
    return this.scope(DIRECTORY);
  }

  scope(id: string): ScopeTransaction {
    let scope = this.#opened.get(id);
    if (!scope) this.#opened.set(id, (scope = new OpenScope(this.scopes.named(id), this)));
    return scope;
  }

  newId(): string {
    const ids = this.inputs.ids;
    if (this.#ids === ids.length) ids.push(randomUUID());
    return ids[this.#ids++]!;
  }

  nextNumber(counter: string, first: number): number {
    const stored = this.directory.get(Counter, counter);
    const number = Math.max(stored?.next ?? first, first);
    const record = { id: counter, next: number + 1 };
    if (stored) this.directory.update(Counter, record);
    else this.directory.insert(Counter, record);
    return number;
  }

  audit(line: AuditLine): void {
    this.draft.note(this.scopes.first, { ...line, created_at: this.now, author: this.author });
  }

  tombstone(scope: string): void {
    const handle = this.scopes.any(scope);
    if (!handle) return;
    if (this.scopes.holds(handle)) this.draft.kill(handle);
    else this.unheld.push(handle);
  }

  /** What follows from the net changes: bounds are kept, heads move, audit entries are written. Called once, after the command ran. */
  *finish(): Work {
    const { draft } = this;
    draft.close();
    for (const handle of draft.grown()) this.scopes.refuseFull(handle);
    for (const handle of draft.handles) yield* this.#moveHead(handle);
    for (const handle of draft.audited()) yield* this.#auditChanges(handle);
  }

  *#moveHead(handle: Handle): Work {
    const changes = this.draft.changes(handle);
    if (changes.length === 0) return;
    const head = yield* headAfter(handle.head, handle.records!, changes, this.now);
    if (head !== handle.head) this.draft.setHead(handle, head);
  }

  *#auditChanges(handle: Handle): Work {
    for (const [at, { key, kind, before, after }] of this.draft.changes(handle).entries()) {
      if (at % STEPS === STEPS - 1) yield;
      if (!kind.audit) continue;
      const view = this.scope(handle.id);
      const lines = kind.audit(before && recordOf(before), after && recordOf(after), this.cascaded.has(key), view);
      for (const line of lines ? [lines].flat() : []) this.audit(line as AuditLine);
    }
  }
}

class OpenScope extends RecordView implements ScopeTransaction {
  constructor(
    private readonly handle: Handle,
    private readonly tx: CommandTransaction,
  ) {
    super(handle.id, handle.records!);
  }

  get head(): Head {
    return this.handle.head;
  }

  get now(): string {
    return this.tx.now;
  }

  newId(): string {
    return this.tx.newId();
  }

  text(key: string): string {
    const version = this.records.newest(key);
    if (!version) throw new Error(`no record ${key} in ${this.scope}`);
    return version.shown;
  }

  version(key: string): Version | undefined {
    return this.records.newest(key);
  }

  versions(): Iterable<Version> {
    return this.records.allNewest();
  }

  insert<R extends Stored>(kind: Kind<R>, record: R, ordinal = this.records.takeOrdinal()): void {
    const key = kind.key(record.id);
    if (this.records.newest(key)) throw new Error(`record ${key} exists in ${this.scope}`);
    this.#write(kind, key, this.records.versions.of(kind, ordinal, record));
  }

  put(version: Version): void {
    this.#write(version.kind, version.key, this.records.versions.indexed(version));
  }

  update<R extends Stored>(kind: Kind<R>, record: R): void {
    const key = kind.key(record.id);
    const before = this.records.newest(key);
    if (before?.kind !== kind) throw new Error(`no ${kind.name} ${key} in ${this.scope}`);
    const after = this.records.versions.of(kind, before.ordinal, record);
    if (after.shown !== before.shown || after.hidden !== before.hidden) this.#write(kind, key, after);
  }

  *remove(key: string): Work {
    const root = this.records.newest(key);
    if (!root) return;
    const gone = yield* cascade(this.records, root, this.tx.scopes.cascading);
    for (const [at, version] of gone.entries()) {
      if (at % STEPS === STEPS - 1) yield;
      if (version.key !== key) this.tx.cascaded.add(version.key);
      this.#write(version.kind, version.key, undefined);
      for (const scope of version.kind.ownScopes?.(recordOf(version)) ?? []) this.tx.tombstone(scope);
    }
  }

  protected look(key: string): Indexed | undefined {
    return this.records.newest(key);
  }

  protected *every(kind: Kind): Iterable<Version> {
    for (const version of this.records.allNewest()) if (version.kind === kind) yield version;
  }

  #write(kind: Kind, key: string, version: Indexed | undefined): void {
    this.tx.draft.write(this.handle, kind, key, version);
  }
}
