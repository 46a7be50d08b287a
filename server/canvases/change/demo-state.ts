import { copiesAsIs, copyOf, uncopied } from '../../../model/copying.ts';
import type { Work } from '../../../model/hooks.ts';
import { refuse } from '../../../model/refusal.ts';
import type { Kind, Stored } from '../../../model/resource.ts';
import type { Canvas } from '../../../model/resources/canvas.ts';
import { type DurableView, recordOf, type ScopeTransaction, type Version } from '../../store/store.ts';
import { partsOf, type VersionParts } from './content.ts';

/**
 * The saved state of a demo canvas is a scope of its own with the versions of its records as they were. The scope is filled once and
 * never changed. The entry of the canvas names it; saving again fills another scope.
 */

/** Fills an unseen scope with the content. */
export function* fillState(saved: ScopeTransaction, content: VersionParts): Work {
  for (const version of savable(content)) {
    saved.put(version);
    yield;
  }
}

/** Is the saved state the same as this content? */
export function* isSaved(saved: DurableView, content: VersionParts): Work<boolean> {
  let count = 0;
  for (const version of savable(content)) {
    if (!isSame(version, saved.version(version.key))) return false;
    count++;
    yield;
  }
  return count === partsOf(saved).reduce((sum, { length }) => sum + length, 0);
}

function* savable(content: VersionParts): Iterable<Version> {
  for (const part of content) for (const version of part) if (!version.kind.unsaved) yield version;
}

/** The scope with the saved state of a canvas. Throws 409 outside of demo mode. */
export function savedScope({ id, mode, saved }: Canvas): string {
  if (mode !== 'demo') throw refuse.conflict(`Canvas ${id} is not a demo canvas`);
  return saved;
}

/**
 * Puts the content back to the saved state, which stays; records have the same ids and creation order as then. It first removes what
 * was made since, with everything that depends on it, and then puts back what was saved.
 */
export function* restoreState(content: ScopeTransaction, saved: DurableView): Work {
  yield* removeOthers(content, saved);
  const taken = yield* ordinalsKept(content);
  for (const part of partsOf(saved)) {
    for (const version of part) {
      restore(content, version, taken.has(version.ordinal) ? undefined : version.ordinal);
      yield;
    }
  }
}

/** The ordinals of records that are never saved. After a restart, such a record may have the ordinal of one that comes back. */
function* ordinalsKept(content: ScopeTransaction): Work<Set<number>> {
  const taken = new Set<number>();
  for (const { kind, ordinal } of content.versions()) {
    if (kind.unsaved) taken.add(ordinal);
    yield;
  }
  return taken;
}

/** Writes a record as it was saved, unless the present one differs only in fields that no copy keeps, such as its host. */
function restore(content: ScopeTransaction, version: Version, ordinal: number | undefined): void {
  const { key, kind } = version;
  const present = content.version(key);
  if (copiesAsIs(kind) && (present || ordinal !== undefined)) {
    if (!isSame(version, present)) content.put(version);
    return;
  }
  const next = copyOf(kind, recordOf(version), { to: same, clone: false, now: content.now });
  if (present && isEqual(kind, next, recordOf(present))) return;
  if (present) content.update(kind, next);
  else content.insert(kind, next, ordinal);
}

const same = (id: string): string => id;

const isEqual = (kind: Kind, restored: Stored, present: Stored): boolean =>
  JSON.stringify(restored) === JSON.stringify(uncopied(kind, present));

const isSame = (version: Version, other: Version | undefined): boolean =>
  version.shown === other?.shown && version.hidden === other.hidden;

/**
 * Removes the records that are not saved, the youngest first. What depends on a record is usually younger and already gone, so that
 * each step removes few.
 */
function* removeOthers(content: ScopeTransaction, saved: DurableView): Work {
  const gone: string[] = [];
  for (const { key, kind } of content.versions()) {
    // The id of a record that was deleted may be that of one of another kind by now
    if (!kind.unsaved && saved.version(key)?.kind !== kind) gone.push(key);
    yield;
  }
  for (let key = gone.pop(); key !== undefined; key = gone.pop()) {
    if (content.version(key)) yield* content.remove(key);
    yield;
  }
}
