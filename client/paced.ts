import type { Clock, Timer } from './ports.ts';

/**
 * Sends at most one value per interval for each key, the first at once. When the interval ends, it sends the last of the values that came sooner.
 */
export class Paced<V> {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #everyMs: (key: string) => number;
  readonly #send: (key: string, value: V) => void;
  #isStopped = false;
  readonly #keys = new Map<string, { timer: Timer; waiting: V | undefined }>();

  /** @param everyMs the interval, or what it is now for a key */
  constructor(clock: Pick<Clock, 'after'>, everyMs: number | ((key: string) => number), send: (key: string, value: V) => void) {
    this.#clock = clock;
    this.#everyMs = typeof everyMs === 'number' ? () => everyMs : everyMs;
    this.#send = send;
  }

  put(key: string, value: V): void {
    if (this.#isStopped) return;
    const before = this.#keys.get(key);
    if (before) before.waiting = value;
    else this.#sendNow(key, value);
  }

  /** Forgets the value that waits. */
  drop(key: string): void {
    this.#keys.get(key)?.timer.cancel();
    this.#keys.delete(key);
  }

  /** Sends nothing more. */
  stop(): void {
    this.#isStopped = true;
    for (const key of [...this.#keys.keys()]) this.drop(key);
  }

  #sendNow(key: string, value: V): void {
    this.#keys.set(key, { timer: this.#clock.after(this.#everyMs(key), () => this.#due(key)), waiting: undefined });
    this.#send(key, value);
  }

  #due(key: string): void {
    const waiting = this.#keys.get(key)?.waiting;
    this.#keys.delete(key);
    if (waiting !== undefined) this.#sendNow(key, waiting);
  }
}
