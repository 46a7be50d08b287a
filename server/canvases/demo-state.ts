import { copiesAsIs, copyOf, uncopied } from '../../model/copying.ts';
import type { Work } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import type { Kind, Stored } from '../../model/resource.ts';
import type { Canvas } from '../../model/resources/canvas.ts';
import { type DurableView, recordOf, type ScopeTransaction, type Version } from '../store/store.ts';
import { partsOf, type VersionParts } from './content.ts';

/**
 * The saved state of a demo canvas is a scope of its own, filled once and never changed, holding versions of its records as
 * they were. The entry of the canvas names it; saving again fills another one.
 */

/** Puts the content into an unseen scope. */
export function* fillState(saved: ScopeTransaction, content: VersionParts): Work {
  for (const version of savable(content)) {
    saved.put(version);
    yield;
  }
}

/** Is this content saved already? */
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

/** The scope with the saved state of a canvas; 409 outside of demo mode. */
export function savedScope({ id, mode, saved }: Canvas): string {
  if (mode !== 'demo') throw refuse.conflict(`Canvas ${id} is not a demo canvas`);
  return saved;
}

/**
 * Puts the content back to the saved state, which stays. Ids and creation order are kept. First removes what was made since,
 * with all that goes with it, then puts back what was saved.
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

/** The ordinals of records that are no part of the state: after a restart one may be that of a record that comes back. */
function* ordinalsKept(content: ScopeTransaction): Work<Set<number>> {
  const taken = new Set<number>();
  for (const { kind, ordinal } of content.versions()) {
    if (kind.unsaved) taken.add(ordinal);
    yield;
  }
  return taken;
}

/** Writes the record as a restored one begins, unless it differs only in fields that no copy keeps: its host stays. */
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
 * Removes the records that are not saved, youngest first: one that depends on another is younger or goes with it, so that few go
 * at once.
 */
function* removeOthers(content: ScopeTransaction, saved: DurableView): Work {
  const gone: string[] = [];
  for (const { key, kind } of content.versions()) {
    if (!kind.unsaved && !saved.version(key)) gone.push(key);
    yield;
  }
  for (let key = gone.pop(); key !== undefined; key = gone.pop()) {
    if (content.version(key)) yield* content.remove(key);
    yield;
  }
}
