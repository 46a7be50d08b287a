import type { Clock } from '../../clock.ts';

/** Half-life of what a requester has spent. */
const HALF_MS = 60_000;
/** Smaller sums count as nothing, and are removed once there are more names than this. */
const NOTHING = 0.001;
const MANY = 1000;

/** What each name has spent lately: a sum that halves every minute. */
export class Spending {
  readonly #sums = new Map<string, { readonly sum: number; readonly at: number }>();

  constructor(private readonly clock: Pick<Clock, 'steady'>) {}

  of(name: string): number {
    const known = this.#sums.get(name);
    return known ? known.sum * 0.5 ** ((this.clock.steady() - known.at) / HALF_MS) : 0;
  }

  add(name: string, amount: number): void {
    const sum = this.of(name) + Math.max(0, amount);
    if (this.#sums.size > MANY) this.#forget();
    this.#sums.set(name, { sum, at: this.clock.steady() });
  }

  #forget(): void {
    for (const name of this.#sums.keys()) if (this.of(name) < NOTHING) this.#sums.delete(name);
  }
}
