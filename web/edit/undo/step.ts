import type { Edit, EditLabel } from '../../live/edits/edit.ts';
import type { Element } from '../../live/element.ts';
import { bytesOf, isSame } from './values.ts';

/** A value that an edit gave to a field, and the one that was there. */
export interface FieldChange {
  readonly from: unknown;
  readonly to: unknown;
}

export type FieldChanges = ReadonlyMap<string, FieldChange>;

/** Where a widget lay on the canvas: its corner, and pixels of the canvas for one of its own. */
export interface CanvasPlace {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** What one step of undo takes back: by fields, so that nothing of others between two edits of a run is taken for one's own. */
export interface Step {
  readonly label: EditLabel;
  /** The keys of the edits. */
  readonly keys: ReadonlySet<number>;
  /** Records that are new, as the edits left them. */
  readonly created: ReadonlyMap<string, Element>;
  /** Records that are gone, as they were. */
  readonly deleted: ReadonlyMap<string, Element>;
  readonly changed: ReadonlyMap<string, FieldChanges>;
  /** Places of deleted widgets that lay on others, which may be gone when they come back. */
  readonly places: ReadonlyMap<string, CanvasPlace>;
  readonly bytes: number;
}

/** What follows from other fields or from the time, or what only displays and the server write. */
export const followingFields: ReadonlySet<string> = new Set([
  'id',
  'widget_type',
  'state',
  'annotations',
  'column_widths',
  'row_heights',
  'duration',
  'playing_since',
  'host_id',
  'content_id',
]);

/** @param placeOf where a deleted widget lay; undefined: on the root */
export function stepOf({ label, key, before, after }: Edit, placeOf: (record: Element) => CanvasPlace | undefined): Step {
  const created = new Map<string, Element>();
  const deleted = new Map<string, Element>();
  const changed = new Map<string, FieldChanges>();
  const places = new Map<string, CanvasPlace>();
  for (const [id, now] of after) {
    const was = before.get(id);
    if (!was && now) created.set(id, now);
    else if (was && !now) deleted.set(id, was);
    else if (was && now && !isCell(now)) {
      const changes = changesBetween(was, now);
      if (changes.size > 0) changed.set(id, changes);
    }
  }
  for (const [id, record] of deleted) {
    const place = 'parent_id' in record && deleted.has(record.parent_id) ? undefined : placeOf(record);
    if (place) places.set(id, place);
  }
  return withBytes({ label, keys: new Set([key]), created, deleted, changed, places });
}

export const isEmpty = ({ created, deleted, changed }: Step): boolean => created.size + deleted.size + changed.size === 0;

/** Cells follow their table in all but what lies on them. */
export const isCell = (record: Element): boolean => record.widget_type === 'TableCell';

/** One step of both, of which the second came after the first. Undefined: they can only be taken back one after the other. */
export function merged(first: Step, second: Step): Step | undefined {
  const created = new Map(first.created);
  const deleted = new Map(first.deleted);
  const changed = new Map(first.changed);
  for (const [id, changes] of second.changed) {
    const made = created.get(id);
    if (made) created.set(id, withChanges(made, changes));
    else {
      const both = joined(changed.get(id), changes);
      if (both.size > 0) changed.set(id, both);
      else changed.delete(id);
    }
  }
  for (const [id, record] of second.deleted) {
    if (created.delete(id)) continue;
    deleted.set(id, withoutChanges(record, changed.get(id)));
    changed.delete(id);
  }
  for (const [id, record] of second.created) {
    if (deleted.has(id)) return undefined;
    created.set(id, record);
  }
  const keys = new Set([...first.keys, ...second.keys]);
  const places = new Map([...first.places, ...second.places]);
  return withBytes({ label: first.label, keys, created, deleted, changed, places });
}

/** The step without what the server has refused. */
export function withoutIds(step: Step, ids: readonly string[]): Step {
  const created = new Map(step.created);
  const deleted = new Map(step.deleted);
  const changed = new Map(step.changed);
  for (const id of ids) for (const records of [created, deleted, changed]) records.delete(id);
  return withBytes({ ...step, created, deleted, changed });
}

function withBytes(step: Omit<Step, 'bytes'>): Step {
  let bytes = 0;
  for (const records of [step.created, step.deleted]) for (const record of records.values()) bytes += bytesOf(record);
  for (const changes of step.changed.values()) for (const change of changes.values()) bytes += bytesOf(change);
  return { ...step, bytes };
}

function changesBetween(was: Element, now: Element): FieldChanges {
  const changes = new Map<string, FieldChange>();
  const compare = (field: string): void => {
    const from = fieldOf(was, field);
    const to = fieldOf(now, field);
    if (from !== to && !followingFields.has(field) && !isSame(from, to)) changes.set(field, { from, to });
  };
  for (const field in was) compare(field);
  for (const field in now) if (!(field in was)) compare(field);
  // The colour of letters follows the paper
  if (fieldOf(was, 'auto_text_color') === true && fieldOf(now, 'auto_text_color') === true) changes.delete('text_color');
  return changes;
}

export const fieldOf = (record: Element, field: string): unknown => record[field as keyof Element];

function joined(first: FieldChanges | undefined, second: FieldChanges): FieldChanges {
  const both = new Map(first);
  for (const [field, { from, to }] of second) {
    const earlier = first?.get(field);
    // Somebody else may have written between the two
    const start = earlier && isSame(earlier.to, from) ? earlier.from : from;
    if (isSame(start, to)) both.delete(field);
    else both.set(field, { from: start, to });
  }
  return both;
}

function withChanges(record: Element, changes: FieldChanges): Element {
  const next = { ...record } as Record<string, unknown>;
  for (const [field, { to }] of changes) next[field] = to;
  return next as unknown as Element;
}

function withoutChanges(record: Element, changes: FieldChanges = new Map()): Element {
  const next = { ...record } as Record<string, unknown>;
  for (const [field, { from, to }] of changes) if (isSame(next[field], to)) next[field] = from;
  return next as unknown as Element;
}
