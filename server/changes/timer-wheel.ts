import type { Clock, Timer } from '../clock.ts';

/**
 * Many deadlines on one timer: they are rounded up to the grain, and deadlines that then fall on the same time run together.
 * No timer runs while nothing is due.
 */
export class TimerWheel<T> {
  readonly #clock: Clock;
  readonly #grain: number;
  readonly #run: (item: T) => void;
  readonly #slots = new Map<number, Set<T>>();
  #timer: Timer | undefined;
  #next = Number.POSITIVE_INFINITY;

  /** `grain`: how late an item may run, in milliseconds. */
  constructor(clock: Clock, grain: number, run: (item: T) => void) {
    this.#clock = clock;
    this.#grain = grain;
    this.#run = run;
  }

  /** Returns the slot that `remove` needs to take the item out. */
  put(item: T, due: number): number {
    const slot = Math.ceil(due / this.#grain);
    const items = this.#slots.get(slot);
    if (items) items.add(item);
    else this.#slots.set(slot, new Set([item]));
    if (slot < this.#next) this.#arm(slot);
    return slot;
  }

  remove(item: T, slot: number): void {
    const items = this.#slots.get(slot);
    items?.delete(item);
    if (items?.size === 0) this.#slots.delete(slot);
  }

  stop(): void {
    this.#timer?.cancel();
    this.#slots.clear();
  }

  #arm(slot: number): void {
    this.#timer?.cancel();
    this.#next = slot;
    this.#timer = this.#clock.after(Math.max(0, slot * this.#grain - this.#clock.steady()), () => this.#turn());
  }

  #turn(): void {
    this.#next = Number.POSITIVE_INFINITY;
    const now = this.#clock.steady() / this.#grain;
    for (const [slot, items] of [...this.#slots]) {
      if (slot > now) continue;
      this.#slots.delete(slot);
      for (const item of items) this.#run(item);
    }
    const next = Math.min(...this.#slots.keys());
    if (next < this.#next) this.#arm(next);
  }
}
