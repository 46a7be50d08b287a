import type { Clock } from '../clock.ts';
import { type KeptLimits, RecentSets } from './recent-sets.ts';
import type { ChangeSet, Feed } from './store.ts';

interface Deps {
  readonly clock: Clock;
  /** The revision of a scope that somebody wants to keep. */
  readonly revision: (scope: string) => number | undefined;
  /** An earlier scope may have had this id and the same revisions. */
  readonly isRenewed?: (scope: string) => boolean;
  /** Default: the usual ones. */
  readonly limits?: KeptLimits;
}

/** Hands on what the store publishes, and remembers what somebody wants to be able to ask for. */
export class ChangeFeed implements Feed {
  readonly #deps: Deps;
  readonly #recent: RecentSets;
  readonly #listeners = new Set<(set: ChangeSet) => void>();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#recent = new RecentSets(deps.clock, deps.limits);
  }

  /** In the turn of the commit, in the order of the revisions. */
  publish(set: ChangeSet): void {
    this.#recent.add(set);
    for (const listener of this.#listeners) listener(set);
  }

  follow(listener: (set: ChangeSet) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  keep(scope: string): () => void {
    return this.#recent.keep(scope, this.#deps.revision(scope) ?? 0);
  }

  since(scope: string, revision: number): readonly ChangeSet[] | undefined {
    return this.#deps.isRenewed?.(scope) ? undefined : this.#recent.since(scope, revision);
  }

  /** Leaves no timer. */
  close(): void {
    this.#recent.stop();
  }
}
