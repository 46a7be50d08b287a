import type { Clock } from '../../clock.ts';

/** At most this many in this many milliseconds; `most` 0: any number. */
export interface Rate {
  readonly most: number;
  readonly ms: number;
}

const mostKeys = 10_000;

/**
 * Bounds how often something happens for each key: `most` times at once, and then once more whenever a share of the period has
 * passed (the generic cell rate algorithm). It remembers one number for each key, and ten thousand keys at most. When they are
 * too many, it forgets the key that has used least of its allowance: to have its own count forgotten, an attacker needs ten thousand
 * other keys that have used more.
 */
export class Allowance {
  /** When each key has its whole allowance again, in milliseconds of `steady`. */
  readonly #whole = new Map<string, number>();
  readonly #shareMs: number;

  constructor(
    private readonly clock: Pick<Clock, 'steady'>,
    private readonly rate: Rate,
    private readonly keys = mostKeys,
  ) {
    // Whole milliseconds, so that `most` shares are never more than the period
    this.#shareMs = rate.most === 0 ? 0 : Math.floor(rate.ms / rate.most);
  }

  /** Milliseconds until the key may once more; 0: it may now. */
  wait(key: string): number {
    if (this.rate.most === 0) return 0;
    const now = this.clock.steady();
    const whole = Math.max(this.#whole.get(key) ?? now, now);
    return Math.max(0, whole - now - (this.rate.most - 1) * this.#shareMs);
  }

  /** Counts one, whether it was allowed or not; no key waits longer than for the whole allowance. */
  count(key: string): void {
    if (this.rate.most === 0) return;
    const now = this.clock.steady();
    if (!this.#whole.has(key) && this.#whole.size >= this.keys) this.#makeRoom(now);
    const whole = Math.max(this.#whole.get(key) ?? now, now);
    this.#whole.set(key, Math.min(whole, now + (this.rate.most - 1) * this.#shareMs) + this.#shareMs);
  }

  /** Gives the key its whole allowance back. */
  forget(key: string): void {
    this.#whole.delete(key);
  }

  #makeRoom(now: number): void {
    let least: string | undefined;
    let soonest = Number.POSITIVE_INFINITY;
    for (const [key, whole] of this.#whole) {
      if (whole <= now) this.#whole.delete(key);
      else if (whole < soonest) {
        least = key;
        soonest = whole;
      }
    }
    if (least !== undefined && this.#whole.size >= this.keys) this.#whole.delete(least);
  }
}
