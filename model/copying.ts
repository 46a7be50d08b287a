import type { Fields } from './field.ts';
import type { Hooks } from './hooks.ts';
import type { Kind, Stored } from './resource.ts';

/** Any kind, with its fields and hooks. */
interface DefinedKind extends Kind {
  readonly fields: Fields;
  // biome-ignore lint/suspicious/noExplicitAny: hooks take the records of their own type
  readonly hooks: Hooks<any>;
}

/** How a set of records is copied. */
export interface CopyPlan {
  /** The new id of a copied record, given its id in the source. Ids that are not copied are returned unchanged. */
  readonly to: (id: string) => string;
  /** True: a single record is cloned. False: its whole canvas is copied. */
  readonly clone: boolean;
  readonly now: string;
}

/**
 * The copy of a record, as it starts out: ids are replaced in every field whose type names records of the same scope (the
 * record's own id, its parent, connector ends), and fields that are not copied get their initial value. This function knows
 * no kind by name; the definitions say what is replaced and what is left out.
 */
export function copyOf<R extends Stored>(kind: Kind<R>, record: R, { to, clone, now }: CopyPlan): R {
  const { fields, hooks } = kind as unknown as DefinedKind;
  const next = uncopied(kind, record, clone) as Record<string, unknown>;
  for (const name in fields) {
    const { type } = fields[name]!;
    if (type.refer && next[name] !== undefined) next[name] = type.refer(next[name], to);
  }
  hooks.copied?.(next, now);
  return next as R;
}

/** The record with its initial value in every field that a copy does not keep. */
export function uncopied<R extends Stored>(kind: Kind<R>, record: R, clone = false): R {
  const { fields } = kind as unknown as DefinedKind;
  const next = { ...record } as Record<string, unknown>;
  for (const name in fields) {
    const { copied, initial } = fields[name]!;
    if (copied === 'never' || (clone && copied !== 'always')) next[name] = initial();
  }
  return next as R;
}

/** Is a copy that keeps its ids always equal to the record, whenever it is made? */
export function copiesAsIs(kind: Kind): boolean {
  const { fields, hooks } = kind as DefinedKind;
  return !hooks.copied && Object.values(fields).every(({ copied }) => copied !== 'never');
}
