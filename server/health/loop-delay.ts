import type { Clock, Timer } from '../clock.ts';

/** How late the event loop comes to its work. */
export interface LoopDelay {
  /** The longest delay of the last moments, in milliseconds, with the one that lasts now. 0 for whoever asks first. */
  longest(): number;
  close(): void;
}

const LOOK_MS = 500;
/** One long turn counts for this long. */
const KEPT_MS = 10_000;
/** Watching stops this long after the last question, so that a server of which nobody asks does not wake for it. */
const ASKED_MS = 120_000;

/** Looks twice a second how late a timer fires. */
export const watchLoop = (clock: Pick<Clock, 'steady' | 'every'>): LoopDelay => new WatchedLoop(clock);

class WatchedLoop implements LoopDelay {
  #timer: Timer | undefined;
  #last = 0;
  #askedAt = 0;
  #late: readonly { readonly at: number; readonly ms: number }[] = [];

  constructor(private readonly clock: Pick<Clock, 'steady' | 'every'>) {}

  longest(): number {
    this.#askedAt = this.clock.steady();
    if (!this.#timer) this.#begin();
    // A request may be looked at before the timer that is overdue
    return Math.max(this.#lateness(this.#askedAt), ...this.#late.map(({ ms }) => ms));
  }

  close(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #begin(): void {
    this.#late = [];
    this.#last = this.clock.steady();
    this.#timer = this.clock.every(LOOK_MS, () => this.#look());
  }

  #look(): void {
    const now = this.clock.steady();
    this.#late = [...this.#late.filter(({ at }) => now - at < KEPT_MS), { at: now, ms: this.#lateness(now) }];
    this.#last = now;
    if (now - this.#askedAt > ASKED_MS) this.close();
  }

  #lateness(now: number): number {
    return Math.max(0, now - this.#last - LOOK_MS);
  }
}
