import type { Ports } from './ports.ts';
import type { Rest } from './rest.ts';

/** Between two questions, at least; at most a half more. */
const AGAIN_MS = 1_000;
/** A question without an answer for this long has none, as in a network that swallows what is sent. */
const ANSWER_MS = 5_000;

/** Whether the server can be reached by requests. All who wait for a server that is away share one question a second. */
export class Reach {
  #back: Promise<void> | undefined;
  #isClosed = false;

  constructor(
    private readonly rest: Pick<Rest, 'fetch'>,
    private readonly ports: Pick<Ports, 'clock' | 'random'>,
  ) {}

  /** Asks now. An error of a proxy, which may have no server behind it, is no answer. */
  async isThere(): Promise<boolean> {
    const asked = this.rest.fetch('GET', '/server-info').then(
      ({ status }) => status < 502 || status > 504,
      () => false,
    );
    return new Promise((resolve) => {
      const timer = this.ports.clock.after(ANSWER_MS, () => resolve(false));
      void asked.then((isThere) => {
        timer.cancel();
        resolve(isThere);
      });
    });
  }

  /** Resolves when the server has answered. */
  back(): Promise<void> {
    this.#back ??= this.#askUntilThere().finally(() => {
      this.#back = undefined;
    });
    return this.#back;
  }

  close(): void {
    this.#isClosed = true;
  }

  async #askUntilThere(): Promise<void> {
    while (!(await this.isThere()) && !this.#isClosed) await this.#after(AGAIN_MS * (1 + this.ports.random() / 2));
  }

  #after(ms: number): Promise<void> {
    return new Promise((resolve) => this.ports.clock.after(ms, resolve));
  }
}
