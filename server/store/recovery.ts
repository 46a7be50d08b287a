import type { Work } from '../../model/hooks.ts';
import type { Scheduler } from '../scheduler.ts';
import { Batch, handlesOf, type Task } from './batch.ts';
import type { Committer, Undurable } from './committer.ts';
import type { Commit, Driver, Outcome } from './driver.ts';
import type { Handle } from './handle.ts';
import type { Runner } from './runner.ts';

export interface RecoveryParts {
  readonly driver: Driver;
  readonly scheduler: Scheduler;
  readonly runner: Runner;
  readonly committer: Committer;
  /** Brings scopes that nothing is pending on to the database's present revision, publishing what was missed. */
  readonly catchUp: (handles: Iterable<Handle>) => Promise<void>;
  /** Waits before an unknown outcome is looked up again. */
  readonly pause: () => Promise<void>;
}

/** What was taken back: its commands in their first order, and every scope that is held until they run again. */
interface TakenBack {
  readonly tasks: readonly Task[];
  readonly handles: ReadonlySet<Handle>;
}

/**
 * What follows when a batch is not durable, one method for each outcome. The batch counts as in flight until the
 * end, so that no other commit touches its scopes.
 */
export class Recovery {
  constructor(private readonly parts: RecoveryParts) {}

  async recover(batch: Batch, { is }: Undurable): Promise<void> {
    if (is === 'unknown') await this.#unknown(batch);
    else if (is === 'lost') await this.#lost(batch);
    else await this.#failed(batch);
    this.parts.runner.advance();
  }

  /** A scope moved on elsewhere: what saw the batch is undone, what was missed is fetched, all runs again. */
  async #lost(batch: Batch): Promise<void> {
    const own = batch.entries.map(({ task }) => task);
    for (const task of own) task.losses++;
    const taken = await this.#takeBack(batch);
    const over = new Set<Task>();
    if (own.some(({ losses }) => losses > 1)) await this.#together(own, true, over);
    else await this.parts.catchUp(batch.handles);
    this.#runAgain(batch, taken, over);
  }

  /** Surely rolled back: each command in a batch of its own, so that one bad command fails alone. */
  async #failed(batch: Batch): Promise<void> {
    const own = batch.entries.map(({ task }) => task);
    const taken = await this.#takeBack(batch);
    const over = new Set<Task>();
    for (const task of own) await this.#together([task], false, over);
    this.#runAgain(batch, taken, over);
  }

  /** Nobody is answered and nothing runs on these scopes until the database says what happened. */
  async #unknown(batch: Batch): Promise<void> {
    const held = [...batch.handles];
    for (const handle of held) handle.hold();
    const made = await this.#wasMade(batch);
    if (made) await this.parts.committer.durable(batch);
    else await this.#lost(batch);
    if (made) this.parts.committer.done(batch);
    for (const handle of held) handle.release();
  }

  async #wasMade(batch: Batch): Promise<boolean> {
    const scopes = [...batch.handles].map(({ id }) => id);
    for (;;) {
      try {
        return await this.parts.driver.committed(batch.id, scopes);
      } catch {
        await this.parts.pause();
      }
    }
  }

  /** Undoes the batch and everything that saw it, newest first, while their scopes are held. */
  async #takeBack(batch: Batch): Promise<TakenBack> {
    const { runner, committer, scheduler } = this.parts;
    const handles = new Set(batch.handles);
    const open = committer.takeOpen(batch.handles);
    for (const one of open) for (const handle of one.handles) handles.add(handle);
    const paused = runner.pausedOn(handles);
    for (const { task } of paused) for (const handle of task.handles) handles.add(handle);
    for (const handle of handles) handle.hold();
    for (const one of paused) runner.abort(one);
    const entries = [batch, ...open].flatMap((one) => one.entries);
    // Before the undo, which forgets them: scopes that only an earlier run wanted to kill are not held here.
    for (const entry of entries) entry.task.handles = [...new Set(handlesOf(entry))];
    await scheduler.run(undoAll([...paused.map(({ draft }) => draft), ...open, batch]));
    return { tasks: [...entries, ...paused].map(({ task }) => task), handles };
  }

  #runAgain(batch: Batch, { tasks, handles }: TakenBack, over: ReadonlySet<Task>): void {
    this.parts.committer.done(batch);
    for (const handle of handles) handle.release();
    this.parts.runner.again(tasks.filter((task) => !over.has(task)));
  }

  /**
   * Runs tasks whose scopes are held as one batch of their own. `locked`: it cannot be lost. Those that are answered
   * are added to `over`; one that now wants to kill other scopes is not, as it must wait for them first.
   */
  async #together(tasks: readonly Task[], locked: boolean, over: Set<Task>): Promise<void> {
    const { driver, committer, scheduler } = this.parts;
    const handles = new Set(tasks.flatMap((task) => task.named));
    let batch = new Batch();
    const make = async (): Promise<Commit | undefined> => {
      await this.parts.catchUp(handles);
      batch = await this.#run(tasks);
      return batch.empty ? undefined : scheduler.run(batch.commit(driver.shared));
    };
    const scopes = [...handles].map(({ id }) => id).sort();
    const outcome = locked ? await driver.commitLocked(scopes, make) : await this.#commit(await make());
    if (await this.#isDurable(batch, outcome)) {
      for (const { task } of batch.entries) over.add(task);
      return committer.durable(batch);
    }
    await scheduler.run(batch.undo());
    // Not even under the lock: a command makes a scope that is there.
    if (outcome.is === 'lost' && locked) return this.#each(tasks, new Error('a scope that it makes is there'), over);
    if (outcome.is === 'failed') return this.#each(tasks, outcome.cause, over);
    return this.#together(tasks, true, over);
  }

  /** What failed together is tried one by one; what failed alone is answered. */
  async #each(tasks: readonly Task[], cause: unknown, over: Set<Task>): Promise<void> {
    if (tasks.length > 1) {
      for (const task of tasks) await this.#together([task], false, over);
      return;
    }
    const task = tasks[0]!;
    over.add(task);
    task.reject(cause);
  }

  async #run(tasks: readonly Task[]): Promise<Batch> {
    const batch = new Batch();
    for (const task of tasks) {
      const entry = await this.parts.runner.alone(task);
      if (entry) batch.add(entry);
    }
    return batch;
  }

  async #commit(commit: Commit | undefined): Promise<Outcome> {
    return commit ? (await this.parts.driver.commit([commit]))[0]! : { is: 'durable' };
  }

  async #isDurable(batch: Batch, { is }: Outcome): Promise<boolean> {
    return is === 'durable' || (is === 'unknown' && (await this.#wasMade(batch)));
  }
}

function* undoAll(written: readonly { undo(): Work }[]): Work {
  for (const one of written) yield* one.undo();
}
