import type { Fields } from './field.ts';
import type { Hooks } from './hooks.ts';
import type { Kind, Stored } from './resource.ts';

/** A kind with its fields, of which nothing more is known. */
interface Defined extends Kind {
  readonly fields: Fields;
  // biome-ignore lint/suspicious/noExplicitAny: hooks take the records of their own type
  readonly hooks: Hooks<any>;
}

/** One copying of records: what it gives to each of them. */
export interface Copying {
  /** The id in the copy of what has this id in the source; an id that is not copied stays. */
  readonly to: (id: string) => string;
  /** One record alone, not its whole canvas. */
  readonly clone: boolean;
  readonly now: string;
}

/**
 * The record as a copy begins: ids replaced in every field whose type names records of its scope (its own id, parent,
 * ends), and fields that are not copied at their initial value. No kind is known by name here: what is replaced and
 * what is left out is said in the definition.
 */
export function copyOf<R extends Stored>(kind: Kind<R>, record: R, { to, clone, now }: Copying): R {
  const { fields, hooks } = kind as unknown as Defined;
  const next = uncopied(kind, record, clone) as Record<string, unknown>;
  for (const name in fields) {
    const { type } = fields[name]!;
    if (type.refer && next[name] !== undefined) next[name] = type.refer(next[name], to);
  }
  hooks.copied?.(next, now);
  return next as R;
}

/** The record without what a copy of it does not keep. */
export function uncopied<R extends Stored>(kind: Kind<R>, record: R, clone = false): R {
  const { fields } = kind as unknown as Defined;
  const next = { ...record } as Record<string, unknown>;
  for (const name in fields) {
    const { copied, initial } = fields[name]!;
    if (copied === 'never' || (clone && copied !== 'always')) next[name] = initial();
  }
  return next as R;
}

/** Is a copy that keeps its ids always the record itself, whenever it is made? */
export function copiesAsIs(kind: Kind): boolean {
  const { fields, hooks } = kind as Defined;
  return !hooks.copied && Object.values(fields).every(({ copied }) => copied !== 'never');
}
