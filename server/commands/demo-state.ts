import { copiesAsIs, copyOf, uncopied } from '../../model/copying.ts';
import type { Work } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import type { Kind, Stored } from '../../model/resource.ts';
import type { Canvas } from '../../model/resources/canvas.ts';
import { recordOf } from '../store/record.ts';
import type { DurableView, ScopeTransaction, Version } from '../store/types.ts';
import { type Parts, partsOf } from './canvas-content.ts';

/**
 * The saved state of a demo canvas is a scope of its own, filled once and never changed, holding versions of its records as
 * they were. The entry of the canvas names it; saving again fills another one.
 */

/** Puts the content into a scope that nobody sees yet. */
export function* fillState(saved: ScopeTransaction, content: Parts): Work {
  for (const version of savable(content)) {
    saved.put(version);
    yield;
  }
}

/** Is the content what is saved already? */
export function* isSaved(saved: DurableView, content: Parts): Work<boolean> {
  let count = 0;
  for (const version of savable(content)) {
    if (!isSame(version, saved.version(version.key))) return false;
    count++;
    yield;
  }
  return count === partsOf(saved).reduce((sum, { length }) => sum + length, 0);
}

function* savable(content: Parts): Iterable<Version> {
  for (const part of content) for (const version of part) if (!version.kind.unsaved) yield version;
}

/** The scope with the saved state of a canvas; 409 outside of demo mode. */
export function savedScope({ id, mode, saved }: Canvas): string {
  if (mode !== 'demo') throw refuse.conflict(`Canvas ${id} is not a demo canvas`);
  return saved;
}

/**
 * Puts the content back to the saved state, which stays. Ids and creation order are kept; first goes what was made since,
 * with all that hangs on it, then what was saved is put back. Says whether anything had changed.
 */
export function* restoreState(content: ScopeTransaction, saved: DurableView): Work<boolean> {
  let changed = yield* removeOthers(content, saved);
  const taken = yield* ordinalsKept(content);
  for (const part of partsOf(saved)) {
    for (const version of part) {
      if (restore(content, version, taken.has(version.ordinal) ? undefined : version.ordinal)) changed = true;
      yield;
    }
  }
  return changed;
}

/** The places of what is no part of the state: after a new start one may be that of a record that comes back. */
function* ordinalsKept(content: ScopeTransaction): Work<Set<number>> {
  const taken = new Set<number>();
  for (const { kind, ordinal } of content.versions()) {
    if (kind.unsaved) taken.add(ordinal);
    yield;
  }
  return taken;
}

/** Writes the record as a restored one begins, unless only what no copy keeps is different: who hosts it goes on. */
function restore(content: ScopeTransaction, version: Version, ordinal: number | undefined): boolean {
  const { key, kind } = version;
  const present = content.version(key);
  if (copiesAsIs(kind) && (present || ordinal !== undefined)) {
    if (isSame(version, present)) return false;
    content.put(version);
    return true;
  }
  const next = copyOf(kind, recordOf(version), { to: same, clone: false, now: content.now });
  if (present && isEqual(kind, next, recordOf(present))) return false;
  if (present) content.update(kind, next);
  else content.insert(kind, next, ordinal);
  return true;
}

const same = (id: string): string => id;

const isEqual = (kind: Kind, restored: Stored, present: Stored): boolean =>
  JSON.stringify(restored) === JSON.stringify(uncopied(kind, present));

const isSame = (version: Version, other: Version | undefined): boolean =>
  version.shown === other?.shown && version.hidden === other.hidden;

/**
 * Removes what is not saved, from the last to the first: what hangs on another record is younger or goes with it, so few go at
 * once. Says whether any went.
 */
function* removeOthers(content: ScopeTransaction, saved: DurableView): Work<boolean> {
  const gone: string[] = [];
  for (const { key, kind } of content.versions()) {
    if (!kind.unsaved && !saved.version(key)) gone.push(key);
    yield;
  }
  const any = gone.length > 0;
  for (let key = gone.pop(); key !== undefined; key = gone.pop()) {
    if (content.version(key)) yield* content.remove(key);
    yield;
  }
  return any;
}
