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
  /** Records of a kind found in an index of its definition, in creation order. */
  by<R extends Stored, I extends string>(kind: Kind<R, I>, index: NoInfer<I>, key: string): R[];
  /**
   * The largest number of a group of a number index, `except` one record's own; undefined when the group is empty. Number
   * indexes of one name are one, whichever kind is given.
   */
  highest<N extends string>(kind: Numbered<N>, index: NoInfer<N>, group: string, except?: string): number | undefined;
  /** The lowest number from `from` on that no record of a group of a number index has; for whole numbers below 2^30. */
  lowestFree<N extends string>(kind: Numbered<N>, index: NoInfer<N>, group: string, from: number): number;
  /** How many records are in a group of a number index. */
  count<N extends string>(kind: Numbered<N>, index: NoInfer<N>, group: string): number;
}

/** As much of a definition as says which number indexes its records are in. */
export interface Numbered<N extends string> {
  readonly numbers: Readonly<Record<N, unknown>>;
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
  readonly previous: Readonly<R> | undefined;
  readonly view: View;
  /** Time of the transaction. */
  readonly now: string;
}

/** Run in this order. All in the turn of the command; a second run of the command runs them again. */
export interface Hooks<R> {
  /** May change `next`. Must not refuse: that would be a fault, and nobody is told of it but the log. */
  readonly prepare?: (next: R, about: About<R>) => void;
  /** May refuse. Must not change. */
  readonly check?: (next: Readonly<R>, about: About<R>) => void;
  /** May refuse that a request changes the record at all, before its body is read. */
  readonly changing?: (record: Readonly<R>) => void;
  /** May refuse that a request deletes the record; not asked of what goes with another one. */
  readonly removing?: (record: Readonly<R>, view: View) => void;
  /** After the record was written: further writes of the same transaction. */
  readonly created?: (record: Readonly<R>, writer: Writer) => Work | void;
  readonly changed?: (record: Readonly<R>, previous: Readonly<R>, writer: Writer) => Work | void;
  /** Instead of `prepare` and `check`: a copy (clone, copied canvas, restored state), before it is written. May change, must not refuse. */
  readonly copied?: (next: R, now: string) => void;
}
