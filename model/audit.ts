import type { View } from './hooks.ts';
import type { Audit, AuditLine } from './resource.ts';

type Details = NonNullable<AuditLine['details']>;

interface AuditTarget {
  readonly id: string | number;
  readonly name: string;
}

/** A line of its own that a change may have: `User blocked`. */
type Told<R> = (before: R, after: R) => Pick<AuditLine, 'action' | 'details'> | undefined;

interface AuditDeclaration<R> {
  /** Begins the actions: `Group created`. */
  readonly noun: string;
  /** `target_type` */
  readonly type: string;
  /** What the lines are about. Default: the record. */
  readonly target?: (record: R, view: View) => AuditTarget;
  /** In every line. */
  readonly details?: (record: R) => Details;
  /** Actions of creation and deletion. Default: `created`, `deleted`. */
  readonly words?: readonly [created: string, deleted: string];
  /** False: nothing is told of a record that goes because of another one. */
  readonly cascaded?: false;
  /** Nothing is ever told of these. */
  readonly silent?: (record: R) => boolean;
  /** What is told of a change, in this order. */
  readonly changes?: readonly Told<R>[];
}

/** The audit of a kind of record, as it is declared with its definition. */
export function audited<R>(declared: AuditDeclaration<R>): Audit<R> {
  const { noun, type, words: [created, deleted] = ['created', 'deleted'], cascaded: tellsCascaded = true } = declared;
  const { target = (record: R) => record as unknown as AuditTarget, details: shared, silent, changes = [] } = declared;
  const lineFor = (record: R, { id, name }: AuditTarget) => {
    const all = shared?.(record);
    return (action: string, details: Details | undefined = all): AuditLine => ({
      action,
      target_type: type,
      target_id: String(id),
      target_name: name,
      ...(details && { details }),
    });
  };
  return {
    changed(before, after, cascaded, view) {
      const record = (after ?? before)!;
      if (silent?.(record) || (cascaded && !tellsCascaded)) return [];
      const line = lineFor(record, target(record, view));
      if (!before) return [line(`${noun} ${created}`)];
      if (!after) return [line(`${noun} ${deleted}`)];
      return changes.flatMap((change) => {
        const told = change(before, after);
        return told ? [line(told.action, told.details)] : [];
      });
    },
    meant: (record, action, details) => lineFor(record, record as unknown as AuditTarget)(`${noun} ${action}`, details),
  };
}

/** Any change, whatever of. */
export const updated =
  (action: string): Told<unknown> =>
  () => ({ action });

/** A change of some fields: their names are told, under another one where the value of the pair says so. */
export const updatedFields =
  <R>(action: string, names: { readonly [K in keyof R]?: string }): Told<R> =>
  (before, after) => {
    const fields = Object.entries(names) as [keyof R, string][];
    const changed = fields.filter(([field]) => before[field] !== after[field]).map(([, name]) => name);
    return changed.length > 0 ? { action, details: { changed } } : undefined;
  };

/** A change of one field, from what to what. The action may depend on the new value. */
export const replaced =
  <R, K extends keyof R>(field: K, action: (to: R[K]) => string): Told<R> =>
  (before, after) => {
    const [from, to] = [before[field], after[field]];
    return from === to ? undefined : { action: action(to), details: { from, to } };
  };

/** A field has another value now, this one where it is given; which it had before is not told. */
export const became =
  <R, K extends keyof R>(action: string, field: K, value?: R[K]): Told<R> =>
  (before, after) =>
    before[field] !== after[field] && (value === undefined || after[field] === value) ? { action } : undefined;
