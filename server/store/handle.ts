import type { Batch } from './batch.ts';
import { NO_HEAD, Records } from './scope.ts';
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
  /** A command that is not durable yet made it dead, or made it at all. */
  dead = false;
  fresh = false;
  inFlight: Batch | undefined;
  open: Batch | undefined;
  /** Paused commands, recoveries and unknown outcomes that hold it: while there is one, other commands wait in line. */
  held = 0;
  /** Open streams and waiting requests; a pinned scope stays loaded. */
  pins = 0;
  lastUsed = 0;
  loading: Promise<void> | undefined;

  constructor(
    readonly id: string,
    public revision: number,
    head: Head = NO_HEAD,
  ) {
    this.head = head;
    this.durableHead = head;
  }

  get busy(): boolean {
    return this.held > 0 || this.pins > 0 || this.inFlight !== undefined || this.open !== undefined || this.loading !== undefined;
  }

  /** Takes loaded records in; from here on `view` is current. */
  hold(records: Records): void {
    this.records = records;
    this.view = new Durable(this.id, records, this.durableHead, this.revision);
  }

  drop(): void {
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
}
