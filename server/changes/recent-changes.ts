import type { Work } from '../../model/hooks.ts';
import { atOnce, STEPS } from '../scheduler.ts';
import type { Message } from './message.ts';
import type { SeenChange } from './source.ts';

/** One change set as a class shows it. Its message is made once, when the first subscriber needs it. */
export interface Step {
  readonly changes: readonly SeenChange[];
  message: Message | undefined;
}

/**
 * The changes of the last moments of one class, in revision order. A cursor is a number of steps: the state after
 * that many. What cursors behind the kept steps have missed is kept merged, per cursor, bounded by the number of keys.
 */
export class RecentChanges {
  #dropped = 0;
  #steps: Step[] = [];
  #characters = 0;
  readonly #fallen = new Map<number, Map<string, SeenChange>>();

  get head(): number {
    return this.#dropped + this.#steps.length;
  }

  add(changes: readonly SeenChange[]): void {
    this.#steps.push({ changes, message: undefined });
    this.#characters += characters(changes);
  }

  /**
   * Drops the older half as often as memory asks for it, but not the newest: nobody has been told of it yet. While somebody
   * waits for a long message much more is kept: what that says would have to be merged, and is needed by nobody in a moment.
   */
  shorten(cursors: () => ReadonlySet<number>, isAwaited = false): void {
    const patience = isAwaited ? 64 : 1;
    const isTooMuch = (): boolean => this.#steps.length > patience * keptSteps || this.#characters > patience * keptCharacters;
    while (this.#steps.length > 1 && isTooMuch()) this.#drop(cursors(), Math.ceil(this.#steps.length / 2));
  }

  /** The steps since the cursor; undefined when some of them are no longer kept. */
  steps(cursor: number): readonly Step[] | undefined {
    return cursor < this.#dropped ? undefined : this.#stepsFrom(cursor);
  }

  /** What happened since the cursor as it is now: sets in their order, each with a key once at the most. */
  since(cursor: number): readonly (readonly SeenChange[])[] {
    const fallen = this.#fallen.get(cursor);
    const sets = this.#stepsFrom(cursor).map(({ changes }) => changes);
    return fallen ? [[...fallen.values()], ...sets] : sets;
  }

  /** How many changes `since` holds. */
  weightSince(cursor: number): number {
    let weight = this.#fallen.get(cursor)?.size ?? 0;
    for (const { changes } of this.#stepsFrom(cursor)) weight += changes.length;
    return weight;
  }

  /** Drops everything: all cursors are at the head. */
  clear(): void {
    this.#drop(nobody, this.#steps.length);
  }

  /** Drops the oldest steps; what the given cursors have missed by it stays, merged. */
  #drop(cursors: ReadonlySet<number>, count: number): void {
    const from = this.#dropped + count;
    for (const cursor of this.#fallen.keys()) if (!cursors.has(cursor)) this.#fallen.delete(cursor);
    for (const cursor of cursors) if (cursor < from) this.#letFall(cursor, from);
    for (const { changes } of this.#steps.splice(0, count)) this.#characters -= characters(changes);
    this.#dropped = from;
  }

  #letFall(cursor: number, upTo: number): void {
    let merged = this.#fallen.get(cursor);
    if (!merged) this.#fallen.set(cursor, (merged = new Map()));
    const steps = this.#stepsFrom(cursor).slice(0, upTo - Math.max(cursor, this.#dropped));
    for (const { changes } of steps) atOnce(merge(merged, changes));
  }

  #stepsFrom(cursor: number): readonly Step[] {
    return this.#steps.slice(Math.max(0, cursor - this.#dropped));
  }
}

const nobody: ReadonlySet<number> = new Set();
const keptSteps = 512;
const keptCharacters = 4 * 1024 * 1024;

const characters = (changes: readonly SeenChange[]): number =>
  changes.reduce((sum, change) => sum + (change.before?.shown.length ?? 0) + (change.after?.shown.length ?? 0), 0);

/** The net effect of several sets. */
export function* netOf(sets: readonly (readonly SeenChange[])[]): Work<readonly SeenChange[]> {
  if (sets.length <= 1) return sets[0] ?? [];
  const merged = new Map<string, SeenChange>();
  for (const changes of sets) yield* merge(merged, changes);
  return [...merged.values()];
}

function* merge(merged: Map<string, SeenChange>, changes: readonly SeenChange[]): Work {
  for (const [at, change] of changes.entries()) {
    if (at % STEPS === STEPS - 1) yield;
    const known = merged.get(change.key);
    const before = known ? known.before : change.before;
    if (before?.shown === change.after?.shown) merged.delete(change.key);
    else merged.set(change.key, known ? { key: change.key, before, after: change.after } : change);
  }
}
