import type { Fields, Values } from './field.ts';
import type { Hooks, View } from './hooks.ts';

/** What every stored record has. Widgets, folders and canvases have string ids, users and groups integers. */
export interface Stored {
  readonly id: string | number;
}

/** Bytes in the asset store that a record refers to. */
export interface Asset {
  readonly hash: string;
  readonly bytes: number;
}

/** One line of the audit log, without what the transaction adds (time, author, address). */
export interface AuditLine {
  readonly action: string;
  readonly target_type: string;
  readonly target_id: string | null;
  readonly target_name: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * What the store must know of a kind of record. Everything in it is declared in the definition; the store
 * builds indexes, lists, cascades and audit entries from it and knows no kind by name.
 */
// biome-ignore lint/suspicious/noExplicitAny: a store holds kinds of every record type
export interface Kind<R extends Stored = any> {
  /** `Note`, `User`: unique among all kinds; for widgets the `widget_type`. */
  readonly name: string;
  /** Of the record's shape. A record stored at a lower version is lifted when it is loaded. */
  readonly version: number;
  readonly lift?: (old: Record<string, unknown>, version: number) => Record<string, unknown>;
  /** The key of a record in its scope. Default: the id itself. Integer ids need a prefix of their own. */
  readonly key: (id: R['id']) => string;
  /** Fields kept in the hidden part. */
  readonly secrets: readonly string[];
  /** Fields repeated under other names in the shown text: [field, other name]. */
  readonly mirrors: readonly (readonly [string, string])[];
  /** Lists of the scope that hold this kind, besides the one with the kind's own name. */
  readonly lists: readonly string[];
  /** Index name to the keys under which a record is found. Names are shared by all kinds of a scope. */
  readonly indexes: Readonly<Record<string, (record: R) => string | readonly string[] | undefined>>;
  /** Rank name to group and number: views answer the largest and the lowest free number of a group, and how many are in it. */
  readonly ranks: Readonly<Record<string, (record: R) => readonly [group: string, value: number] | undefined>>;
  /**
   * Index name to order. When the record with key K is deleted, records of this kind found in that index
   * under K go with it, lower orders first, and within one order the deepest first.
   */
  readonly cascades: Readonly<Record<string, number>>;
  /** Audit line of a net change of one command, if it has one. `cascaded`: deleted because of another record. `view`: after the command. */
  readonly audit?: (
    before: R | undefined,
    after: R | undefined,
    cascaded: boolean,
    view: View,
  ) => AuditLine | readonly AuditLine[] | undefined;
  /** The scopes that belong to a record: they die in the commit that deletes it. One that belongs to no record is a leftover. */
  readonly ownScopes?: (record: R) => readonly string[];
  /** Files that a record refers to: their bytes are kept as long as it is there, and count in its canvas's `asset_size`. */
  readonly assets?: (record: R) => readonly Asset[];
  /** What a write of this kind sets in the head of its canvas; undefined: the record was deleted. */
  readonly head?: (record: R | undefined) => { readonly preview_hash: string };
  /** A write of this kind moves the head's `modified_at` (content of a canvas). */
  readonly content: boolean;
  /** Content that is no part of a demo state: neither saved nor restored. */
  readonly unsaved?: boolean;
}

export interface Definition<F extends Fields = Fields> extends Kind<Values<F> & Stored> {
  readonly fields: F;
  readonly hooks: Hooks<Values<F> & Stored>;
}

export type RecordOf<D> = D extends Kind<infer R> ? R : never;

type Options<F extends Fields> = { readonly name: string; readonly fields: F } & Partial<
  Omit<Definition<F>, 'name' | 'fields' | 'secrets' | 'mirrors'>
>;

/** A definition with the declared parts given and the others empty. No `const` on F: records stay writable. */
export function defineResource<F extends Fields>(options: Options<F>): Definition<F> {
  const entries = Object.entries(options.fields);
  return {
    version: 1,
    key: String,
    lists: [],
    indexes: {},
    ranks: {},
    cascades: {},
    content: false,
    hooks: {},
    ...options,
    secrets: entries.filter(([, field]) => field.word === 'secret').map(([key]) => key),
    mirrors: entries.flatMap(([key, field]) => field.mirrors.map((name) => [key, name] as const)),
  };
}
