/** Milliseconds of painting in a frame, so that with everything else it stays below 16. */
export const BUDGET = 8;
/** A page that is slower than this seems to stand still. */
const MOST = 40;
/** Frames farther apart do not follow each other. */
const APART = 250;

/**
 * How long a frame may paint. Where frames take long whatever is painted, half of that time is for painting, so that fewer of them are needed.
 */
export class Pace {
  #last = Number.NEGATIVE_INFINITY;
  #interval = 0;

  /** Call it at the beginning of each frame, with the time of `performance`. */
  begin(now: number): void {
    const since = now - this.#last;
    this.#interval = since < APART ? since : 0;
    this.#last = now;
  }

  /** @returns milliseconds */
  budget(): number {
    return Math.min(MOST, Math.max(BUDGET, this.#interval / 2));
  }
}
