import type { NewEdit } from '../../../live/edits/edit.ts';
import { newId } from '../../../live/edits/new-id.ts';
import type { Element } from '../../../live/element.ts';
import { type KeptEntry, type KeptValue, keptList } from '../../../live/kept/kept-list.ts';
import type { Label } from '../../../outline/labels.ts';
import { makeAgain } from '../../undo/make-again.ts';
import type { ShownBoard } from '../../undo/shown-board.ts';
import type { CanvasPlace, Step } from '../../undo/step.ts';

/** What one step has deleted, with all that went along. */
export interface Deletion extends KeptValue {
  /** The widgets and strokes that lay on no other deleted one. */
  readonly count: number;
  /** The first of them. */
  readonly first: Pick<Element, 'id' | 'widget_type'> & DeletionLabel;
  /** The records and places of the step, as JSON: nobody reads most of them. */
  readonly json: string;
}

/** What a deleted thing was called. */
export type DeletionLabel = Pick<Label, 'icon' | 'name'>;

export type DeletionEntry = KeptEntry<Deletion>;

/** What a person has deleted from a canvas in this browser. */
export interface Bin {
  /** The newest first. A component that reads them is drawn anew when they change. */
  entries(): readonly DeletionEntry[];
  /** Takes in what a step has deleted, if it has deleted anything. */
  add(step: DeletedRecords, labelOf: (record: Element) => DeletionLabel): void;
  /** The edit that makes it again, and how many things of it cannot come back. */
  restoring(entry: DeletionEntry, shown: ShownBoard): { readonly edit: NewEdit; readonly left: number };
  remove(key: string): void;
  /** Whether this was put back here, so that who undoes that must find it again. */
  hasRestored(id: string): boolean;
  /** Removes what is on the canvas again. */
  dropRestored(isThere: (id: string) => boolean): void;
}

export type DeletedRecords = Pick<Step, 'label' | 'deleted' | 'places'>;

/** The server keeps the files of deleted widgets for this long, if it is not told otherwise (EASEL_DELETED_FILES_DAYS). */
const DAYS = 7;
const DAY_MS = 24 * 3_600_000;
/** Characters of all records together. */
const MOST_CHARACTERS = 20_000_000;
const MOST_ENTRIES = 200;

interface Kept {
  readonly deleted: readonly (readonly [string, Element])[];
  readonly places: readonly (readonly [string, CanvasPlace])[];
}

/** @param now milliseconds since 1970 */
export function openBin(scope: { readonly user: number; readonly canvas_id: string }, now: () => number = Date.now): Bin {
  const kept = keptList<Deletion>('deleted', scope);
  const { list } = kept;
  const restored = new Set<string>();
  const trim = (): void => {
    for (const key of overdue(list.peek(), now())) kept.remove(key);
  };
  void kept.loaded.then(trim);
  return {
    entries: () => [...list.value].reverse(),
    add({ deleted, places }, labelOf) {
      const tops = [...deleted.values()].filter((one) => !('parent_id' in one) || !deleted.has(one.parent_id));
      const [first] = tops;
      if (!first) return;
      const json = JSON.stringify({ deleted: [...deleted], places: [...places] } satisfies Kept);
      const { id, widget_type } = first;
      const { icon, name } = labelOf(first);
      kept.put(newId(), { at: new Date(now()).toISOString(), count: tops.length, first: { id, widget_type, icon, name }, json });
      trim();
    },
    restoring({ value }, shown) {
      const { deleted, places } = JSON.parse(value.json) as Kept;
      const { operations, left } = makeAgain({ deleted: new Map(deleted), places: new Map(places) }, shown);
      for (const { id } of operations) restored.add(id);
      return { edit: { label: 'add', operations }, left };
    },
    remove: (key) => kept.remove(key),
    hasRestored: (id) => restored.has(id),
    dropRestored(isThere) {
      for (const { key, value } of list.peek()) if (isThere(value.first.id)) kept.remove(key);
    },
  };
}

/** Keys of what is too old, and of the oldest where there is too much. @param entries the newest last */
function overdue(entries: readonly DeletionEntry[], now: number): string[] {
  const keys: string[] = [];
  let characters = 0;
  for (const [at, { key, value }] of [...entries].reverse().entries()) {
    characters += value.json.length;
    const isOld = Date.parse(value.at) < now - DAYS * DAY_MS;
    if (isOld || at >= MOST_ENTRIES || characters > MOST_CHARACTERS) keys.push(key);
  }
  return keys;
}
