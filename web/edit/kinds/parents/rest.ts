import type { XY } from '../../../../model/looks/shapes.ts';

/** Milliseconds for which a pointer rests over a widget before that takes what is dropped. */
const REST_MS = 400;
/** A pointer that moves no farther rests, in pixels of the screen. */
const TREMBLE = 8;

/**
 * Whether a pointer has rested over a widget, so that nobody puts things on others by accident. Once it has, it may move about there.
 */
export class Rest {
  #over: string | undefined;
  #from: XY = { x: 0, y: 0 };
  #since = 0;
  #isDone = false;

  /** @param over what the pointer is over; undefined: nothing that waits @param at in pixels of the screen @param now in milliseconds */
  take(over: string | undefined, at: XY, now: number): boolean {
    const isNew = over !== this.#over;
    const hasMoved = !this.#isDone && Math.hypot(at.x - this.#from.x, at.y - this.#from.y) > TREMBLE;
    if (isNew || hasMoved) {
      this.#over = over;
      this.#from = at;
      this.#since = now;
      this.#isDone = false;
    }
    this.#isDone ||= over !== undefined && now - this.#since >= REST_MS;
    return this.#isDone;
  }

  forget(): void {
    this.#over = undefined;
    this.#isDone = false;
  }
}
