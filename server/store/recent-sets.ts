import type { Clock, Timer } from '../clock.ts';
import type { ChangeSet } from './store.ts';

/** What is known of one scope. */
interface Kept {
  /** All change sets after this revision are kept. */
  from: number;
  /** The present revision. */
  to: number;
  sets: ChangeSet[];
  characters: number;
  keepers: number;
  /** Set while nobody keeps the scope. */
  end: Timer | undefined;
}

/** Most that is kept; texts are counted in characters. Tests replace it. */
export interface KeptLimits {
  readonly sets: number;
  readonly characters: number;
  /** Characters of all scopes together. */
  readonly allCharacters: number;
}

const usual: KeptLimits = { sets: 4096, characters: 4 * 1024 * 1024, allCharacters: 64 * 1024 * 1024 };
/** A page that lost its connection is back sooner, or has been away for long. */
const patienceMs = 60_000;

/**
 * The latest change sets of the scopes that somebody keeps, and of those that somebody kept a moment ago: a reader that comes back
 * is told what it has missed, instead of all again.
 */
export class RecentSets {
  readonly #clock: Clock;
  readonly #limits: KeptLimits;
  readonly #scopes = new Map<string, Kept>();
  /** Entries with sets; the one that changed last is at the end. */
  readonly #filled = new Set<Kept>();
  #characters = 0;

  constructor(clock: Clock, limits: KeptLimits = usual) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Keeps a scope, which now has this revision. Returns what ends that. */
  keep(scope: string, revision: number): () => void {
    const kept = this.#scopes.get(scope) ?? { from: revision, to: revision, sets: [], characters: 0, keepers: 0, end: undefined };
    this.#scopes.set(scope, kept);
    kept.keepers++;
    kept.end?.cancel();
    kept.end = undefined;
    let isOver = false;
    return () => {
      if (!isOver) this.#release(scope, kept);
      isOver = true;
    };
  }

  add(set: ChangeSet): void {
    const kept = this.#scopes.get(set.scope);
    if (!kept) return;
    if (set.dead) return this.#forget(set.scope);
    // A write of another process to a scope that is not in memory arrives as a revision without changes
    if (set.revision > kept.to + 1 || (kept.end && set.changes.length === 0)) this.#drop(kept, kept.sets.length, set.revision);
    kept.to = set.revision;
    if (set.changes.length > 0) this.#append(kept, set);
  }

  /** The change sets after a revision, in their order; undefined: not all of them are known, or it was never given. */
  since(scope: string, revision: number): readonly ChangeSet[] | undefined {
    const kept = this.#scopes.get(scope);
    if (!kept || revision < kept.from || revision > kept.to) return undefined;
    return kept.sets.filter((set) => set.revision > revision);
  }

  /** Forgets all, and leaves no timer. */
  stop(): void {
    for (const scope of [...this.#scopes.keys()]) this.#forget(scope);
  }

  #release(scope: string, kept: Kept): void {
    kept.keepers--;
    // A dead scope is forgotten already, and another one may have its name
    if (kept.keepers > 0 || this.#scopes.get(scope) !== kept) return;
    kept.end = this.#clock.after(patienceMs, () => this.#forget(scope));
  }

  #append(kept: Kept, set: ChangeSet): void {
    kept.sets.push(set);
    this.#count(kept, charactersOf(set));
    this.#filled.delete(kept);
    this.#filled.add(kept);
    const { sets, characters, allCharacters } = this.#limits;
    while (kept.sets.length > sets || kept.characters > characters) this.#drop(kept, Math.ceil(kept.sets.length / 2));
    for (const longest of this.#filled) {
      if (this.#characters <= allCharacters) return;
      this.#drop(longest, longest.sets.length);
    }
  }

  /** Drops the oldest sets. */
  #drop(kept: Kept, count: number, from = kept.sets[count - 1]?.revision): void {
    for (const set of kept.sets.splice(0, count)) this.#count(kept, -charactersOf(set));
    kept.from = from ?? kept.from;
    if (kept.sets.length === 0) this.#filled.delete(kept);
  }

  #count(kept: Kept, characters: number): void {
    kept.characters += characters;
    this.#characters += characters;
  }

  #forget(scope: string): void {
    const kept = this.#scopes.get(scope);
    if (!kept) return;
    kept.end?.cancel();
    this.#drop(kept, kept.sets.length);
    this.#scopes.delete(scope);
  }
}

const charactersOf = ({ changes }: ChangeSet): number =>
  changes.reduce((sum, { before, after }) => sum + (before?.shown.length ?? 0) + (after?.shown.length ?? 0), 0);
