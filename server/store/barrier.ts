import type { Driver } from './driver.ts';
import type { Handle } from './handle.ts';

interface Waiting {
  readonly handles: readonly Handle[];
  readonly pass: () => void;
  readonly fail: (cause: unknown) => void;
}

/**
 * With several processes: a read must see every write that was acknowledged, on any node, before it began. One
 * query per tick asks for the revisions of all scopes that waiting requests need; a request that arrives while a
 * query is under way waits for the next one.
 */
export class Barrier {
  #waiting: Waiting[] = [];
  #asking = false;

  constructor(
    private readonly driver: Driver,
    /** Brings a scope to at least this revision. */
    private readonly reach: (handle: Handle, revision: number) => Promise<void>,
  ) {}

  pass(handles: readonly Handle[]): Promise<void> {
    return new Promise((pass, fail) => {
      this.#waiting.push({ handles, pass, fail });
      this.#askSoon();
    });
  }

  #askSoon(): void {
    if (this.#asking) return;
    this.#asking = true;
    setImmediate(() => {
      const waiting = this.#waiting;
      this.#waiting = [];
      void this.#ask(waiting).then(() => {
        this.#asking = false;
        if (this.#waiting.length > 0) this.#askSoon();
      });
    });
  }

  async #ask(waiting: readonly Waiting[]): Promise<void> {
    const handles = [...new Set(waiting.flatMap((one) => one.handles))];
    try {
      const revisions = await this.driver.revisions(handles.map((handle) => handle.id));
      const reached = new Map(handles.map((handle, at) => [handle, this.reach(handle, revisions[at]!)]));
      // Each waits for its own scopes only, and the next query for none of them.
      for (const one of waiting) Promise.all(one.handles.map((handle) => reached.get(handle))).then(one.pass, one.fail);
    } catch (cause) {
      for (const one of waiting) one.fail(cause);
    }
  }
}
