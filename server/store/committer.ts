import { atOnce, type Scheduler } from '../scheduler.ts';
import { Batch, type Entry, handlesOf } from './batch.ts';
import type { Commit, Driver, Outcome } from './driver.ts';
import type { Handle } from './handle.ts';
import type { Change, ChangeSet } from './types.ts';

/** Commands of one commit: so many are published and answered in one turn. */
const COMMANDS = 500;

export type Undurable = Exclude<Outcome, { is: 'durable' }>;

export interface CommitterParts {
  readonly driver: Driver;
  readonly scheduler: Scheduler;
  readonly publish: (set: ChangeSet) => void;
  /** A scope is durably dead: publishes that, once. */
  readonly die: (handle: Handle, changes: readonly Change[]) => void;
  /** Told of a batch that is not durable; it stays in flight until `done`. */
  readonly recover: (batch: Batch, outcome: Undurable) => Promise<void>;
  /** The store cannot go on (it lost its database). */
  readonly fatal: (cause: unknown) => void;
}

/**
 * Batches on their way to the disk. Per scope at most one is in flight and one open; a batch is sent when none of
 * its scopes has one in flight and the driver has a free slot.
 */
export class Committer {
  readonly #ready = new Set<Batch>();
  readonly #open = new Map<Handle, Batch>();
  readonly #inFlight = new Map<Handle, Batch>();
  #underWay = 0;
  #scheduled = false;

  constructor(private readonly parts: CommitterParts) {}

  /** Adds a run to the open batch of its scopes, or answers at once when there is nothing to wait for. */
  join(entry: Entry): void {
    if (entry.draft.empty && entry.task.named.every((handle) => handle.pending === 0)) return entry.answer();
    const batch = this.#openBatch(entry);
    batch.add(entry);
    for (const handle of handlesOf(entry)) this.#openOn(handle, batch);
    this.#schedule();
  }

  /** One turn: the durable view moves, and each command's change set is published before its answer. */
  async durable(batch: Batch): Promise<void> {
    if (batch.isLarge) await this.#settleLarge(batch);
    else this.#settle(batch, settleEach);
  }

  /** Ends a batch that was in flight. */
  done(batch: Batch): void {
    for (const handle of batch.handles) {
      if (this.#inFlight.get(handle) !== batch) continue;
      this.#inFlight.delete(handle);
      handle.end();
    }
    this.#schedule();
  }

  /** Takes the open batches of these scopes away; the caller undoes them and runs their commands again. */
  takeOpen(handles: Iterable<Handle>): Batch[] {
    const batches = new Set<Batch>();
    for (const handle of handles) {
      const batch = this.#open.get(handle);
      if (batch) batches.add(batch);
    }
    for (const batch of batches) {
      this.#close(batch);
      for (const handle of batch.handles) handle.end();
    }
    return [...batches];
  }

  #openBatch(entry: Entry): Batch {
    let batch: Batch | undefined;
    for (const handle of handlesOf(entry)) {
      const open = this.#open.get(handle);
      if (open && open !== batch) batch = batch ? this.#merge(batch, open) : open;
    }
    if (batch) return batch;
    batch = new Batch();
    this.#ready.add(batch);
    return batch;
  }

  #merge(into: Batch, other: Batch): Batch {
    into.merge(other);
    this.#ready.delete(other);
    for (const handle of other.handles) this.#open.set(handle, into);
    return into;
  }

  #openOn(handle: Handle, batch: Batch): void {
    if (this.#open.get(handle) === batch) return;
    this.#open.set(handle, batch);
    handle.begin();
  }

  #close(batch: Batch): void {
    this.#ready.delete(batch);
    for (const handle of batch.handles) this.#open.delete(handle);
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
    const batches: Batch[] = [];
    let room = COMMANDS;
    for (const batch of this.#ready) {
      if (room <= 0) break;
      if (isAny(batch.handles, this.#inFlight)) continue;
      this.#launch(batch, room);
      room -= batch.entries.length;
      if (batch.empty) this.#answer(batch);
      else batches.push(batch);
    }
    if (batches.length > 0) this.#commit(batches).catch(this.parts.fatal);
    else if (room <= 0) this.#schedule();
  }

  /** The first commands of an open batch are in flight now; the others stay open. */
  #launch(batch: Batch, room: number): void {
    this.#close(batch);
    const rest = batch.cut(room);
    for (const handle of batch.handles) this.#inFlight.set(handle, batch);
    if (!rest) return;
    this.#ready.add(rest);
    for (const handle of rest.handles) {
      this.#open.set(handle, rest);
      if (batch.handles.has(handle)) handle.begin();
    }
  }

  #answer(batch: Batch): void {
    for (const entry of batch.entries) entry.answer();
    this.done(batch);
  }

  async #commit(batches: readonly Batch[]): Promise<void> {
    this.#underWay++;
    const logged = this.parts.driver.shared;
    const commits: Commit[] = [];
    for (const batch of batches) {
      const work = batch.commit(logged);
      commits.push(batch.isLarge ? await this.parts.scheduler.run(work) : atOnce(work));
    }
    const outcomes = await this.parts.driver.commit(commits);
    this.#underWay--;
    for (const [at, batch] of batches.entries()) this.#outcome(batch, outcomes[at]!).catch(this.parts.fatal);
    this.#send();
  }

  async #outcome(batch: Batch, outcome: Outcome): Promise<void> {
    if (outcome.is !== 'durable') return this.parts.recover(batch, outcome);
    // Not awaited when it is small: all batches of one commit are published in one turn.
    if (batch.isLarge) await this.#settleLarge(batch);
    else this.#settle(batch, settleEach);
    this.done(batch);
  }

  /** What readers see is prepared in slices and switched in one turn; old index keys go behind. */
  async #settleLarge(batch: Batch): Promise<void> {
    const { scheduler } = this.parts;
    const { draft } = batch.entries[0]!;
    const switches = new Map<Handle, () => void>();
    for (const handle of draft.handles) {
      if (handle.records) switches.set(handle, await scheduler.run(handle.records.prepare(draft.changes(handle))));
    }
    this.#settle(batch, (_, handle) => switches.get(handle)?.());
    for (const handle of switches.keys()) scheduler.run(handle.records!.tidy(draft.changes(handle))).catch(this.parts.fatal);
  }

  #settle(batch: Batch, settleRecords: (entry: Entry, handle: Handle) => void): void {
    const revisions = new Map<Handle, number>();
    for (const handle of batch.handles) revisions.set(handle, handle.revision + 1);
    for (const entry of batch.entries) {
      for (const handle of entry.draft.handles) {
        settleRecords(entry, handle);
        this.#publish(entry, handle, revisions.get(handle)!);
      }
      entry.answer();
    }
  }

  #publish({ draft }: Entry, handle: Handle, revision: number): void {
    handle.fresh = false;
    handle.settle(revision, draft.head(handle) ?? handle.durableHead);
    const changes = draft.changes(handle);
    if (draft.isDead(handle)) this.parts.die(handle, changes);
    else if (!handle.gone) this.parts.publish({ scope: handle.id, revision, changes, dead: false });
  }
}

function settleEach({ draft }: Entry, handle: Handle): void {
  for (const { key, after } of draft.changes(handle)) handle.records!.settle(key, after);
}

function isAny(handles: Iterable<Handle>, among: ReadonlyMap<Handle, unknown>): boolean {
  for (const handle of handles) if (among.has(handle)) return true;
  return false;
}
