import type { Clock } from '../clock.ts';

/** The other nodes of the installation, as far as jobs need them. */
export interface LeaseTaker {
  /** One process serves alone: everything is its own. */
  readonly isAlone: boolean;
  /** Takes or renews the one lease of this name for `ms` milliseconds. False: another node has it. Rejects while nobody can say. */
  lease(name: string, ms: number): Promise<boolean>;
}

/** Assigns work that one node alone should do. */
export interface Leases {
  /** Tries from now on to have the work of this name, and keeps it once it is ours. `taken`: called when it becomes ours later. */
  hold(name: string, taken: () => void): Lease;
  /** Takes work for a while, without keeping it. False: another node does it, or nobody can say who. */
  take(name: string, ms: number): true | Promise<boolean>;
}

export interface Lease {
  /** No other node has the work at this moment. A database that is away makes it false before another node may take it. */
  readonly isOurs: boolean;
  /** Tries no more, and renews nothing: the lease runs out, or ends with the node. */
  close(): void;
}

/** Another node takes the work of a killed one after this many milliseconds. */
export const LEASE_MS = 30_000;
/** A node may miss two renewals. */
const RENEW_MS = LEASE_MS / 3;

export function createLeases(nodes: LeaseTaker, clock: Pick<Clock, 'steady' | 'every'>): Leases {
  return {
    hold(name, taken) {
      return nodes.isAlone ? ALWAYS : new HeldLease(name, taken, nodes, clock);
    },
    take: (name, ms) => nodes.isAlone || nodes.lease(name, ms).catch(() => false),
  };
}

/** The lease of a process that serves alone. */
export const ALWAYS: Lease = { isOurs: true, close: () => undefined };

class HeldLease implements Lease {
  readonly #timer: { cancel(): void };
  #until = Number.NEGATIVE_INFINITY;
  #isAsking = false;
  #isClosed = false;

  constructor(
    private readonly name: string,
    private readonly taken: () => void,
    private readonly nodes: LeaseTaker,
    private readonly clock: Pick<Clock, 'steady' | 'every'>,
  ) {
    this.#timer = clock.every(RENEW_MS, () => void this.#ask());
    void this.#ask();
  }

  get isOurs(): boolean {
    return this.clock.steady() < this.#until;
  }

  close(): void {
    this.#isClosed = true;
    this.#until = Number.NEGATIVE_INFINITY;
    this.#timer.cancel();
  }

  /** Counts from before the question: the database began to count later, so it is never ours for longer than there. */
  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const asked = this.clock.steady();
    const before = this.isOurs;
    // While nobody can say, what we have runs out
    const answer = await this.nodes.lease(this.name, LEASE_MS).catch(() => undefined);
    this.#isAsking = false;
    if (answer === undefined || this.#isClosed) return;
    this.#until = answer ? asked + LEASE_MS : Number.NEGATIVE_INFINITY;
    if (this.isOurs && !before) this.taken();
  }
}
