/** What was made of objects, of the latest that were asked for: of at least this many, and at most twice as many. */
export class LatestOf<K extends object, V> {
  readonly #most: number;
  #young = new Map<K, V>();
  #old: ReadonlyMap<K, V> = new Map();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: K): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: K, value: V): void {
    if (this.#young.size >= this.#most) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}
