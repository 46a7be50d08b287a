import type { Bucket } from './bucket.ts';
import { type HashState, lookAt } from './hash-state.ts';

/** Files whose place is remembered; each takes about half a kilobyte. */
const MOST_KNOWN = 10_000;

/**
 * What the bucket said about files that were read lately, so that a download needs one request. It may be old: bytes that it
 * names may be gone, and then it must be forgotten. Never for deciding what to delete or what to rely on.
 */
export class KnownStates {
  readonly #states = new Map<string, HashState>();
  /** Grows with each `forget`, so that an answer which was asked for before is not remembered after it. */
  #forgotten = 0;

  constructor(private readonly bucket: Pick<Bucket, 'list'>) {}

  async get(hash: string): Promise<HashState> {
    const known = this.#states.get(hash);
    if (known) {
      this.#remember(hash, known);
      return known;
    }
    const before = this.#forgotten;
    const state = await lookAt(this.bucket, hash);
    if (state.kept.length > 0 && before === this.#forgotten) this.#remember(hash, state);
    return state;
  }

  forget(hash: string): void {
    this.#forgotten += 1;
    this.#states.delete(hash);
  }

  #remember(hash: string, state: HashState): void {
    this.#states.delete(hash);
    this.#states.set(hash, state);
    const [oldest] = this.#states.keys();
    if (this.#states.size > MOST_KNOWN) this.#states.delete(oldest!);
  }
}
