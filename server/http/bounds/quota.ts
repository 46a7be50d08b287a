import { type Refusal, refuse } from '../../../model/refusal.ts';

export interface QuotaLimits {
  /** For everybody together. */
  readonly all: number;
  /** For one caller, given how much is left for the others. */
  readonly each: (left: number) => number;
}

/** What one request has taken of a quota. */
export interface Share {
  /**
   * Refuses with 429 when the caller would have more than one caller may ever have, with 503 when too little is left. Takes
   * nothing when it refuses.
   */
  take(amount: number): void;
  /** Could this amount be taken now? Refuses like `take`. */
  check(amount: number): void;
  /** Gives back a part of what was taken. */
  give(amount: number): void;
  /** Gives back all that was taken. A second time does nothing. */
  release(): void;
}

/** When a caller has too much, it is worth trying again after this long. */
const RETRY_SECONDS = 5;

/** A limited resource of the process, of which no caller may take all. */
export class Quota {
  readonly #byCaller = new Map<string, number>();
  #taken = 0;
  /** How often somebody was refused since the start. */
  refused = 0;

  constructor(readonly limits: QuotaLimits) {}

  get taken(): number {
    return this.#taken;
  }

  /** @param caller undefined: a caller without a bound of its own. */
  share(caller: string | undefined): Share {
    let taken = 0;
    return {
      check: (amount) => this.#check(caller, amount),
      take: (amount) => {
        this.#check(caller, amount);
        this.#add(caller, amount);
        taken += amount;
      },
      give: (amount) => {
        this.#add(caller, -amount);
        taken -= amount;
      },
      release: () => {
        if (taken > 0) this.#add(caller, -taken);
        taken = 0;
      },
    };
  }

  #check(caller: string | undefined, amount: number): void {
    const { all, each } = this.limits;
    const left = all - this.#taken - amount;
    if (caller === undefined && left >= 0) return;
    if (caller === undefined) throw this.#refusal(refuse.unavailable());
    const held = (this.#byCaller.get(caller) ?? 0) + amount;
    // This does not depend on what other callers have
    if (held > each(all - held)) throw this.#refusal(refuse.tooManyRequests(RETRY_SECONDS));
    if (left < 0 || held > each(left)) throw this.#refusal(refuse.unavailable());
  }

  #refusal(refusal: Refusal): Refusal {
    this.refused++;
    return refusal;
  }

  #add(caller: string | undefined, amount: number): void {
    this.#taken += amount;
    if (caller === undefined) return;
    const held = (this.#byCaller.get(caller) ?? 0) + amount;
    if (held > 0) this.#byCaller.set(caller, held);
    else this.#byCaller.delete(caller);
  }
}
