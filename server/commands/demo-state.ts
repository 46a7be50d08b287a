import { copiesAsIs, copyOf, uncopied } from '../../model/copying.ts';
import type { Work } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import type { Kind, Stored } from '../../model/resource.ts';
import { snapshotOf } from '../../model/resources/canvas.ts';
import { recordOf } from '../store/record.ts';
import type { ScopeTransaction, Transaction, Version } from '../store/types.ts';

/**
 * The saved state of a demo canvas is a scope of its own, holding versions of its records as they were. It is empty
 * outside of demo mode, and that is what save and restore go by: the entry in the directory need not take part in them.
 */
interface DemoState {
  readonly content: ScopeTransaction;
  readonly saved: ScopeTransaction;
}

/** Takes the present content as the saved state, in the place of an older one. Says whether that was another one. */
export function* takeState(tx: Transaction, canvas: string): Work<boolean> {
  const { content, saved } = stateOf(tx, canvas);
  let changed = yield* removeOthers(saved, content);
  for (const version of content.versions()) {
    if (!version.kind.unsaved && !isSame(version, saved.version(version.key))) {
      saved.put(version);
      changed = true;
    }
    yield;
  }
  return changed;
}

/** Saves again. 409 outside of demo mode. */
export function* saveState(tx: Transaction, canvas: string): Work<boolean> {
  requireDemo(stateOf(tx, canvas), canvas);
  return yield* takeState(tx, canvas);
}

/**
 * Puts the content back to the saved state, which stays. Ids and creation order are kept; first goes what was made since,
 * with all that hangs on it, then what was saved is put back. Says whether anything had changed. 409 outside of demo mode.
 */
export function* restoreState(tx: Transaction, canvas: string): Work<boolean> {
  const state = stateOf(tx, canvas);
  requireDemo(state, canvas);
  const { content, saved } = state;
  let changed = yield* removeOthers(content, saved);
  const taken = yield* ordinalsKept(content);
  for (const version of saved.versions()) {
    if (restore(content, version, taken.has(version.ordinal) ? undefined : version.ordinal, tx.now)) changed = true;
    yield;
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

/** Forgets the saved state. */
export function* dropState(tx: Transaction, canvas: string): Work {
  const { saved } = stateOf(tx, canvas);
  yield* removeAll(saved, () => true);
}

const stateOf = (tx: Transaction, canvas: string): DemoState => ({
  content: tx.scope(canvas),
  saved: tx.scope(snapshotOf(canvas)),
});

function requireDemo({ saved }: DemoState, canvas: string): void {
  for (const _ of saved.versions()) return;
  throw refuse.conflict(`Canvas ${canvas} is not a demo canvas`);
}

/** Writes the record as a restored one begins, unless only what no copy keeps is different: who hosts it goes on. */
function restore(content: ScopeTransaction, version: Version, ordinal: number | undefined, now: string): boolean {
  const { key, kind } = version;
  const present = content.version(key);
  if (copiesAsIs(kind) && (present || ordinal !== undefined)) {
    if (isSame(version, present)) return false;
    content.put(version);
    return true;
  }
  const next = copyOf(kind, recordOf(version), { to: same, clone: false, now });
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

/** Removes what the other scope does not have. */
const removeOthers = (scope: ScopeTransaction, other: ScopeTransaction): Work<boolean> =>
  removeAll(scope, ({ key, kind }) => !kind.unsaved && !other.version(key));

/** From the last to the first: what hangs on another record is younger or goes with it, so few go at once. Says whether any went. */
function* removeAll(scope: ScopeTransaction, goes: (version: Version) => boolean): Work<boolean> {
  const gone: string[] = [];
  for (const version of scope.versions()) {
    if (goes(version)) gone.push(version.key);
    yield;
  }
  const any = gone.length > 0;
  for (let key = gone.pop(); key !== undefined; key = gone.pop()) {
    if (scope.version(key)) yield* scope.remove(key);
    yield;
  }
  return any;
}
