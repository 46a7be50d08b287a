import { type Timer, usualClock } from '../../client/index.ts';

/** In seconds. Twice as long each time, so that hundreds of pages do not keep a weak camera from starting. */
const FIRST = 2;
const LAST = 60;

/** Tries again later, and later each time. */
export class Retry {
  #wait = FIRST;
  #timer: Timer | undefined;

  constructor(private readonly attempt: () => void) {}

  later(): void {
    this.#timer?.cancel();
    // Pages that lost the same server do not all come back in the same moment
    this.#timer = usualClock.after(this.#wait * 1000 * (0.8 + Math.random() * 0.4), this.attempt);
    this.#wait = Math.min(LAST, this.#wait * 2);
  }

  /** The next failure is a first one. */
  worked(): void {
    this.#wait = FIRST;
  }

  end(): void {
    this.#timer?.cancel();
  }
}
