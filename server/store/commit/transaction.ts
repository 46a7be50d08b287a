import { randomUUID } from 'node:crypto';
import type { Work } from '../../../model/hooks.ts';
import type { AuditLine, Kind, Stored } from '../../../model/resource.ts';
import { STEPS } from '../../scheduler.ts';
import type { ScopeState } from '../memory/scope-state.ts';
import type { Indexed } from '../memory/versions.ts';
import { RecordView } from '../memory/view.ts';
import { type Author, DIRECTORY, type Head, recordOf, type ScopeTransaction, type Transaction, type Version } from '../store.ts';
import { cascade } from './cascade.ts';
import { isEdited } from './content-revision.ts';
import { headAfter } from './head.ts';
import type { WriteSet } from './write-set.ts';

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
  numbers: {},
  cascades: {},
  content: false,
};

/** The inputs of a command besides the state, remembered so that a second run is given the same. */
export interface Inputs {
  readonly now: string;
  readonly author: Author;
  readonly ids: string[];
}

interface Scopes {
  /** The state of a scope that the command named; throws for another. */
  named(id: string): ScopeState;
  /** The durable scope whose revision an audit entry moves on, so that every commit has a scope that names it. */
  readonly audited: ScopeState | undefined;
  /** The state of any canvas, loaded or not. */
  any(id: string): ScopeState | undefined;
  isNamed(state: ScopeState): boolean;
  /** The command holds the scope, so that nobody is told that it is dead before the command has run. */
  holds(state: ScopeState): boolean;
  /** Every index that some kind cascades along. */
  readonly cascading: readonly string[];
  /** Throws when there is no memory left for the scope. */
  refuseFull(state: ScopeState): void;
}

interface Intent {
  readonly key: string;
  readonly line: AuditLine;
}

/** How the audit entry of a change is called instead. */
interface AuditName {
  readonly key: string;
  readonly usual: string;
  readonly action: string;
}

/** One run of a command: its writes go to the newest state at once and into the write set. */
export class CommandTransaction implements Transaction {
  readonly #opened = new Map<string, OpenScope>();
  /** Keys that went because of another record. */
  readonly cascaded = new Set<string>();
  /** Scopes to kill that the command does not hold: it must run again when it does. */
  readonly unheld: ScopeState[] = [];
  readonly #intents: Intent[] = [];
  readonly #renamed: AuditName[] = [];
  #ids = 0;

  constructor(
    private readonly inputs: Inputs,
    readonly scopes: Scopes,
    readonly writeSet: WriteSet,
  ) {}

  get now(): string {
    return this.inputs.now;
  }

  get author(): Author {
    return this.inputs.author;
  }

  get changed(): number {
    return this.writeSet.size;
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
    const { audited } = this.scopes;
    if (!audited) throw new Error('an audit entry is durable: the command must name a scope that is');
    this.writeSet.note(audited, { ...line, created_at: this.now, author: this.author });
  }

  tombstone(scope: string): void {
    const state = this.scopes.any(scope);
    if (!state) return;
    if (state.isLive && this.scopes.isNamed(state)) this.writeSet.shut(state, this.now);
    else if (this.scopes.holds(state)) this.writeSet.kill(state);
    else this.unheld.push(state);
  }

  renew(scope: string): void {
    const state = this.scopes.named(scope);
    this.writeSet.setHead(state, { ...state.head, renewed: this.newId() });
  }

  intend<R extends Stored>(kind: Kind<R>, record: R, action: string, details?: AuditLine['details']): void {
    if (!kind.audit) throw new Error(`${kind.name} is not audited`);
    this.#intents.push({ key: kind.key(record.id), line: kind.audit.meant(record, action, details) });
  }

  auditAs<R extends Stored>(kind: Kind<R>, record: R, usual: string, action: string): void {
    this.#renamed.push({ key: kind.key(record.id), usual, action });
  }

  /**
   * Does what follows from the net changes: keeps bounds, moves heads, writes audit entries. Called once, after the command ran.
   * `incidental`: it was no work on the content.
   */
  *finish({ incidental = false }: { readonly incidental?: boolean }): Work {
    const { writeSet } = this;
    writeSet.close();
    for (const state of writeSet.grown()) this.scopes.refuseFull(state);
    for (const state of writeSet.states) yield* this.#moveHead(state, incidental ? undefined : this.now);
    const audited = writeSet.audited();
    this.#auditIntents();
    for (const state of audited) yield* this.#auditChanges(state);
  }

  /** Writes the intents that stand alone; the others take their place among the changes. */
  #auditIntents(): void {
    if (this.writeSet.size === 0) return;
    for (const { key, line } of this.#intents) if (!this.writeSet.isMade(key)) this.audit(line);
  }

  *#moveHead(state: ScopeState, now: string | undefined): Work {
    const changes = this.writeSet.changes(state);
    if (changes.length === 0) return;
    const head = yield* headAfter(state.head, state.records!, changes, now);
    if (head !== state.head) this.writeSet.setHead(state, head);
    if (now !== undefined && (yield* isEdited(changes))) this.writeSet.edit(state);
  }

  *#auditChanges(state: ScopeState): Work {
    for (const [at, { key, kind, before, after }] of this.writeSet.changes(state).entries()) {
      if (at % STEPS === STEPS - 1) yield;
      if (!kind.audit) continue;
      const meant = before ? [] : this.#intents.filter((intent) => intent.key === key);
      const told = () =>
        kind.audit!.changed(before && recordOf(before), after && recordOf(after), this.cascaded.has(key), this.scope(state.id));
      for (const line of meant.length > 0 ? meant.map(({ line }) => line) : told()) this.audit(this.#called(key, line));
    }
  }

  #called(key: string, line: AuditLine): AuditLine {
    const renamed = this.#renamed.find((one) => one.key === key && one.usual === line.action);
    return renamed ? { ...line, action: renamed.action } : line;
  }
}

class OpenScope extends RecordView implements ScopeTransaction {
  constructor(
    private readonly state: ScopeState,
    private readonly tx: CommandTransaction,
  ) {
    super(state.id, state.records!);
  }

  get head(): Head {
    const { head, durableHead } = this.state;
    const { content_revision } = durableHead;
    return content_revision === undefined ? head : { ...head, content_revision };
  }

  isEditedSince(revision: number): boolean {
    return this.state.isEditedSince(revision);
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
    if (kind.assets && this.state.isLive) throw new Error(`a ${kind.name} in ${this.scope} would keep no file alive`);
    this.tx.writeSet.write(this.state, kind, key, version);
  }
}
