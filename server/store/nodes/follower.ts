import type { Clock, Timer } from '../../clock.ts';
import type { Driver } from '../drivers/driver.ts';
import type { Loader } from '../memory/loader.ts';
import type { ScopeState } from '../memory/scope-state.ts';
import { DIRECTORY, isCanvas } from '../store.ts';
import type { Bus } from './bus.ts';
import { changedMessages, readChanged } from './changed-message.ts';

/** The pause between two questions for moved scopes while no message comes through. */
const DEAF_MS = 1000;
/** The same pause while messages come through, because one may be lost without a trace. */
const HEARING_MS = 10_000;
/** The least time between two moves of the heads of canvases that are not in memory: their followers look once a second. */
const HEADS_MS = 1000;
/** One question asks about all scopes in memory and this many others, in turn. */
const OTHERS = 2000;
/** Scopes that are brought up to date at the same time. */
const AT_ONCE = 8;

export interface FollowerDeps {
  readonly driver: Pick<Driver, 'revisions'>;
  readonly clock: Clock;
  readonly loader: Pick<Loader, 'states' | 'known'>;
  readonly bus: Bus | undefined;
  /** Brings a scope to what the database has now, once it is calm. */
  readonly catchUp: (state: ScopeState, revision: number) => Promise<void>;
  /** Called, with one line for a person, when other nodes cannot be heard, and when they can again. */
  readonly notice: (text: string, isTrouble: boolean) => void;
}

/**
 * Tells other nodes what was committed here, and follows what they commit, for those who subscribe here: readers pass the barrier
 * and need none of this. A message only wakes, so it may be old, doubled, late or lost; what it says is true at the database.
 */
export class Follower {
  #moved = new Map<string, number>();
  #heads = new Map<ScopeState, number>();
  #movingHeads: Timer | undefined;
  /** The highest revision that each scope is on its way to. */
  readonly #wanted = new Map<ScopeState, number>();
  readonly #underWay = new Set<Promise<unknown>>();
  #others: Iterator<ScopeState> | undefined;
  #polling: Timer | undefined;
  #asking = false;
  #stopped = false;
  #saidDeaf = false;
  #heardAt: number;
  readonly #ends: (() => void)[] = [];

  constructor(private readonly deps: FollowerDeps) {
    this.#heardAt = deps.clock.steady();
  }

  start(): void {
    const { bus } = this.deps;
    if (bus) {
      this.#ends.push(bus.listen('changed', (text) => this.#hear(text)));
      this.#ends.push(bus.onTurn((isUp) => this.#turn(isUp)));
    }
    this.#pollIn(DEAF_MS);
  }

  /** Milliseconds since the database last said what has moved. */
  get lastHeardMs(): number {
    return this.deps.clock.steady() - this.#heardAt;
  }

  /** This node moved a scope. All that moves in one turn is one message. */
  announce(scope: string, revision: number): void {
    if (!this.deps.bus || this.#stopped) return;
    if (this.#moved.size === 0) setImmediate(() => this.#tell());
    this.#moved.set(scope, Math.max(revision, this.#moved.get(scope) ?? 0));
  }

  /** A canvas that another node made: the directory says that it is there, and its head is still to be read. */
  appeared(scope: string): void {
    this.#wake(scope, 1);
  }

  /** Resolves when nothing is under way any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const end of this.#ends.splice(0)) end();
    this.#polling?.cancel();
    this.#movingHeads?.cancel();
    this.#tell();
    await Promise.allSettled(this.#underWay);
  }

  #tell(): void {
    const moved = this.#moved;
    this.#moved = new Map();
    for (const text of changedMessages(moved)) this.deps.bus?.send('changed', text);
  }

  #hear(text: string): void {
    for (const [scope, revision] of readChanged(text)) this.#wake(scope, revision);
  }

  #wake(scope: string, revision: number): void {
    const { states, known } = this.deps.loader;
    const state = states.get(scope) ?? (isCanvas(scope) ? known.call(this.deps.loader, scope) : undefined);
    if (!state || this.#stopped || state.isGone || state.revision >= revision) return;
    if (state.isFresh && scope !== DIRECTORY) return;
    if (state.view) return this.#follow(state, revision);
    this.#heads.set(state, Math.max(revision, this.#heads.get(state) ?? 0));
    this.#movingHeads ??= this.deps.clock.after(HEADS_MS, () => this.#moveHeads());
  }

  /** One way for each scope at a time; a message that comes meanwhile is looked at when it ends. */
  #follow(state: ScopeState, revision: number): void {
    const wanted = this.#wanted.get(state);
    this.#wanted.set(state, Math.max(revision, wanted ?? 0));
    if (wanted === undefined) this.#track(this.#go(state));
  }

  async #go(state: ScopeState): Promise<void> {
    try {
      for (let goal = 0; (this.#wanted.get(state) ?? 0) > goal && !this.#stopped; ) {
        goal = this.#wanted.get(state)!;
        await this.deps.catchUp(state, goal);
      }
    } catch {
      // The database cannot be reached; the next question finds it again
    } finally {
      this.#wanted.delete(state);
    }
  }

  #moveHeads(): void {
    this.#movingHeads = undefined;
    const heads = this.#heads;
    this.#heads = new Map();
    this.#track(this.#reachAll([...heads]));
  }

  async #reachAll(behind: readonly (readonly [ScopeState, number])[]): Promise<void> {
    const left = behind.values();
    const work = async (): Promise<void> => {
      for (const [state, revision] of left) if (state.revision < revision) await this.deps.catchUp(state, revision);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  #turn(isUp: boolean): void {
    // What was sent while it was away is lost
    if (isUp) this.#poll();
    else this.#pollIn(DEAF_MS);
  }

  #pollIn(ms: number): void {
    this.#polling?.cancel();
    this.#polling = this.#stopped ? undefined : this.deps.clock.after(ms, () => this.#poll());
  }

  #poll(): void {
    this.#say();
    if (this.#asking || this.#stopped) return;
    this.#asking = true;
    const over = (): void => {
      this.#asking = false;
      this.#pollIn(this.#isHearing ? HEARING_MS : DEAF_MS);
    };
    this.#track(this.#ask().then(over, over));
  }

  async #ask(): Promise<void> {
    const states = this.#asked();
    const revisions = await this.deps.driver.revisions(states.map(({ id }) => id));
    this.#heardAt = this.deps.clock.steady();
    const behind: [ScopeState, number][] = [];
    for (const [at, state] of states.entries()) {
      // The row of what died long ago is gone
      const revision = revisions[at]! || state.revision + 1;
      if (state.revision >= revision) continue;
      if (state.view) this.#follow(state, revision);
      else behind.push([state, revision]);
    }
    await this.#reachAll(behind);
  }

  /** All that are in memory, and the next of the others. */
  #asked(): ScopeState[] {
    const asked = new Set<ScopeState>();
    for (const state of this.deps.loader.states.values()) if (state.view && !state.isFresh) asked.add(state);
    this.#others ??= this.deps.loader.states.values();
    for (let looked = 0; looked < OTHERS; looked++) {
      const next = this.#others.next();
      if (next.done) {
        this.#others = undefined;
        break;
      }
      if (!next.value.isFresh) asked.add(next.value);
    }
    return [...asked];
  }

  get #isHearing(): boolean {
    return this.deps.bus?.isUp === true;
  }

  #say(): void {
    if (!this.deps.bus || this.#saidDeaf !== this.#isHearing) return;
    this.#saidDeaf = !this.#isHearing;
    this.deps.notice(
      this.#saidDeaf
        ? 'the other nodes cannot be heard: what they change is asked of the database, once a second'
        : 'the other nodes are heard again',
      this.#saidDeaf,
    );
  }

  #track(work: Promise<unknown>): void {
    const tracked: Promise<unknown> = work.catch(() => undefined).finally(() => this.#underWay.delete(tracked));
    this.#underWay.add(tracked);
  }
}
