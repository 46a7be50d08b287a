import type { Message } from './message.ts';
import type { SeenChange } from './source.ts';

/** One change set as a class shows it. Its message is made once, when the first subscriber needs it. */
export interface Step {
  readonly changes: readonly SeenChange[];
  message: Message | undefined;
  /** What a message about a long change set says, in pages, once that is put together. */
  pages: readonly Buffer[] | undefined;
}

/** Per key what a subscriber was sent last and what is shown now; never equal texts, never nothing twice. */
export type Merged = ReadonlyMap<string, SeenChange>;

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
    this.#steps.push({ changes, message: undefined, pages: undefined });
    this.#characters += characters(changes);
  }

  /** Drops the older half as often as memory asks for it, but not the newest: a long one may have to be put together yet. */
  shorten(cursors: () => ReadonlySet<number>): void {
    while (this.#steps.length > keptSteps || (this.#characters > keptCharacters && this.#steps.length > 1))
      this.#drop(cursors(), Math.ceil(this.#steps.length / 2));
  }

  /** The steps since the cursor; undefined when some of them are no longer kept. */
  steps(cursor: number): readonly Step[] | undefined {
    return cursor < this.#dropped ? undefined : this.#stepsFrom(cursor);
  }

  get kept(): readonly Step[] {
    return this.#steps;
  }

  since(cursor: number): Merged {
    const merged = new Map(this.#fallen.get(cursor));
    for (const { changes } of this.#stepsFrom(cursor)) merge(merged, changes);
    return merged;
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
    for (const { changes } of this.#stepsFrom(cursor).slice(0, upTo - Math.max(cursor, this.#dropped))) merge(merged, changes);
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

function merge(merged: Map<string, SeenChange>, changes: readonly SeenChange[]): void {
  for (const change of changes) {
    const known = merged.get(change.key);
    const before = known ? known.before : change.before;
    if (before?.shown === change.after?.shown) merged.delete(change.key);
    else merged.set(change.key, known ? { key: change.key, before, after: change.after } : change);
  }
}
