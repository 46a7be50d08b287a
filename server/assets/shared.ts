/** Work that all requests for the same thing share. It is abandoned when the last of its waiters is gone. */
export class SharedWork<T> {
  readonly result: Promise<T>;
  readonly #abandon = new AbortController();
  #waiting = 0;

  constructor(work: (signal: AbortSignal) => Promise<T>) {
    this.result = work(this.#abandon.signal);
  }

  /** True: nobody may join any more. */
  get isAbandoned(): boolean {
    return this.#abandon.signal.aborted;
  }

  /** @param signal aborted when the waiter is gone; undefined: it always waits. */
  join(signal: AbortSignal | undefined): Promise<T> {
    this.#waiting++;
    if (signal?.aborted) this.#leave();
    else signal?.addEventListener('abort', () => this.#leave(), { once: true });
    return this.result;
  }

  #leave(): void {
    this.#waiting--;
    if (this.#waiting === 0) this.#abandon.abort();
  }
}
