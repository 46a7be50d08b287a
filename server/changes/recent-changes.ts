import type { Work } from '../../model/hooks.ts';
import { atOnce, STEPS } from '../scheduler.ts';
import type { Message } from './message.ts';
import type { SeenChange } from './source.ts';

/** One change set as a channel shows it. Its message is made once, when the first subscriber needs it. */
export interface ChannelStep {
  readonly changes: readonly SeenChange[];
  /** The revision of the scope with this change set. */
  readonly revision: number;
  message: Message | undefined;
}

/**
 * The latest changes of one channel, in the order of revisions. A cursor is a number of steps, and stands for the state after
 * them. For a cursor behind the kept steps, the changes that it has missed are kept merged, so their number is at most that of
 * the keys.
 */
export class RecentChanges {
  #dropped = 0;
  #steps: ChannelStep[] = [];
  #characters = 0;
  readonly #fallen = new Map<number, Map<string, SeenChange>>();

  get head(): number {
    return this.#dropped + this.#steps.length;
  }

  add(changes: readonly SeenChange[], revision: number): void {
    this.#steps.push({ changes, revision, message: undefined });
    this.#characters += characters(changes);
  }

  /**
   * Drops the older half of the steps whenever they take too much memory, but never the newest, of which no subscriber knows
   * yet. While a subscriber waits for a long message, much more is kept: otherwise the changes that the message covers would be
   * merged, though nobody will need them in a moment.
   */
  shorten(cursors: () => ReadonlySet<number>, isAwaited = false): void {
    const patience = isAwaited ? 64 : 1;
    const isTooMuch = (): boolean => this.#steps.length > patience * keptSteps || this.#characters > patience * keptCharacters;
    while (this.#steps.length > 1 && isTooMuch()) this.#drop(cursors(), Math.ceil(this.#steps.length / 2));
  }

  /** The steps since the cursor; undefined when some of them are no longer kept. */
  steps(cursor: number): readonly ChannelStep[] | undefined {
    return cursor < this.#dropped ? undefined : this.#stepsFrom(cursor);
  }

  /** The changes since the cursor: sets in their order, each with a key at most once. */
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

  /** Drops everything. All cursors must be at the head. */
  clear(): void {
    this.#drop(nobody, this.#steps.length);
  }

  /** Drops the oldest steps, and keeps the changes in them that the given cursors have missed, merged. */
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

  #stepsFrom(cursor: number): readonly ChannelStep[] {
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

/** The last change of every key: right for a reader that may hold any state that was between them. */
export function* lastOf(sets: readonly (readonly SeenChange[])[]): Work<readonly SeenChange[]> {
  const last = new Map<string, SeenChange>();
  for (const [at, changes] of sets.entries()) {
    if (at % STEPS === STEPS - 1) yield;
    for (const change of changes) last.set(change.key, change);
  }
  return [...last.values()];
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
