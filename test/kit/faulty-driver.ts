import type { AuditEnds, AuditMark, AuditPortion, AuditQuestion } from '../../server/store/audit/types.ts';
import type { Commit, Driver, LargeOutcome, MissedCommands, Outcome, Row, ScopeRow } from '../../server/store/drivers/driver.ts';
import type { ReleasedQuestion } from '../../server/store/store.ts';

/**
 * `lose`: as if another node had moved a scope. `fail`: certainly rolled back. `made` and `unmade`: the outcome is
 * unknown until it is looked up; then the commit was made, or it was not.
 */
export type Fault = 'lose' | 'fail' | 'made' | 'unmade';

/** Which commits: all, or those that write to this scope or put a record with this key. */
type Match = string | undefined;

interface Plan {
  readonly fault: Fault;
  readonly match: Match;
  /** How many commits are still to suffer it. */
  times: number;
}

export interface Held {
  /** Resolves when a commit has arrived and waits. */
  readonly arrived: Promise<void>;
  release(): void;
}

/** A driver that holds commits back, loses and fails them, and leaves their outcome unknown. */
export class FaultyDriver implements Driver {
  readonly #plans: Plan[] = [];
  readonly #holds = new Set<{ readonly match: Match; readonly released: Promise<void>; readonly arrive: () => void }>();
  /** Every commit that was sent, faulty or not, in order. */
  readonly commits: Commit[] = [];
  /** Scopes of the commits that were made under a lock. */
  readonly locked: (readonly string[])[] = [];
  /** Scopes of each query for revisions and each load. */
  readonly asked: (readonly string[])[] = [];
  readonly loaded: string[] = [];
  /** How many look-ups of unknown outcomes still fail to reach the database. */
  unreachable = 0;
  /** When set, called before the missed changes of a scope are read; may wait, or reject. */
  missing: ((scope: string) => Promise<void>) | undefined;
  /** When set, called before a scope is loaded; may wait, or reject. */
  loading: ((scope: string) => Promise<void>) | undefined;
  /** When set, called before each probe; may wait, or reject. */
  probing: (() => Promise<void>) | undefined;
  /** When set, chooses a fault for each commit without a planned one. */
  choose: ((commit: Commit) => Fault | undefined) | undefined;

  constructor(private readonly inner: Driver) {}

  get shared(): boolean {
    return this.inner.shared;
  }

  get slots(): number {
    return this.inner.slots;
  }

  /** The next `times` commits that match suffer the fault. */
  plan(fault: Fault, match?: Match, times = 1): void {
    this.#plans.push({ fault, match, times });
  }

  /** Matching commits, and those sent together with them, wait before they reach the database. */
  hold(match?: Match): Held {
    const gate = openPromise();
    const arrived = openPromise();
    const hold = { match, released: gate.promise, arrive: arrived.resolve };
    this.#holds.add(hold);
    const release = (): void => {
      this.#holds.delete(hold);
      gate.resolve();
    };
    return { arrived: arrived.promise, release };
  }

  async commit(commits: readonly Commit[]): Promise<readonly Outcome[]> {
    this.commits.push(...commits);
    await this.#pass(commits);
    const faults = commits.map((commit) => this.#faultOf(commit));
    const passed = commits.filter((_, at) => faults[at] === undefined || faults[at] === 'made');
    const outcomes = passed.length > 0 ? [...(await this.inner.commit(passed))] : [];
    return faults.map((fault) => outcomeOf(fault, fault === undefined || fault === 'made' ? outcomes.shift() : undefined));
  }

  async commitLarge(commit: Commit): Promise<LargeOutcome> {
    this.commits.push(commit);
    await this.#pass([commit]);
    const fault = this.#faultOf(commit);
    const made = fault === undefined || fault === 'made' ? await this.inner.commitLarge(commit) : undefined;
    return { outcome: outcomeOf(fault, made?.outcome), settled: made?.settled ?? Promise.resolve() };
  }

  async commitLocked(scopes: readonly string[], make: () => Promise<Commit | undefined>): Promise<Outcome> {
    this.locked.push(scopes);
    let fault: Fault | undefined;
    const outcome = await this.inner.commitLocked(scopes, async () => {
      const commit = await make();
      if (!commit) return undefined;
      this.commits.push(commit);
      await this.#pass([commit]);
      fault = this.#faultOf(commit, true);
      return fault === undefined || fault === 'made' ? commit : undefined;
    });
    return outcomeOf(fault, outcome);
  }

  async committed(id: string, scopes: readonly string[]): Promise<boolean> {
    if (this.unreachable > 0) {
      this.unreachable--;
      throw new Error('the database cannot be reached');
    }
    return this.inner.committed(id, scopes);
  }

  scopes(): Promise<readonly ScopeRow[]> {
    return this.inner.scopes();
  }

  revisions(scopes: readonly string[]): Promise<readonly number[]> {
    this.asked.push(scopes);
    return this.inner.revisions(scopes);
  }

  async load(scope: string, take: (rows: readonly Row[]) => void): Promise<ScopeRow | undefined> {
    this.loaded.push(scope);
    await this.loading?.(scope);
    return this.inner.load(scope, take);
  }

  async missed(scope: string, revision: number): Promise<MissedCommands> {
    await this.missing?.(scope);
    return this.inner.missed(scope, revision);
  }

  referred(hashes: readonly string[]): Promise<ReadonlySet<string>> {
    return this.inner.referred(hashes);
  }

  released(question: ReleasedQuestion): Promise<ReadonlyMap<string, string>> {
    return this.inner.released(question);
  }

  forgetReleased(until: number): Promise<void> {
    return this.inner.forgetReleased(until);
  }

  auditEnds(): Promise<AuditEnds> {
    return this.inner.auditEnds();
  }

  lookAtAudit(question: AuditQuestion): Promise<AuditPortion> {
    return this.inner.lookAtAudit(question);
  }

  auditOlderThan(createdAt: string): Promise<AuditMark | undefined> {
    return this.inner.auditOlderThan(createdAt);
  }

  removeAudit(upTo: AuditMark): Promise<boolean> {
    return this.inner.removeAudit(upTo);
  }

  sweep(): Promise<void> {
    return this.inner.sweep();
  }

  async probe(): Promise<void> {
    await this.probing?.();
    return this.inner.probe();
  }

  close(): Promise<void> {
    return this.inner.close();
  }

  async #pass(commits: readonly Commit[]): Promise<void> {
    // Only the present holds: one that is set up while a commit waits applies to the next commit.
    for (const hold of [...this.#holds]) {
      if (!commits.some((commit) => matches(commit, hold.match))) continue;
      hold.arrive();
      await hold.released;
    }
  }

  #faultOf(commit: Commit, locked = false): Fault | undefined {
    const plan = this.#plans.find((one) => one.times > 0 && matches(commit, one.match) && !(locked && one.fault === 'lose'));
    if (plan) {
      plan.times--;
      return plan.fault;
    }
    const fault = this.choose?.(commit);
    return locked && fault === 'lose' ? undefined : fault;
  }
}

export interface OpenPromise {
  readonly promise: Promise<void>;
  resolve(): void;
  reject(cause: Error): void;
}

export function openPromise(): OpenPromise {
  let ends: Omit<OpenPromise, 'promise'> | undefined;
  const promise = new Promise<void>((resolve, reject) => (ends = { resolve, reject }));
  return { promise, ...ends! };
}

function matches(commit: Commit, match: Match): boolean {
  return (
    match === undefined ||
    commit.scopes.some(({ id, written, puts }) => (id === match && written) || puts.some(({ key }) => key === match))
  );
}

function outcomeOf(fault: Fault | undefined, outcome: Outcome | undefined): Outcome {
  if (fault === 'lose') return { is: 'lost' };
  if (fault === 'fail') return { is: 'failed', cause: new Error('the commit failed') };
  if (fault === 'unmade') return { is: 'unknown' };
  return fault === 'made' && outcome!.is === 'durable' ? { is: 'unknown' } : outcome!;
}
