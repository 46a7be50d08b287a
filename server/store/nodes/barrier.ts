import type { Driver } from '../drivers/driver.ts';
import type { ScopeState } from '../memory/scope-state.ts';

interface PendingRead {
  readonly states: readonly ScopeState[];
  readonly pass: () => void;
  readonly fail: (cause: unknown) => void;
}

/**
 * With several processes: a read must see every write that was acknowledged, on any node, before it began. One
 * query per tick asks for the revisions of all scopes that waiting requests need; a request that arrives while a
 * query is under way waits for the next one.
 */
export class Barrier {
  #waiting: PendingRead[] = [];
  #asking = false;

  constructor(
    private readonly driver: Driver,
    /** Brings a scope to at least this revision. */
    private readonly reach: (state: ScopeState, revision: number) => Promise<void>,
  ) {}

  pass(states: readonly ScopeState[]): Promise<void> {
    return new Promise((pass, fail) => {
      this.#waiting.push({ states, pass, fail });
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

  async #ask(waiting: readonly PendingRead[]): Promise<void> {
    const states = [...new Set(waiting.flatMap((one) => one.states))];
    try {
      const revisions = await this.driver.revisions(states.map((state) => state.id));
      const reached = new Map(states.map((state, at) => [state, this.reach(state, revisions[at]!)]));
      // Each request waits for its own scopes only; the next query waits for none of them.
      for (const one of waiting) Promise.all(one.states.map((state) => reached.get(state))).then(one.pass, one.fail);
    } catch (cause) {
      // Whoever came meanwhile would wait as long again, for a database that cannot be asked
      for (const one of [...waiting, ...this.#waiting.splice(0)]) one.fail(cause);
    }
  }
}
