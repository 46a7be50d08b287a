import { NO_HEAD, type Records } from './scope.ts';
import type { Head } from './types.ts';
import { Durable } from './view.ts';

/**
 * A scope as the node knows it, loaded or not: revision and head of every canvas are in memory, its records only
 * while it is used.
 */
export class Handle {
  records: Records | undefined;
  /** The durable view, present while loaded. */
  view: Durable | undefined;
  /** The head that commands see; the durable one is `durableHead`. */
  head: Head;
  durableHead: Head;
  /** It is to die by a command that is not durable yet, or by one of another node: commands are refused. */
  dead = false;
  /** Durably dead, and told so to the subscribers. */
  gone = false;
  /** A command that is not durable yet makes it. */
  fresh = false;
  /** Commands under way that may make it. */
  makers = 0;
  /** With several processes: a read of this turn has passed the barrier. */
  current = false;
  /** Batches that touch it: open, in flight, or being recovered. */
  pending = 0;
  /** Paused commands, recoveries and unknown outcomes: while there is one, other commands wait in line. */
  held = 0;
  /** Commands in line. */
  waiting = 0;
  /** Open streams and requests under way; a pinned scope stays loaded. */
  pins = 0;
  /** The larger, the later it was used. */
  lastUsed = 0;
  loading: Promise<void> | undefined;
  #calmed: (() => void)[] = [];

  constructor(
    readonly id: string,
    public revision: number,
    head: Head = NO_HEAD,
  ) {
    this.head = head;
    this.durableHead = head;
  }

  /** It must stay loaded. */
  get busy(): boolean {
    return !this.isCalm || this.fresh || this.waiting > 0 || this.pins > 0 || this.loading !== undefined;
  }

  /** Nothing is pending and nobody holds it: its newest state is its durable one. */
  get isCalm(): boolean {
    return this.pending === 0 && this.held === 0;
  }

  /** Resolves when it is calm, at the latest in the turn after; it may not be any more when the caller goes on. */
  async calm(): Promise<void> {
    if (!this.isCalm) await new Promise<void>((resume) => this.#calmed.push(resume));
  }

  begin(): void {
    this.pending++;
  }

  end(): void {
    this.pending--;
    this.#tellCalm();
  }

  hold(): void {
    this.held++;
  }

  release(): void {
    this.held--;
    this.#tellCalm();
  }

  /** Takes loaded records in; from here on `view` is current. */
  take(records: Records): void {
    this.records = records;
    this.view = new Durable(this.id, records, this.durableHead, this.revision);
  }

  drop(): void {
    this.records?.discard();
    this.records = undefined;
    this.view = undefined;
  }

  /** Moves the durable revision and head; the view follows. */
  settle(revision: number, head: Head): void {
    this.revision = revision;
    this.durableHead = head;
    if (this.view) {
      this.view.head = head;
      this.view.revision = revision;
    }
  }

  #tellCalm(): void {
    if (!this.isCalm || this.#calmed.length === 0) return;
    for (const resume of this.#calmed.splice(0)) resume();
  }
}
