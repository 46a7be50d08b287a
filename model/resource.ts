import type { TSchema } from 'typebox';
import type { Fields, Values } from './field.ts';
import type { Hooks, View } from './hooks.ts';
import type { Tag, Verb, VerbName } from './verb.ts';

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

/** What the audit log is told of a kind of record; `audited` makes it of a declaration. */
export interface Audit<R> {
  /** Lines of a net change of one command. `cascaded`: deleted because of another record. `view`: after the command. */
  readonly changed: (before: R | undefined, after: R | undefined, cascaded: boolean, view: View) => readonly AuditLine[];
  /** The line of what a command meant to do with a record: `background changed`. */
  readonly meant: (record: R, action: string, details?: AuditLine['details']) => AuditLine;
}

/**
 * What the store must know of a kind of record. Everything in it is declared in the definition; the store
 * builds indexes, lists, cascades and audit entries from it and knows no kind by name.
 */
// biome-ignore lint/suspicious/noExplicitAny: a store holds kinds of every record type
export interface Kind<R extends Stored = any, I extends string = string, N extends string = string> {
  /** `Note`, `User`: unique among all kinds; for widgets the `widget_type`. */
  readonly name: string;
  /** Of the record's shape. A record stored at a lower version is migrated when it is loaded. */
  readonly version: number;
  readonly migrate?: (old: Record<string, unknown>, version: number) => Record<string, unknown>;
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
  /** Index name to the keys under which a record is found. Names are shared by all kinds of a scope. */
  readonly indexes: Readonly<Record<I, (record: R) => string | readonly string[] | undefined>>;
  /**
   * Name of a number index to the group of a record and its number there. Views answer the largest and the lowest free number of
   * a group, and how many records are in it.
   */
  readonly numbers: Readonly<Record<N, (record: R) => readonly [group: string, value: number] | undefined>>;
  /**
   * Index name to order. When the record with key K is deleted, records of this kind found in that index
   * under K go with it, lower orders first, and within one order the deepest first.
   */
  readonly cascades: Readonly<{ [K in NoInfer<I>]?: number }>;
  readonly audit?: Audit<R>;
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

export interface Definition<F extends Fields = Fields, I extends string = string, N extends string = string>
  extends Kind<Values<F> & Stored, I, N> {
  readonly fields: F;
  readonly hooks: Hooks<Values<F> & Stored>;
  /** Its endpoints, where it has some. */
  readonly collection?: Collection;
  /** Keys that a PATCH takes and no record holds. */
  readonly patchOnly?: Fields;
}

/** The endpoints of a kind of record: `server/collections` makes them of it. */
export interface Collection {
  /** Below `/api/v1`: `/users/:user_id/access-tokens`. */
  readonly path: string;
  /** Of the path of one record: `token_id`. Without it there is one record only, at `path`. */
  readonly param?: string;
  /**
   * Where the records are: the directory, the canvas or the display client of the path, or an ephemeral scope that the server
   * has made by then.
   */
  readonly scope: 'directory' | 'canvas' | 'client' | `live:${string}`;
  /** In refusals: `Access token`. Default: the name of the kind. */
  readonly called?: string;
  readonly tag: Tag;
  readonly verbs: Readonly<Partial<Record<VerbName, Verb>>>;
  /** Ids are whole numbers from this one on, never given twice. Default: UUIDs. */
  readonly firstId?: number;
  /** Each record belongs to one of another collection, which the path names first. */
  readonly within?: {
    readonly container: Collected;
    /** Holds the id of the container. */
    readonly field: string;
    /** Finds the records by the key of their container. */
    readonly index: string;
  };
  /** Some text that may be sent has up to a million characters. */
  readonly longTexts?: true;
  /** What an answer holds, where it is not the fields that are shown. */
  readonly answer?: TSchema;
}

/** A definition that has a collection, and of which nothing more is known. */
export interface Collected extends Kind {
  readonly fields: Fields;
  // biome-ignore lint/suspicious/noExplicitAny: hooks take the records of their own type
  readonly hooks: Hooks<any>;
  /** Keys that a PATCH takes and no record holds. */
  readonly patchOnly?: Fields;
  readonly collection: Collection;
}

export const hasCollection = <K extends Kind>(kind: K): kind is K & Collected =>
  'collection' in kind && kind.collection !== undefined;

export type RecordOf<D> = D extends Kind<infer R> ? R : never;

type Options<F extends Fields, I extends string, N extends string> = { readonly name: string; readonly fields: F } & Partial<
  Omit<Definition<F, I, N>, 'name' | 'fields' | 'secrets' | 'mirrors' | 'fleeting' | 'collection'>
>;

/** A definition with the declared parts given and the others empty. No `const` on F: records stay writable. */
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

/** By the files that a record refers to. */
const filesIndex = <R>(assets?: (record: R) => readonly Asset[]) =>
  assets && { assets: (record: R) => assets(record).map(({ hash }) => hash) };
