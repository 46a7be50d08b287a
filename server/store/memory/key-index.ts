/** Key to the record keys found under it. One record is the usual case and costs no Set. */
export class KeyIndex {
  readonly #found = new Map<string, string | Set<string>>();

  add(key: string, record: string): void {
    const found = this.#found.get(key);
    if (found === undefined) this.#found.set(key, record);
    else if (typeof found !== 'string') found.add(record);
    else if (found !== record) this.#found.set(key, new Set([found, record]));
  }

  remove(key: string, record: string): void {
    const found = this.#found.get(key);
    if (found === record) this.#found.delete(key);
    else if (found instanceof Set && found.delete(record) && found.size === 0) this.#found.delete(key);
  }

  get(key: string): Iterable<string> {
    const found = this.#found.get(key);
    return found === undefined ? [] : typeof found === 'string' ? [found] : found;
  }
}
