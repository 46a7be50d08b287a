import type { Clock } from '../clock.ts';
import type { Driver } from './drivers/driver.ts';
import type { Loader } from './memory/loader.ts';
import { notThere, type ScopeState } from './memory/scope-state.ts';
import { Barrier } from './nodes/barrier.ts';
import type { CatchUp } from './nodes/catch-up.ts';
import { type Command, DIRECTORY, durabilityOf } from './store.ts';
import type { StoreMetrics } from './store-metrics.ts';

interface ScopesDeps {
  readonly driver: Driver;
  readonly loader: Loader;
  readonly catchUp: CatchUp;
  readonly clock: Pick<Clock, 'steady'>;
  readonly metrics: StoreMetrics;
  /** Scopes that were held may be written to again. */
  readonly advance: () => void;
}

/** The scopes of commands and readers: in memory, made where a command may make them, and with every write acknowledged before. */
export class Scopes {
  readonly #deps: ScopesDeps;
  readonly #barrier: Barrier;

  constructor(deps: ScopesDeps) {
    this.#deps = deps;
    this.#barrier = new Barrier(deps.driver, (behind, revision) => this.#reach(behind, revision));
  }

  /** The scopes of a command when all of them are in memory; fresh ones are made. */
  ready({ scopes, fresh }: Command<unknown>, made: ScopeState[]): ScopeState[] | undefined {
    const { shared } = this.#deps.driver;
    for (const id of fresh ?? []) {
      // Another node may have made it: the database says
      if (shared && !isDurable(id)) continue;
      const state = this.#deps.loader.isThere(id) ? this.#deps.loader.states.get(id)! : this.#deps.loader.fresh(id);
      if (!state.isFresh) continue;
      state.expect();
      made.push(state);
    }
    if (shared) return undefined;
    const states: ScopeState[] = [];
    for (const id of scopes) {
      const state = this.#deps.loader.states.get(id);
      if (!state?.view) return undefined;
      this.#deps.loader.use(state);
      states.push(state);
    }
    return states;
  }

  /** The scopes are pinned until all are there, and after that by the command itself. */
  async loadAll({ scopes, fresh = [] }: Command<unknown>, made: ScopeState[], states: ScopeState[]): Promise<void> {
    const pins: (() => void)[] = [];
    try {
      for (const id of scopes) {
        const state =
          fresh.includes(id) && !isDurable(id) ? await this.#loadOrMake(id, made) : await this.#deps.loader.loaded(id);
        pins.push(state.pin());
        states.push(state);
      }
      await this.#passBarrier(states);
      for (const state of states) if (isClosed(state)) throw notThere(state.id);
    } finally {
      for (const unpin of pins) unpin();
    }
  }

  async #loadOrMake(id: string, made: ScopeState[]): Promise<ScopeState> {
    const state = await this.#deps.loader.loadedOrFresh(id);
    // The last command that could have made it has just let go of it
    if (this.#deps.loader.states.get(id) !== state) return this.#loadOrMake(id, made);
    if (!state.isFresh) return state;
    state.expect();
    made.push(state);
    return state;
  }

  /** A scope that no command made is forgotten by the last command that could have made it, and by no earlier one. */
  forgetUnmade(made: readonly ScopeState[]): void {
    for (const state of made) if (state.unexpect()) this.#deps.loader.remove(state);
    if (made.length > 0) void this.#deps.loader.evictSoon();
  }

  /** A loaded scope that shows every write acknowledged before now. */
  async current(id: string): Promise<ScopeState> {
    const state = await this.#deps.loader.loaded(id);
    await this.#passBarrier([state]);
    if (isClosed(state)) return this.current(id);
    if (state.isGone) throw notThere(id);
    return state;
  }

  async #passBarrier(states: readonly ScopeState[]): Promise<void> {
    if (!this.#deps.driver.shared) return;
    const asked = [this.#deps.loader.states.get(DIRECTORY)!, ...states.filter(isAsked)];
    const pins = asked.map((state) => state.pin());
    const { clock, metrics } = this.#deps;
    const began = clock.steady();
    try {
      await this.#barrier.pass(asked);
      metrics.passedBarrier(clock.steady() - began);
    } finally {
      for (const unpin of pins) unpin();
    }
    for (const state of asked) state.passBarrier();
  }

  /** A batch in flight on an older revision is lost and brings the scope up to date by itself; else this does. */
  async #reach(state: ScopeState, revision: number): Promise<void> {
    while (state.revision < revision && !state.isGone) await this.catchUpOnce(state, revision);
  }

  async catchUpOnce(state: ScopeState, revision: number): Promise<void> {
    do await state.calm();
    while (!state.isCalm);
    if (state.revision >= revision || state.isGone) return;
    state.hold();
    try {
      await this.#deps.catchUp.all([state]);
    } finally {
      state.release();
      this.#deps.advance();
    }
  }
}

const isDurable = (scope: string): boolean => durabilityOf(scope) === 'durable';

/** The revision of what is fresh is known, except that of a live scope: one of its name may have been there. */
const isAsked = ({ isStored, isFresh, isLive }: ScopeState): boolean => isStored && (!isFresh || isLive);

/** A live scope of a name that may be that of another one now. */
export const isClosed = ({ isGone, isLive }: ScopeState): boolean => isGone && isLive;
