import type { Clock } from '../clock.ts';

export interface RecentDeps<T> {
  readonly clock: Pick<Clock, 'steady'>;
  /** What all values may take together. */
  readonly most: number;
  /** What one of them takes. */
  readonly sizeOf: (value: T) => number;
}

/** From then on a value is read again, so that its file counts as used, and a file that was removed is noticed. */
const RECENT_MS = 60_000;

/** Values that were read from files within the last minute; without room for all, those that were used last. */
export class Recent<T> {
  readonly #values = new Map<string, { readonly value: T; readonly until: number }>();
  #size = 0;

  constructor(private readonly deps: RecentDeps<T>) {}

  get(name: string): T | undefined {
    const found = this.#values.get(name);
    if (!found) return undefined;
    if (found.until <= this.deps.clock.steady()) return this.#remove(name);
    this.#values.delete(name);
    this.#values.set(name, found);
    return found.value;
  }

  put(name: string, value: T): void {
    const { sizeOf, clock, most } = this.deps;
    this.#remove(name);
    this.#values.set(name, { value, until: clock.steady() + RECENT_MS });
    this.#size += sizeOf(value);
    for (const [oldest] of this.#values) {
      if (this.#size <= most) break;
      this.#remove(oldest);
    }
  }

  #remove(name: string): undefined {
    const found = this.#values.get(name);
    if (found && this.#values.delete(name)) this.#size -= this.deps.sizeOf(found.value);
  }
}
