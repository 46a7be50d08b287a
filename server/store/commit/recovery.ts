import type { Work } from '../../../model/hooks.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { Commit, Driver, Outcome } from '../drivers/driver.ts';
import type { ScopeState } from '../memory/scope-state.ts';
import { Batch, statesOf, type Task } from './batch.ts';
import type { Committer, Undurable } from './committer.ts';
import type { Runner } from './runner.ts';

export interface RecoveryDeps {
  readonly driver: Driver;
  readonly scheduler: Scheduler;
  readonly runner: Runner;
  readonly committer: Committer;
  /** Brings scopes to the database's present revision and publishes what was missed. Nothing may be pending on them. */
  readonly catchUp: (states: Iterable<ScopeState>) => Promise<void>;
  /** Waits before an unknown outcome is looked up again. */
  readonly pause: () => Promise<void>;
}

/** What a recovery took back: the commands in their first order, and every scope that it holds until they run again. */
interface TakenBack {
  readonly tasks: readonly Task[];
  readonly states: ReadonlySet<ScopeState>;
}

/**
 * What follows when a batch is not durable. The batch counts as in flight until the end, so that no other commit touches
 * its scopes.
 *
 *     unknown ──▶ looked up ──▶ durable
 *                     │ it was not made
 *                     ▼
 *       lost ──▶ taken back ──▶ caught up ─────────────────────────────▶ again
 *                     └───────▶ tried together, under the lock ───┐        ▲
 *                       its second loss                           │        │ what only saw it, and what
 *     failed ──▶ taken back ──▶ each tried alone ─────────────────┴────────┤ must wait for more scopes
 *                                                                          ▼
 *                                                                      answered
 *
 * A trial that is lost is repeated under the lock. A trial that fails is split, until one command fails alone and is answered so.
 */
export class Recovery {
  constructor(private readonly deps: RecoveryDeps) {}

  async recover(batch: Batch, { is }: Undurable): Promise<void> {
    if (is === 'unknown') await this.#lookUp(batch);
    else await this.#runAgain(batch, is);
    this.deps.runner.advance();
  }

  /** No command is answered and none runs on these scopes until the database says what happened. */
  async #lookUp(batch: Batch): Promise<void> {
    const held = [...batch.states];
    for (const state of held) state.hold();
    if (await this.#wasMade(batch)) {
      await this.deps.committer.durable(batch);
      this.deps.committer.done(batch);
    } else await this.#runAgain(batch, 'lost');
    for (const state of held) state.release();
  }

  async #wasMade(batch: Batch): Promise<boolean> {
    const scopes = batch.stored.map(({ id }) => id);
    for (;;) {
      try {
        return await this.deps.driver.committed(batch.id, scopes);
      } catch {
        await this.deps.pause();
      }
    }
  }

  async #runAgain(batch: Batch, is: 'lost' | 'failed'): Promise<void> {
    const own = batch.entries.map(({ task }) => task);
    const { tasks, states } = await this.#takeBack(batch);
    const answered = new Set(is === 'lost' ? await this.#afterLoss(batch, own) : await this.#eachAlone(own));
    this.deps.committer.done(batch);
    for (const state of states) state.release();
    this.deps.runner.again(tasks.filter((task) => !answered.has(task)));
  }

  /** Undoes the batch and everything that saw it, newest first, while their scopes are held. */
  async #takeBack(batch: Batch): Promise<TakenBack> {
    const { runner, committer, scheduler } = this.deps;
    const states = new Set(batch.states);
    const open = committer.takeOpen(batch.states);
    for (const one of open) for (const state of one.states) states.add(state);
    const paused = runner.pausedOn(states);
    for (const { task } of paused) for (const state of task.states) states.add(state);
    for (const state of states) state.hold();
    for (const one of paused) runner.abort(one);
    const entries = [batch, ...open].flatMap((one) => one.entries);
    // Done before the undo, which forgets them. Scopes that only an earlier run wanted to kill are not held here.
    for (const entry of entries) entry.task.states = [...new Set(statesOf(entry))];
    await scheduler.run(undoAll([...paused.map(({ writeSet }) => writeSet), ...open, batch]));
    return { tasks: [...entries, ...paused].map(({ task }) => task), states };
  }

  /** A scope moved on elsewhere. Returns the tasks that are answered, as do the methods below. */
  async #afterLoss(batch: Batch, own: readonly Task[]): Promise<readonly Task[]> {
    for (const task of own) task.losses++;
    if (own.some(({ losses }) => losses > 1)) return this.#try(own, true);
    const behind = await this.#behind(batch.states);
    return behind ? refuseAll(own, behind.cause) : [];
  }

  async #eachAlone(tasks: readonly Task[]): Promise<readonly Task[]> {
    const answered: Task[] = [];
    for (const task of tasks) answered.push(...(await this.#try([task], false)));
    return answered;
  }

  /**
   * Runs tasks whose scopes are held as one batch of their own. `locked`: it cannot be lost. A task that now wants to kill
   * other scopes is not answered, as it must wait for them first. When the database cannot say what was missed, all are refused:
   * nothing of them was made, and the next reader asks again.
   */
  async #try(tasks: readonly Task[], locked: boolean): Promise<readonly Task[]> {
    const { driver, committer, scheduler } = this.deps;
    const states = new Set(tasks.flatMap((task) => task.named));
    let batch = new Batch();
    let behind: { readonly cause: unknown } | undefined;
    const make = async (): Promise<Commit | undefined> => {
      behind = await this.#behind(states);
      if (behind) return undefined;
      batch = await this.#run(tasks);
      return batch.isForDisk ? scheduler.run(batch.commit(driver.shared)) : undefined;
    };
    const scopes = [...states].flatMap(({ id, isStored }) => (isStored ? [id] : [])).sort();
    const outcome = locked ? await driver.commitLocked(scopes, make) : await this.#commit(await make());
    if (behind) return refuseAll(tasks, behind.cause);
    if (await this.#isDurable(batch, outcome)) {
      await committer.durable(batch);
      return batch.entries.map(({ task }) => task);
    }
    await scheduler.run(batch.undo());
    // A commit under the lock is lost only when a command makes a scope that is there.
    if (outcome.is === 'lost' && locked) return this.#split(tasks, new Error('a scope that it makes is there'));
    if (outcome.is === 'failed') return this.#split(tasks, outcome.cause);
    return this.#try(tasks, true);
  }

  /** Why the scopes cannot be brought up to date; undefined: they are. */
  async #behind(states: ReadonlySet<ScopeState>): Promise<{ readonly cause: unknown } | undefined> {
    try {
      await this.deps.catchUp(states);
      return undefined;
    } catch (cause) {
      return { cause };
    }
  }

  async #split(tasks: readonly Task[], cause: unknown): Promise<readonly Task[]> {
    if (tasks.length > 1) return this.#eachAlone(tasks);
    tasks[0]!.reject(cause);
    return tasks;
  }

  async #run(tasks: readonly Task[]): Promise<Batch> {
    const batch = new Batch();
    for (const task of tasks) {
      const entry = await this.deps.runner.alone(task);
      if (entry) batch.add(entry);
    }
    return batch;
  }

  async #commit(commit: Commit | undefined): Promise<Outcome> {
    return commit ? (await this.deps.driver.commit([commit]))[0]! : { is: 'durable' };
  }

  async #isDurable(batch: Batch, { is }: Outcome): Promise<boolean> {
    return is === 'durable' || (is === 'unknown' && (await this.#wasMade(batch)));
  }
}

function refuseAll(tasks: readonly Task[], cause: unknown): readonly Task[] {
  for (const task of tasks) task.reject(cause);
  return tasks;
}

function* undoAll(written: readonly { undo(): Work }[]): Work {
  for (const one of written) yield* one.undo();
}
