import type { Operation } from '../../live/edits/edit.ts';
import type { Element } from '../../live/element.ts';
import { type FieldChanges, fieldOf, type Step } from './step.ts';
import { isSame } from './values.ts';

export interface Reverted {
  readonly operations: readonly Operation[];
  /** Things that others have changed since. */
  readonly left: number;
}

/**
 * Gives fields the values from before, where they still have those of the step.
 * @param idOf the id of a widget that is there or comes back with this step; undefined: it is not there
 */
export function revertChanges(
  { changed }: Pick<Step, 'changed'>,
  record: (id: string) => Element | undefined,
  idOf: (id: string) => string | undefined,
): Reverted {
  const operations: Operation[] = [];
  let left = 0;
  for (const [id, changes] of changed) {
    const shown = record(id);
    const { body, kept } = shown ? bodyOf(changes, shown, idOf) : { body: {}, kept: changes.size };
    if (kept > 0) left++;
    if (Object.keys(body).length > 0) operations.push({ op: 'update', id, body });
  }
  return { operations, left };
}

function bodyOf(changes: FieldChanges, shown: Element, idOf: (id: string) => string | undefined) {
  const body: Record<string, unknown> = {};
  const kept = new Set<string>();
  for (const [field, { from, to }] of changes) {
    const value = isSame(fieldOf(shown, field), to) ? valueNow(field, from, idOf) : undefined;
    if (value === undefined) kept.add(field);
    else body[field] = value;
  }
  // A place is one on its parent
  if (kept.has('parent_id')) for (const field of ['location', 'scale']) if (field in body) keep(field);
  // Turned on again, it would write over the colour that somebody chose
  if (kept.has('text_color') && 'auto_text_color' in body) keep('auto_text_color');
  if ((body.auto_text_color ?? fieldOf(shown, 'auto_text_color')) === true) delete body.text_color;
  // What lies above what is also decided by what others raise, and no loss
  kept.delete('depth');
  return { body, kept: kept.size };

  function keep(field: string): void {
    delete body[field];
    kept.add(field);
  }
}

/** The value with the ids of what comes back; undefined: it names a widget that is not there. */
function valueNow(field: string, value: unknown, idOf: (id: string) => string | undefined): unknown {
  if (field === 'parent_id') return idOf(value as string);
  if (field !== 'src' && field !== 'dst') return value;
  const end = value as { readonly id: string };
  const id = idOf(end.id);
  return id && { ...end, id };
}
