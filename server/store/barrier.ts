import type { Driver } from './driver.ts';
import type { Handle } from './handle.ts';

/**
 * With several processes: a read must see every write that was acknowledged, on any node, before it began. One
 * query per tick asks for the revisions of all scopes that waiting requests need; a request that arrives while a
 * query is under way waits for the next one.
 */
export class Barrier {
  #waiting: { readonly handles: readonly Handle[]; readonly pass: () => void; readonly fail: (cause: unknown) => void }[] = [];
  #asking = false;

  constructor(
    private readonly driver: Driver,
    /** Brings a scope to at least this revision. */
    private readonly reach: (handle: Handle, revision: number) => Promise<void>,
  ) {}

  pass(handles: readonly Handle[]): Promise<void> {
    return new Promise((pass, fail) => {
      this.#waiting.push({ handles, pass, fail });
      if (!this.#asking) this.#ask();
    });
  }

  #ask(): void {
    this.#asking = true;
    setImmediate(async () => {
      const waiting = this.#waiting;
      this.#waiting = [];
      try {
        await this.#reachAll([...new Set(waiting.flatMap((one) => one.handles))]);
        for (const one of waiting) one.pass();
      } catch (cause) {
        for (const one of waiting) one.fail(cause);
      }
      this.#asking = false;
      if (this.#waiting.length > 0) this.#ask();
    });
  }

  async #reachAll(handles: readonly Handle[]): Promise<void> {
    const revisions = await this.driver.revisions(handles.map((handle) => handle.id));
    await Promise.all(handles.map((handle, at) => this.reach(handle, revisions[at]!)));
  }
}
