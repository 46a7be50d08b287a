import type { Body } from './field.ts';
import type { Kind, Stored } from './resource.ts';

/** Reads of one scope, as a hook or a command sees it: durable and pending records. */
export interface View {
  /** `directory`, or the id of a canvas. */
  readonly scope: string;
  get<R extends Stored>(kind: Kind<R>, id: R['id']): R | undefined;
  /** The record with this key, whatever its kind. */
  find(key: string): { readonly kind: Kind; readonly record: Stored } | undefined;
  /** All records of a kind, in creation order. */
  all<R extends Stored>(kind: Kind<R>): R[];
  /** Records of a kind found in an index of its definition, in creation order. */
  by<R extends Stored, I extends string>(kind: Kind<R, I>, index: NoInfer<I>, key: string): R[];
  /** Any one of the records that `by` finds; undefined when there is none. */
  any<R extends Stored, I extends string>(kind: Kind<R, I>, index: NoInfer<I>, key: string): R | undefined;
  /**
   * The largest number in a group of a number index, without the record `except`; undefined when the group is empty. Number
   * indexes of the same name are one index, whichever kind is given.
   */
  highest<N extends string>(kind: NumberIndexed<N>, index: NoInfer<N>, group: string, except?: string): number | undefined;
  /** The lowest number, starting at `from`, that no record in a group of a number index has. For whole numbers below 2^30. */
  lowestFree<N extends string>(kind: NumberIndexed<N>, index: NoInfer<N>, group: string, from: number): number;
  /** The number of records in a group of a number index. */
  count<N extends string>(kind: NumberIndexed<N>, index: NoInfer<N>, group: string): number;
  /** What lies next to a number in a group of a number index. `without`: a number of the group that does not count, once. */
  neighbours<N extends string>(
    kind: NumberIndexed<N>,
    index: NoInfer<N>,
    group: string,
    number: number,
    without?: number,
  ): Neighbours;
  /** Keys of a group of a number index in rising order of their numbers, equal ones in creation order. There may be 100,000. */
  ordered<N extends string>(kind: NumberIndexed<N>, index: NoInfer<N>, group: string): Work<string[]>;
}

/** The next lower and the next higher number, and how many records have the number itself. */
export interface Neighbours {
  readonly lower: number | undefined;
  readonly higher: number | undefined;
  readonly same: number;
}

/** The part of a definition that names its number indexes. */
export interface NumberIndexed<N extends string> {
  readonly numbers: Readonly<Record<N, unknown>>;
}

/** Reads and writes of one scope inside a transaction. Every record returned is a copy, and a write stores a copy. */
export interface Writer extends View {
  /** Time of the transaction, `YYYY-MM-DDTHH:mm:ss.sssZ`; the same in a second run. */
  readonly now: string;
  insert<R extends Stored>(kind: Kind<R>, record: R): void;
  /** Replaces the record with the same id. Writing an equal record writes nothing. */
  update<R extends Stored>(kind: Kind<R>, record: R): void;
  /** Deletes the record and all that its deletion cascades to. May pause when that is long: `yield* writer.remove(…)`. */
  remove(key: string): Work;
  /** A new id. Ids come from the transaction, so that a second run of a command uses the same ones. */
  newId(): string;
}

/** Synchronous work that may pause between steps; never a Promise. */
export type Work<T = void> = Generator<void, T, void>;

/**
 * What the caller of a hook knows. `sent`: the names of the fields that the body held (aliases resolved, nulls left out).
 * `previous`: the stored record, given for a PATCH.
 */
export interface About<R> {
  readonly sent: ReadonlySet<string>;
  /** What was sent; empty for a record that is made from no body. */
  readonly body: Body;
  readonly previous: Readonly<R> | undefined;
  readonly view: View;
  /** Time of the transaction. */
  readonly now: string;
}

/** Run in this order, all within the command; a second run of the command runs them again. */
export interface Hooks<R> {
  /** May change `next`. Must not refuse: a refusal here is a bug, and only the log would tell of it. */
  readonly prepare?: (next: R, about: About<R>) => void;
  /** May refuse. Must not change anything. */
  readonly check?: (next: Readonly<R>, about: About<R>) => void;
  /** May refuse to let a request change the record at all. Runs before the body is read. */
  readonly changing?: (record: Readonly<R>) => void;
  /** May refuse to let a request delete the record. Not called for records deleted by a cascade. */
  readonly removing?: (record: Readonly<R>, view: View) => void;
  /**
   * Runs after the record was written, and may write further records in the same transaction. Refuses when one cannot be made.
   * `about`: undefined for a copy, which is made from no request.
   */
  readonly created?: (record: Readonly<R>, writer: Writer, about?: About<R>) => Work | void;
  readonly changed?: (record: Readonly<R>, previous: Readonly<R>, writer: Writer, about?: About<R>) => Work | void;
  /** Before a copy (clone, copied canvas, restored state) is written; replaces `prepare` and `check`. May change, not refuse. */
  readonly copied?: (next: R, now: string) => void;
}
