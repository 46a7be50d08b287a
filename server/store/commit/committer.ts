import type { Clock } from '../../clock.ts';
import { atOnce, type Scheduler } from '../../scheduler.ts';
import type { Commit, Driver, Outcome } from '../drivers/driver.ts';
import type { ScopeState } from '../memory/scope-state.ts';
import type { Change, ChangeSet } from '../store.ts';
import type { StoreMetrics } from '../store-metrics.ts';
import { Batch, type BatchEntry, statesOf } from './batch.ts';

/** The most commands of one commit: they are published and answered in one turn. */
const COMMANDS = 500;

export type Undurable = Exclude<Outcome, { is: 'durable' }>;

export interface CommitterDeps {
  readonly driver: Driver;
  readonly scheduler: Scheduler;
  readonly clock: Pick<Clock, 'steady'>;
  readonly metrics: Pick<StoreMetrics, 'committed'>;
  readonly publish: (set: ChangeSet) => void;
  /** A scope is durably dead: publishes that, once. */
  readonly die: (state: ScopeState, changes: readonly Change[]) => void;
  /** Recovers a batch that is not durable; it stays in flight until `done`. */
  readonly recover: (batch: Batch, outcome: Undurable) => Promise<void>;
  /** The store cannot go on (it lost its database). */
  readonly fatal: (cause: unknown) => void;
}

/**
 * Batches on their way to the disk. Per scope at most one is in flight and one open; a batch is sent when none of
 * its scopes has one in flight and the driver has a free slot. One in which only ephemeral scopes changed needs no slot: it
 * is settled when it is sent, and so waits for the disk only behind a batch that does.
 *
 *     open ──────▶ in flight ──────▶ settled: readers see it, all is published and answered ──▶ done
 *       │ its scopes     │ not durable                                                           ▲
 *       ▼ are recovered  ▼                                                                       │
 *     taken back       recovered ────────────────────────────────────────────────────────────────┘
 */
export class Committer {
  readonly #ready = new Set<Batch>();
  readonly #open = new Map<ScopeState, Batch>();
  readonly #inFlight = new Map<ScopeState, Batch>();
  #underWay = 0;
  #scheduled = false;

  constructor(private readonly deps: CommitterDeps) {}

  /** Adds a run to the open batch of its scopes, or answers at once when there is nothing to wait for. */
  join(entry: BatchEntry): void {
    if (entry.writeSet.empty && !entry.task.named.some((state) => state.hasPending)) return entry.answer();
    const batch = this.#openBatch(entry);
    batch.add(entry);
    for (const state of statesOf(entry)) this.#openOn(state, batch);
    this.#schedule();
  }

  /** One turn: the durable view moves, and each command's change set is published before its answer. */
  async durable(batch: Batch): Promise<void> {
    if (batch.isLarge) await this.#settleLarge(batch);
    else this.#settle(batch, settleEach);
  }

  /** Ends a batch that was in flight. */
  done(batch: Batch): void {
    for (const state of batch.states) {
      if (this.#inFlight.get(state) !== batch) continue;
      this.#inFlight.delete(state);
      state.finish();
    }
    this.#schedule();
  }

  /** Takes the open batches of these scopes away; the caller undoes them and runs their commands again. */
  takeOpen(states: Iterable<ScopeState>): Batch[] {
    const batches = new Set<Batch>();
    for (const state of states) {
      const batch = this.#open.get(state);
      if (batch) batches.add(batch);
    }
    for (const batch of batches) {
      this.#close(batch);
      for (const state of batch.states) state.finish();
    }
    return [...batches];
  }

  #openBatch(entry: BatchEntry): Batch {
    let batch: Batch | undefined;
    for (const state of statesOf(entry)) {
      const open = this.#open.get(state);
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
    for (const state of other.states) this.#open.set(state, into);
    return into;
  }

  #openOn(state: ScopeState, batch: Batch): void {
    if (this.#open.get(state) === batch) return;
    this.#open.set(state, batch);
    state.begin();
  }

  #close(batch: Batch): void {
    this.#ready.delete(batch);
    for (const state of batch.states) this.#open.delete(state);
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
    const { slots } = this.deps.driver;
    let free = slots - this.#underWay;
    const batches: Batch[] = [];
    let room = COMMANDS;
    for (const batch of this.#ready) {
      if (room <= 0) break;
      if (isAny(batch.states, this.#inFlight) || !(free > 0 || batch.isLarge || !batch.isForDisk)) continue;
      this.#launch(batch, room);
      room -= batch.entries.length;
      if (batch.isLarge) this.#commitLarge(batch).catch(this.deps.fatal);
      else if (batch.isForDisk) {
        batches.push(batch);
        // Where several calls may be under way, none waits for the outcome of another
        if (slots > 1) free--;
      } else this.#outcome(batch, { is: 'durable' }).catch(this.deps.fatal);
    }
    const calls = slots > 1 ? batches.map((batch) => [batch]) : batches.length > 0 ? [batches] : [];
    for (const call of calls) this.#commit(call).catch(this.deps.fatal);
    // Batches that are left may need no disk
    if (room <= 0) this.#schedule();
  }

  /** The first commands of an open batch are in flight now; the others stay open. */
  #launch(batch: Batch, room: number): void {
    this.#close(batch);
    const rest = batch.cut(room);
    for (const state of batch.states) this.#inFlight.set(state, batch);
    if (!rest) return;
    this.#ready.add(rest);
    for (const state of rest.states) {
      this.#open.set(state, rest);
      if (batch.states.has(state)) state.begin();
    }
  }

  async #commit(batches: readonly Batch[]): Promise<void> {
    this.#underWay++;
    const logged = this.deps.driver.shared;
    const commits: Commit[] = [];
    for (const batch of batches) commits.push(atOnce(batch.commit(logged)));
    const { clock, driver } = this.deps;
    const began = clock.steady();
    const outcomes = await driver.commit(commits);
    const took = clock.steady() - began;
    this.#underWay--;
    for (const [at, commit] of commits.entries()) this.#count(outcomes[at]!, took, commit, batches[at]!.entries.length);
    for (const [at, batch] of batches.entries()) this.#outcome(batch, outcomes[at]!).catch(this.deps.fatal);
    this.#send();
  }

  #count({ is }: Outcome, ms: number, { scopes }: Commit, commands: number): void {
    let records = 0;
    for (const { puts, deletes } of scopes) records += puts.length + deletes.length;
    this.deps.metrics.committed(is, ms, commands, records);
  }

  async #outcome(batch: Batch, outcome: Outcome): Promise<void> {
    if (outcome.is !== 'durable') return this.deps.recover(batch, outcome);
    // Nothing is awaited: all batches of one commit are published in one turn.
    this.#settle(batch, settleEach);
    this.done(batch);
  }

  /** Commits one large batch by itself, so that others are committed meanwhile. */
  async #commitLarge(batch: Batch): Promise<void> {
    const { driver, scheduler, clock, recover } = this.deps;
    if (!batch.isForDisk) {
      await this.#settleLarge(batch);
      return this.done(batch);
    }
    const commit = await scheduler.run(batch.commit(driver.shared));
    const began = clock.steady();
    const { outcome, settled } = await driver.commitLarge(commit);
    this.#count(outcome, clock.steady() - began, commit, batch.entries.length);
    if (outcome.is !== 'durable') return recover(batch, outcome);
    await this.#settleLarge(batch);
    await settled;
    this.done(batch);
  }

  /** The new durable view is prepared in slices and switched to in one turn; old index keys are removed afterwards. */
  async #settleLarge(batch: Batch): Promise<void> {
    const { scheduler } = this.deps;
    const { writeSet } = batch.entries[0]!;
    const switches = new Map<ScopeState, () => void>();
    for (const state of writeSet.states) {
      if (state.records) switches.set(state, await scheduler.run(state.records.prepare(writeSet.changes(state))));
    }
    this.#settle(batch, (_, state) => switches.get(state)?.());
    for (const state of switches.keys()) scheduler.run(state.records!.tidy(writeSet.changes(state))).catch(this.deps.fatal);
  }

  #settle(batch: Batch, settleRecords: (entry: BatchEntry, state: ScopeState) => void): void {
    const revisions = new Map<ScopeState, number>();
    for (const state of batch.states) revisions.set(state, state.revision + 1);
    for (const entry of batch.entries) {
      for (const state of entry.writeSet.states) {
        settleRecords(entry, state);
        this.#publish(entry, state, revisions.get(state)!);
      }
      entry.answer();
    }
  }

  #publish({ writeSet }: BatchEntry, state: ScopeState, revision: number): void {
    writeSet.settle(state, revision);
    const changes = writeSet.changes(state);
    if (writeSet.isDead(state)) this.deps.die(state, changes);
    else if (!state.isGone) this.deps.publish({ scope: state.id, revision, changes, dead: false });
  }
}

function settleEach({ writeSet }: BatchEntry, state: ScopeState): void {
  for (const { key, after } of writeSet.changes(state)) state.records!.settle(key, after);
}

function isAny(states: Iterable<ScopeState>, among: ReadonlyMap<ScopeState, unknown>): boolean {
  for (const state of states) if (among.has(state)) return true;
  return false;
}
