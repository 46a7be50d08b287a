import type { Kind, Stored } from './resource.ts';

/** Reads of one scope, as a hook or a command sees them (durable and pending). */
export interface View {
  /** `directory` or the id of a canvas. */
  readonly scope: string;
  get<R extends Stored>(kind: Kind<R>, id: R['id']): R | undefined;
  /** The record with this key, of whatever kind. */
  find(key: string): { readonly kind: Kind; readonly record: Stored } | undefined;
  /** All records of a kind, in creation order. */
  all<R extends Stored>(kind: Kind<R>): R[];
  /** Records of a kind found in an index, in creation order. */
  by<R extends Stored>(kind: Kind<R>, index: string, key: string): R[];
  /** The largest number of a rank's group, `except` one record's own; undefined when the group is empty. */
  highest(rank: string, group: string, except?: string): number | undefined;
  /** The lowest number from `from` on that no record of a rank's group has; for ranks of whole numbers below 2^30. */
  lowestFree(rank: string, group: string, from: number): number;
  /** How many records are in a rank's group. */
  count(rank: string, group: string): number;
}

/** Reads and writes of one scope inside a transaction. Records given out are copies; a write stores a copy. */
export interface Writer extends View {
  /** Time of the transaction, `YYYY-MM-DDTHH:mm:ss.sssZ`; the same in a second run. */
  readonly now: string;
  insert<R extends Stored>(kind: Kind<R>, record: R): void;
  /** Replaces the record with the same id. Writing an equal record writes nothing. */
  update<R extends Stored>(kind: Kind<R>, record: R): void;
  /** Deletes the record and all that its deletion cascades to. Pauses on long work: `yield* writer.remove(…)`. */
  remove(key: string): Work;
  /** Ids come from the transaction so that a second run of a command uses the same ones. */
  newId(): string;
}

/** Synchronous work that may be paused between steps, never a Promise. */
export type Work<T = void> = Generator<void, T, void>;

/**
 * What the caller of a hook knows. `sent` holds the field names that the body held (after aliases, without nulls);
 * `previous` is the stored record of a PATCH.
 */
export interface About<R> {
  readonly sent: ReadonlySet<string>;
  readonly previous: R | undefined;
  readonly view: View;
  /** Time of the transaction. */
  readonly now: string;
}

/** Run in this order. All in the turn of the command; a second run of the command runs them again. */
export interface Hooks<R> {
  /** May change `next`. Must not refuse. */
  readonly prepare?: (next: R, about: About<R>) => void;
  /** May refuse. Must not change. */
  readonly check?: (next: R, about: About<R>) => void;
  /** After the record was written: further writes of the same transaction. */
  readonly created?: (record: R, writer: Writer) => Work | void;
  readonly changed?: (record: R, previous: R, writer: Writer) => Work | void;
  /** Instead of `prepare` and `check`: a copy (clone, copied canvas, restored state), before it is written. May change, must not refuse. */
  readonly copied?: (next: R, now: string) => void;
}
