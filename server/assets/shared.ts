/** Work for everybody who asks for the same. It is abandoned when the last of those who wait for it is gone. */
export class Shared<T> {
  readonly result: Promise<T>;
  readonly #abandon = new AbortController();
  #waiting = 0;

  constructor(work: (signal: AbortSignal) => Promise<T>) {
    this.result = work(this.#abandon.signal);
  }

  /** Nobody may join any more. */
  get isAbandoned(): boolean {
    return this.#abandon.signal.aborted;
  }

  /** @param signal aborted when the one who asks is gone; undefined: always waits. */
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
