/** Functions that are called when something happens. */
export interface Listeners<T> {
  /** Returns what ends it. */
  add(listen: (event: T) => void): () => void;
  call(event: T): void;
}

export function createListeners<T>(): Listeners<T> {
  const all = new Set<(event: T) => void>();
  return {
    add(listen) {
      all.add(listen);
      return () => all.delete(listen);
    },
    call(event) {
      for (const listen of all) listen(event);
    },
  };
}
