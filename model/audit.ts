import type { View } from './hooks.ts';
import type { Audit, AuditLine } from './resource.ts';

type Details = NonNullable<AuditLine['details']>;

interface AuditTarget {
  readonly id: string | number;
  readonly name: string;
}

/** Makes the line for one sort of change, `User blocked`; undefined when the change is not of that sort. */
type Told<R> = (before: R, after: R) => Pick<AuditLine, 'action' | 'details'> | undefined;

interface AuditDeclaration<R> {
  /** The beginning of every action: `Group` in `Group created`. */
  readonly noun: string;
  /** `target_type` */
  readonly type: string;
  /** What the lines are about. Default: the record itself. */
  readonly target?: (record: R, view: View) => AuditTarget;
  /** Details that every line carries. */
  readonly details?: (record: R) => Details;
  /** Actions of creation and deletion. Default: `created`, `deleted`. */
  readonly words?: readonly [created: string, deleted: string];
  /** False: a record that is deleted by a cascade gets no line. */
  readonly cascaded?: false;
  /** Records that never get a line. */
  readonly silent?: (record: R) => boolean;
  /** The lines that a change may get, in this order. */
  readonly changes?: readonly Told<R>[];
}

/** Makes the audit of a kind of record from what its definition declares. */
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

/** One line for any change. */
export const updated =
  (action: string): Told<unknown> =>
  () => ({ action });

/** One line with the names of the changed fields, each under the name given for it in `names`. */
export const updatedFields =
  <R>(action: string, names: { readonly [K in keyof R]?: string }): Told<R> =>
  (before, after) => {
    const fields = Object.entries(names) as [keyof R, string][];
    const changed = fields.filter(([field]) => before[field] !== after[field]).map(([, name]) => name);
    return changed.length > 0 ? { action, details: { changed } } : undefined;
  };

/** One line for a change of one field, with its old and its new value. The action may depend on the new value. */
export const replaced =
  <R, K extends keyof R>(field: K, action: (to: R[K]) => string): Told<R> =>
  (before, after) => {
    const from = before[field];
    const to = after[field];
    return from === to ? undefined : { action: action(to), details: { from, to } };
  };

/** One line when a field changed (to `value`, if one is given), without the old value. */
export const became =
  <R, K extends keyof R>(action: string, field: K, value?: R[K]): Told<R> =>
  (before, after) =>
    before[field] !== after[field] && (value === undefined || after[field] === value) ? { action } : undefined;
