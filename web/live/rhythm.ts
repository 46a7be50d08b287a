/** Milliseconds from the first part until something is shown. Most lists are whole before, and are painted once. */
export const AT_FIRST_MS = 300;
/** Milliseconds between two times. */
const FIRST_MS = 1_000;
/** Each pause is this many times as long as all that was before. */
const GROWTH = 3;

/**
 * When the parts of a list that arrives are shown. What a part brings may lie anywhere, and is painted with all that lies around it, so that
 * each time costs about as much as all that is there. A list is painted at its end, and while it takes long, seldom before.
 */
export class Rhythm {
  #began: number | undefined;
  #next = 0;

  /** Asks with each part, and `AT_FIRST_MS` after the first. @returns whether all that is there is shown now */
  isDue(now: number): boolean {
    if (this.#began === undefined) {
      this.#began = now;
      this.#next = now + AT_FIRST_MS;
    }
    if (now < this.#next) return false;
    this.#next = now + Math.max(FIRST_MS, GROWTH * (now - this.#began));
    return true;
  }
}
