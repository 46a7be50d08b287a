import { Batch, type Entry, type Task } from './batch.ts';
import type { Commit, Driver, Outcome } from './driver.ts';
import type { Handle } from './handle.ts';
import type { Runner } from './runner.ts';
import type { Change, ChangeSet } from './types.ts';

export interface CommitterParts {
  readonly driver: Driver;
  readonly runner: () => Runner;
  readonly publish: (set: ChangeSet) => void;
  /** Brings scopes that nothing is pending on to the database's present revision, publishing what was missed. */
  readonly catchUp: (handles: Iterable<Handle>) => Promise<void>;
  readonly removed: (handle: Handle) => void;
  /** Waits before an unknown outcome is looked up again. */
  readonly pause: () => Promise<void>;
  /** The store cannot go on (it lost its database). */
  readonly fatal: (cause: unknown) => void;
}

/**
 * Batches on their way to the disk. Per scope at most one is in flight and one open; a batch is sent when none of
 * its scopes has one in flight and the driver has a free slot. The four outcomes are the four methods at the end.
 */
export class Committer {
  readonly #open = new Set<Batch>();
  #underWay = 0;
  #recovering = 0;
  #scheduled = false;

  constructor(private readonly parts: CommitterParts) {}

  get idle(): boolean {
    return this.#open.size === 0 && this.#underWay === 0 && this.#recovering === 0;
  }

  /** Adds a run to the open batch of its scopes, or answers at once when there is nothing to wait for. */
  join(entry: Entry): void {
    const handles = new Set([...entry.task.handles, ...entry.draft.handles]);
    if (entry.draft.empty && ![...handles].some((handle) => handle.inFlight || handle.open)) return entry.answer();
    const batch = this.#openBatch(handles);
    batch.add(entry);
    for (const handle of batch.handles) handle.open = batch;
    this.#schedule();
  }

  #openBatch(handles: Iterable<Handle>): Batch {
    let batch: Batch | undefined;
    for (const { open } of handles) {
      if (!open || open === batch) continue;
      if (batch) this.#open.delete(open);
      if (batch) batch.merge(open);
      else batch = open;
    }
    batch ??= new Batch();
    this.#open.add(batch);
    return batch;
  }

  /** Commands of one turn gather before the first of them is sent. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#send();
    });
  }

  #send(): void {
    if (this.#underWay >= this.parts.driver.slots) return;
    const ready = [...this.#open].filter((batch) => ![...batch.handles].some((handle) => handle.inFlight));
    const batches = ready.filter((batch) => {
      this.#take(batch);
      if (batch.empty) this.#answer(batch);
      return !batch.empty;
    });
    if (batches.length === 0) return;
    for (const batch of batches) for (const handle of batch.handles) handle.inFlight = batch;
    this.#underWay++;
    const commits = batches.map((batch) => batch.commit(this.parts.driver.shared));
    this.parts.driver.commit(commits).then((outcomes) => this.#outcomes(batches, outcomes), this.parts.fatal);
  }

  #take(batch: Batch): void {
    this.#open.delete(batch);
    for (const handle of batch.handles) handle.open = undefined;
  }

  #answer(batch: Batch): void {
    for (const entry of batch.entries) entry.answer();
  }

  #outcomes(batches: readonly Batch[], outcomes: readonly Outcome[]): void {
    this.#underWay--;
    for (const [at, batch] of batches.entries()) this.#outcome(batch, outcomes[at]!);
    this.#send();
  }

  #outcome(batch: Batch, outcome: Outcome): void {
    if (outcome.is === 'durable') this.durable(batch);
    else this.#recover(() => this.#undurable(batch, outcome));
  }

  #undurable(batch: Batch, outcome: Outcome): Promise<void> {
    if (outcome.is === 'lost') return this.lost(batch);
    return outcome.is === 'failed' ? this.failed(batch) : this.unknown(batch);
  }

  #recover(work: () => Promise<void>): void {
    this.#recovering++;
    work().then(() => {
      this.#recovering--;
      this.parts.runner().advance();
      this.#schedule();
    }, this.parts.fatal);
  }

  /** One turn: the durable view moves and each command's change set is published before its answer. */
  durable(batch: Batch): void {
    const revisions = new Map<Handle, number>();
    for (const handle of batch.handles) {
      if (handle.inFlight === batch) handle.inFlight = undefined;
      revisions.set(handle, handle.revision + 1);
    }
    for (const entry of batch.entries) {
      for (const handle of entry.draft.handles) this.#settle(entry, handle, revisions.get(handle)!);
      entry.answer();
    }
  }

  #settle(entry: Entry, handle: Handle, revision: number): void {
    const changes: readonly Change[] = entry.draft.changes(handle);
    for (const change of changes) handle.records?.settle(change.key, change.after);
    handle.fresh = false;
    handle.settle(revision, entry.draft.head(handle) ?? handle.durableHead);
    const dead = entry.draft.isDead(handle);
    if (dead) this.parts.removed(handle);
    this.parts.publish({ scope: handle.id, revision, changes, dead });
  }

  /** A scope moved on elsewhere: what saw the batch is undone, what was missed is fetched, all runs again. */
  async lost(batch: Batch): Promise<void> {
    const again = this.#undo(batch);
    for (const entry of batch.entries) entry.task.losses++;
    await this.#holding(batch.handles, async () => {
      await this.parts.catchUp(batch.handles);
      for (const task of again.filter((one) => one.losses > 1)) await this.#alone(task, true);
    });
    this.parts.runner().again(again.filter((task) => task.losses <= 1));
  }

  /** Surely rolled back: each command in a batch of its own, so that one bad command fails alone. */
  async failed(batch: Batch): Promise<void> {
    const own = new Set(batch.entries.map((entry) => entry.task));
    const again = this.#undo(batch);
    const handles = new Set([...batch.handles, ...again.flatMap((task) => [...task.handles])]);
    await this.#holding(handles, async () => {
      for (const task of own) await this.#alone(task, false);
    });
    this.parts.runner().again(again.filter((task) => !own.has(task)));
  }

  /** Nobody is answered and nothing runs on these scopes until the database says what happened. */
  async unknown(batch: Batch): Promise<void> {
    const made = await this.#holding(batch.handles, () => this.#wasCommitted(batch.commit(false)));
    if (made) this.durable(batch);
    else await this.lost(batch);
  }

  async #wasCommitted(commit: Commit): Promise<boolean> {
    const scopes = commit.scopes.map((scope) => scope.id);
    for (;;) {
      try {
        return await this.parts.driver.committed(commit.id, scopes);
      } catch {
        await this.parts.pause();
      }
    }
  }

  /** Undoes the batch and everything that saw it; the tasks that must run again, in their first order. */
  #undo(batch: Batch): Task[] {
    const paused = this.parts.runner().abort(batch.handles);
    const later = new Set([...batch.handles].flatMap((handle) => (handle.open ? [handle.open] : [])));
    for (const open of later) {
      this.#take(open);
      open.undo();
    }
    batch.undo();
    for (const handle of batch.handles) if (handle.inFlight === batch) handle.inFlight = undefined;
    const tasks = [...batch.entries, ...[...later].flatMap((open) => open.entries)].map((entry) => entry.task);
    return [...tasks, ...paused].sort((a, b) => a.sequence - b.sequence);
  }

  async #holding<T>(handles: Iterable<Handle>, work: () => Promise<T>): Promise<T> {
    const held = [...handles];
    for (const handle of held) handle.held++;
    try {
      return await work();
    } finally {
      for (const handle of held) handle.held--;
    }
  }

  /** A batch of one command, sent while its scopes are held. `locked`: it cannot be lost. */
  async #alone(task: Task, locked: boolean): Promise<void> {
    await this.#holding(task.handles, async () => {
      await this.#quiet(task.handles);
      const made: { batch?: Batch } = {};
      const make = async (): Promise<Commit | undefined> => {
        await this.parts.catchUp(task.handles);
        const batch = new Batch();
        batch.add(await this.parts.runner().alone(task));
        made.batch = batch;
        return batch.empty ? undefined : batch.commit(this.parts.driver.shared);
      };
      const outcome = locked ? await this.#locked(task, make) : await this.#single(make);
      await this.#aloneOutcome(task, made.batch!, outcome);
    });
  }

  /** Held scopes take no new command; what is open or in flight on them goes out first. */
  async #quiet(handles: readonly Handle[]): Promise<void> {
    while (handles.some((handle) => handle.inFlight || handle.open)) {
      this.#schedule();
      await new Promise((resume) => setImmediate(resume));
    }
  }

  #locked(task: Task, make: () => Promise<Commit | undefined>): Promise<Outcome> {
    const scopes = task.handles.map((handle) => handle.id).sort();
    return this.parts.driver.commitLocked(scopes, make);
  }

  async #single(make: () => Promise<Commit | undefined>): Promise<Outcome> {
    const commit = await make();
    return commit ? (await this.parts.driver.commit([commit]))[0]! : { is: 'durable' };
  }

  async #aloneOutcome(task: Task, batch: Batch, outcome: Outcome): Promise<void> {
    const is = outcome.is === 'unknown' && (await this.#wasCommitted(batch.commit(false))) ? 'durable' : outcome.is;
    if (is === 'durable') return this.durable(batch);
    batch.undo();
    if (outcome.is === 'failed') task.reject(outcome.cause);
    else await this.#alone(task, true);
  }
}
