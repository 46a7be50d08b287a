import type { ReadonlySignal } from '@preact/signals';
import type { Body } from '../../../model/field.ts';
import type { EditLabel, NewEdit } from '../../live/edits/edit.ts';
import { isEqual } from '../../live/edits/effects.ts';
import type { PendingOperation } from '../../live/edits/pending-operation.ts';
import type { Element } from '../../live/element.ts';
import type { KeptEntry, KeptList } from '../../live/kept/kept-list.ts';
import { update } from '../commands/changes.ts';

/** A change that was not made, because somebody else had changed the same meanwhile. */
export interface Conflict {
  /** When it was made, by the clock of the server. */
  readonly at: string;
  readonly label: EditLabel;
  readonly widget_type: string;
  /** What it would have written. */
  readonly mine: Body;
  /** On what a place in it lies; undefined: it has none. */
  readonly parent_id: string | undefined;
}

/** The changes that wait until their writer chooses, one for each record, by its id. */
export interface ConflictList {
  readonly list: ReadonlySignal<readonly KeptEntry<Conflict>[]>;
  /** Undefined: the record is not there. */
  record(id: string): Element | undefined;
  put(id: string, conflict: Conflict): void;
  /** Theirs stays. */
  remove(id: string): void;
}

export interface ConflictContext {
  readonly record: (id: string) => Element | undefined;
  readonly kept: KeptList<Conflict>;
}

export const createConflicts = ({ record, kept }: ConflictContext): ConflictList => ({
  list: kept.list,
  record,
  put(id, conflict) {
    const before = kept.list.peek().find(({ key }) => key === id)?.value;
    kept.put(id, before ? { ...conflict, mine: { ...before.mine, ...conflict.mine } } : conflict);
  },
  remove: (id) => kept.remove(id),
});

/** What of an operation met a change by somebody else. @param part undefined: all of it @param without a field that is left out */
export function conflictOf(lost: PendingOperation, part: Body | undefined, without?: string): Conflict | undefined {
  const { operation, before, edits, at } = lost;
  if (operation.op !== 'update' || !before) return undefined;
  const mine = Object.fromEntries(Object.entries(part ?? operation.body).filter(([key]) => key !== without));
  if (Object.keys(mine).length === 0) return undefined;
  const parent_id =
    'location' in mine && 'parent_id' in before ? String(operation.body.parent_id ?? before.parent_id) : undefined;
  return { at, label: edits.at(-1)!.label, widget_type: before.widget_type, mine, parent_id };
}

/** Whether a record says what the change would have written, so that there is nothing to choose. */
export const isSettled = ({ mine }: Conflict, record: Element): boolean =>
  Object.entries(mine).every(([key, value]) => isEqual((record as unknown as Body)[key], value));

/** Makes the change after all. @param exists whether a widget is there */
export function turned(id: string, conflict: Conflict, record: Element, exists: (id: string) => boolean): NewEdit {
  const { label, mine, parent_id } = conflict;
  const now = record as unknown as Body;
  const body: Record<string, unknown> = { ...mine };
  // The place is one on what the widget lay on
  if (parent_id !== undefined && !('parent_id' in mine) && parent_id !== now.parent_id) {
    if (exists(parent_id)) body.parent_id = parent_id;
    else delete body.location;
  }
  if ((body.auto_text_color ?? now.auto_text_color) === true) delete body.text_color;
  return { label, operations: update({ ...record, id }, body) };
}
