/** A cache with a bound in bytes, which drops the entries that were not used for longest. */
export interface Recent<T> {
  /** Counts as a use. */
  get(key: string): T | undefined;
  set(key: string, value: T, bytes: number): void;
  /** Without counting as a use. */
  has(key: string): boolean;
  readonly bytes: number;
  clear(): void;
}

/** @param dropped is called with what was not used for longest, whenever there is too much, and with everything at the end */
export function createRecent<T>(most: number, dropped: (value: T, key: string) => void): Recent<T> {
  const kept = new Map<string, { readonly value: T; readonly bytes: number }>();
  let bytes = 0;
  const drop = (key: string): void => {
    const { value, bytes: its } = kept.get(key)!;
    kept.delete(key);
    bytes -= its;
    dropped(value, key);
  };
  return {
    get(key) {
      const found = kept.get(key);
      if (!found) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found.value;
    },
    set(key, value, its) {
      if (kept.has(key)) drop(key);
      kept.set(key, { value, bytes: its });
      bytes += its;
      while (bytes > most && kept.size > 1) drop(kept.keys().next().value!);
    },
    has: (key) => kept.has(key),
    get bytes() {
      return bytes;
    },
    clear() {
      for (const key of [...kept.keys()]) drop(key);
    },
  };
}
