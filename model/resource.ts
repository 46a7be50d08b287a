import type { Fields, Values } from './field.ts';
import type { Hooks, View } from './hooks.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Tag, Verb, VerbName } from './verb.ts';

/** What every stored record has. Widgets, folders and canvases have string ids, users and groups integers. */
export interface Stored {
  readonly id: string | number;
}

/** Bytes in the asset store that a record refers to. */
export interface StoredBytes {
  readonly hash: string;
  readonly bytes: number;
  /**
   * What a new record of the canvas needs, besides the hash, to have the file again after this one was deleted; plain data. Undefined:
   * the file is over with its record.
   */
  readonly again?: object;
}

/** One line of the audit log, before the transaction adds time, author and address. */
export interface AuditLine {
  readonly action: string;
  readonly target_type: string;
  readonly target_id: string | null;
  readonly target_name: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Makes the audit lines for a kind of record; `audited` builds it from a declaration. */
export interface Audit<R> {
  /** The lines for the net change by one command. `cascaded`: deleted because of another record. `view`: the state after it. */
  readonly changed: (before: R | undefined, after: R | undefined, cascaded: boolean, view: View) => readonly AuditLine[];
  /** The line for an action that a command reports itself: `background changed`. */
  readonly meant: (record: R, action: string, details?: AuditLine['details']) => AuditLine;
}

/**
 * What the store must know of a kind of record. The definition declares all of it; the store builds indexes, lists, cascades
 * and audit lines from it and knows no kind by name.
 */
// biome-ignore lint/suspicious/noExplicitAny: a store holds kinds of every record type
export interface Kind<R extends Stored = any, I extends string = string, N extends string = string> {
  /** `Note`, `User`: unique among all kinds; for widgets the `widget_type`. */
  readonly name: string;
  /** Version of the record's shape. A record stored at a lower version is migrated when it is loaded. */
  readonly version: number;
  readonly migrate?: ((old: Record<string, unknown>, version: number) => Record<string, unknown>) | undefined;
  /** The key of a record in its scope. Default: the id itself. Integer ids need a prefix of their own. */
  readonly key: (id: R['id']) => string;
  /** Fields kept in the hidden part. */
  readonly secrets: readonly string[];
  /** Fields repeated under other names in the shown text: [field, other name]. */
  readonly mirrors: readonly (readonly [string, string])[];
  /** Fields that a record does not keep on the disk, with the value that it has when it is read from there. */
  readonly fleeting?: Readonly<Record<string, unknown>>;
  /** Lists of the scope that hold this kind, besides the one with the kind's own name. */
  readonly lists: readonly string[];
  /** For each index, the keys under which it finds a record. All kinds of a scope share the index of a name. */
  readonly indexes: Readonly<Record<I, (record: R) => string | readonly string[] | undefined>>;
  /**
   * For each number index, the group of a record and its number there. Views answer the largest number, the lowest free
   * number and the number of records in a group.
   */
  readonly numbers: Readonly<Record<N, (record: R) => readonly [group: string, value: number] | undefined>>;
  /**
   * For each index that cascades, an order. When the record with key K is deleted, the records of this kind found in that
   * index under K are deleted with it, lower orders first, and within one order the deepest first.
   */
  readonly cascades: Readonly<{ [K in NoInfer<I>]?: number }>;
  readonly audit?: Audit<R>;
  /** The scopes that a record owns; the commit that deletes the record deletes them. A scope without an owner is a leftover. */
  readonly ownScopes?: (record: R) => readonly string[];
  /** Files that a record refers to. Their bytes are kept as long as the record, and count in its canvas's `asset_size`. */
  readonly assets?: (record: R) => readonly StoredBytes[];
  /** What a write of this kind sets in the head of its canvas. `record` is undefined when it was deleted. */
  readonly head?: (record: R | undefined) => { readonly preview_hash: string };
  /** True: a write of this kind moves the head's `modified_at` (it is content of a canvas). */
  readonly content: boolean;
  /** Fields of the clock that it has: when these alone change, a client that has read the content need not read it again. */
  readonly clock?: readonly string[];
  /** Content that is not part of a demo state: neither saved nor restored. */
  readonly unsaved?: boolean;
}

export interface Definition<F extends Fields = Fields, I extends string = string, N extends string = string>
  extends Kind<Values<F> & Stored, I, N> {
  readonly fields: F;
  readonly hooks: Hooks<Values<F> & Stored>;
  /** The endpoints; undefined: none. */
  readonly collection?: Collection;
  /** Keys that a PATCH takes but no record holds. */
  readonly patchOnly?: Fields;
}

/** The endpoints of a kind of record, from which `server/collections` makes routes. */
export interface Collection {
  /** The folder of the file of the definition in `model/resources`. Undefined: the file is in no folder there, or is that of a widget. */
  readonly folder?: 'accounts' | 'config' | 'displays';
  /** Below `/api/v1`: `/users/:user_id/access-tokens`. */
  readonly path: string;
  /** Name of the path segment of one record: `token_id`. Without it there is only one record, at `path`. */
  readonly param?: string;
  /** Where the records are: the directory, the canvas of the path, or an ephemeral scope that the server has already made. */
  readonly scope: 'directory' | 'canvas' | 'client' | `live:${string}`;
  /** The name in refusals: `Access token`. Default: the name of the kind. */
  readonly called?: string;
  readonly tag: Tag;
  readonly verbs: Readonly<Partial<Record<VerbName, Verb>>>;
  /** Ids are whole numbers starting here, never given twice. Default: UUIDs. */
  readonly firstId?: number;
  /** Set when each record belongs to a record of another kind. */
  readonly within?: Within;
  /** A create may bring the id of the new record, in the header `Easel-Id`. */
  readonly ownIds?: true;
  /** Some of its texts may have up to a million characters. */
  readonly longTexts?: true;
  /** The schema of answers, when it is not the shown fields. */
  readonly answer?: JsonSchema;
}

/** What the records of a collection belong to: a record that the path names first, or the only one of its kind in the scope. */
export type Container =
  | { readonly container: CollectedKind; readonly only?: undefined }
  | { readonly container: Kind; readonly only: (view: View) => Stored };

type Within = Container & {
  /** The field that holds the id of the container. */
  readonly field: string;
  /** The index that finds the records by the key of their container. */
  readonly index: string;
};

/** Any definition that has a collection. */
export interface CollectedKind extends Kind {
  readonly fields: Fields;
  // biome-ignore lint/suspicious/noExplicitAny: hooks take the records of their own type
  readonly hooks: Hooks<any>;
  /** Keys that a PATCH takes but no record holds. */
  readonly patchOnly?: Fields;
  readonly collection: Collection;
}

export const hasCollection = <K extends Kind>(kind: K): kind is K & CollectedKind =>
  'collection' in kind && kind.collection !== undefined;

export type RecordOf<D> = D extends Kind<infer R> ? R : never;

type Options<F extends Fields, I extends string, N extends string> = { readonly name: string; readonly fields: F } & Partial<
  Omit<Definition<F, I, N>, 'name' | 'fields' | 'secrets' | 'mirrors' | 'fleeting' | 'collection'>
>;

/** A definition from its declared parts, with the others empty. No `const` on F, so that records stay writable. */
export function defineResource<
  F extends Fields,
  C extends Collection | undefined = undefined,
  I extends string = never,
  N extends string = never,
>(options: Options<F, I, N> & { readonly collection?: C }): Definition<F, I, N> & { readonly collection: C } {
  const entries = Object.entries(options.fields);
  const fleeting = entries.filter(([, field]) => field.fleeting).map(([key, { initial }]) => [key, initial()] as const);
  return {
    version: 1,
    key: String,
    lists: [],
    numbers: {} as Definition<F, I, N>['numbers'],
    cascades: {} as Definition<F, I, N>['cascades'],
    content: false,
    hooks: {},
    collection: undefined as C,
    ...options,
    indexes: { ...filesIndex(options.assets), ...options.indexes } as Definition<F, I, N>['indexes'],
    secrets: entries.filter(([, field]) => field.word === 'secret').map(([key]) => key),
    ...(fleeting.length > 0 && { fleeting: Object.fromEntries(fleeting) }),
    mirrors: entries.flatMap(([key, field]) => field.mirrors.map((name) => [key, name] as const)),
  };
}

/** Finds records by the files they refer to. */
const filesIndex = <R>(assets?: (record: R) => readonly StoredBytes[]) =>
  assets && { assets: (record: R) => assets(record).map(({ hash }) => hash) };
