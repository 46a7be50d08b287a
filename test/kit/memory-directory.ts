import type { Kind, Stored } from '../../model/resource.ts';
import { NO_HEAD, Records } from '../../server/store/memory/records.ts';
import { Durable } from '../../server/store/memory/view.ts';
import type { Change, ChangeSet, DurableView } from '../../server/store/store.ts';

/** A record with its kind. */
export type Made = readonly [kind: Kind, record: Stored];

export const made = <R extends Stored>(kind: Kind<R>, record: R): Made => [kind, record];

/** A directory in memory with the store's own indexes, for code that only reads it and listens to it. */
export class MemoryDirectory {
  readonly #records = new Records();
  readonly #listeners: ((set: ChangeSet) => void)[] = [];
  readonly directory: DurableView = new Durable('directory', this.#records, NO_HEAD, 1);

  constructor(records: readonly Made[]) {
    for (const [at, [kind, record]] of records.entries()) this.#records.load(this.#records.versions.of(kind, at + 1, record));
  }

  readonly feed = {
    follow: (listener: (set: ChangeSet) => void): (() => void) => {
      this.#listeners.push(listener);
      return () => {};
    },
    keep: () => () => {},
    since: () => undefined,
  };

  /** Puts records as one commit and tells the listeners. */
  put(...records: readonly Made[]): void {
    this.#commit(records.map(([kind, record]) => this.#change(kind, kind.key(record.id), record)));
  }

  remove(kind: Kind, id: string | number): void {
    this.#commit([this.#change(kind, kind.key(id), undefined)]);
  }

  #change(kind: Kind, key: string, record: Stored | undefined): Change {
    const before = this.#records.newest(key);
    const after = record && this.#records.versions.of(kind, before?.ordinal ?? this.#records.takeOrdinal(), record);
    this.#records.replace(key, after);
    this.#records.settle(key, after);
    return { key, kind, before, after };
  }

  #commit(changes: readonly Change[]): void {
    for (const listener of this.#listeners) listener({ scope: 'directory', revision: 1, changes, dead: false });
  }
}
