import type { ClientBase, PoolClient } from 'pg';
import type { Scheduler } from '../../../scheduler.ts';
import type { AuditEnds, AuditMark, AuditPortion, AuditQuestion } from '../../audit/types.ts';
import type { Registry } from '../../nodes/registry.ts';
import type { ReleasedQuestion } from '../../store.ts';
import type { Commit, Driver, LargeOutcome, MissedCommands, Outcome, Row, ScopeRow } from '../driver.ts';
import { readAddress } from './address.ts';
import { PostgresAudit } from './audit.ts';
import { isContended, outcomeOf, unmade } from './faults.ts';
import { readMissed, readRevisions, readRows, readScopes } from './load.ts';
import { CONFIRM, migrate, NEWEST } from './migrations.ts';
import { refuseHalfMoved } from './moving.ts';
import { sorted } from './parameters.ts';
import { COMMITS, keepAwake, type Lane, Pools, run } from './pools.ts';
import { postgresRegistry } from './registry.ts';
import { SQL } from './sql.ts';
import { forgetReleased, sweep } from './sweep.ts';
import { commitParts, commitSmall, isSmall } from './write.ts';

export interface PostgresOptions {
  /** `postgres://…`, see address.ts. */
  readonly url: string;
  /** False: one process has the database for itself, so that no change log is kept. Default: true. */
  readonly shared?: boolean;
  /** What was acknowledged may not be what is in the database: the process must end. */
  readonly fatal: (cause: unknown) => void;
  /** Called with one line when the database goes away and comes back. */
  readonly said: (text: string, cause?: unknown) => void;
  readonly now: () => number;
  /** Waits for some milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  readonly scheduler: Scheduler;
  /** Connections to use instead of new ones, for this address (tests keep them). */
  readonly pools?: Pools;
}

/** How often a commit under the lock waits anew for its scopes, 5 s each time. */
const LOCK_TRIES = 12;

/** A database of several nodes, and what they know of each other. */
export interface NodesDriver extends Driver {
  readonly registry: Registry;
}

/** Throws what PostgreSQL or the client says when it cannot be opened: see `reasonOf`. */
export async function openPostgres(options: PostgresOptions): Promise<NodesDriver> {
  const address = readAddress(options.url);
  const pools = options.pools ?? new Pools(address, options);
  try {
    await pools.withClient('long', async (client) => {
      await requireUsable(client);
      await migrate(client, address.schema);
      await refuseHalfMoved(client);
    });
  } catch (cause) {
    if (!options.pools) await pools.close();
    throw cause;
  }
  return new PostgresDriver(options, pools);
}

/** `hashtextextended` and `sha256` came with 11; what is older than 13 gets no repairs any more. */
export async function requireUsable(client: ClientBase): Promise<void> {
  const [row] = await run(client, {
    text: `SELECT current_setting('server_version_num')::int, current_setting('server_version'), current_setting('server_encoding')`,
  });
  const [number, version, encoding] = row!;
  if (number < 130_000) throw new Error(`it is PostgreSQL ${version}, and Easel needs 13 or newer`);
  if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}, and Easel needs UTF8`);
}

/** A scope that a commit wrote, and the revision on which it was made. */
interface WrittenScope {
  readonly id: string;
  readonly revision: number;
}

/** Gives a connection back to others, unless it is in a transaction still, or nobody knows what it is in. */
function giveBack(client: PoolClient, outcome: Outcome | undefined): void {
  client.release(outcome?.is === 'unknown' || client.getTransactionStatus() !== 'I');
}

class PostgresDriver implements NodesDriver {
  readonly shared: boolean;
  readonly slots = COMMITS;
  /** Commits with an unknown outcome: by one scope that each wrote it can be told that the database has forgotten it. */
  readonly #unknown = new Map<string, WrittenScope | undefined>();
  readonly #audit: PostgresAudit;
  readonly registry: Registry;
  #sweeping: Promise<void> | undefined;
  #sweepAgain = false;
  #closed = false;

  constructor(
    private readonly options: PostgresOptions,
    private readonly pools: Pools,
  ) {
    this.shared = options.shared ?? true;
    this.#audit = new PostgresAudit(
      (query) => pools.read('reads', query),
      (query) => pools.once('long', query),
    );
    this.registry = postgresRegistry((query) => pools.once('nodes', query));
  }

  /** Each on a connection of its own: none waits for the scopes of another, or is thrown back with it. */
  commit(commits: readonly Commit[]): Promise<readonly Outcome[]> {
    return Promise.all(
      commits.map((commit) => (isSmall(commit) ? this.#commitSmall(commit) : this.#commitParts(commit, 'commits'))),
    );
  }

  async commitLarge(commit: Commit): Promise<LargeOutcome> {
    return { outcome: await this.#commitParts(commit, 'long'), settled: Promise.resolve() };
  }

  async commitLocked(scopes: readonly string[], make: () => Promise<Commit | undefined>): Promise<Outcome> {
    let client: PoolClient;
    try {
      client = await this.#locked([...scopes].sort());
    } catch (cause) {
      return { is: 'failed', cause: this.pools.refused(cause) };
    }
    let outcome: Outcome | undefined;
    try {
      const commit = await keepAwake(client, this.options.pause, make());
      if (commit) outcome = this.#noted(commit, await this.#commitUnderLock(client, commit));
      // A connection that is lost has rolled back by itself
      else await client.query('ROLLBACK').catch(() => undefined);
    } finally {
      giveBack(client, outcome);
    }
    return outcome ?? { is: 'durable' };
  }

  scopes(): Promise<readonly ScopeRow[]> {
    return readScopes(this.pools);
  }

  revisions(scopes: readonly string[]): Promise<readonly number[]> {
    return readRevisions(this.pools, scopes);
  }

  load(scope: string, take: (rows: readonly Row[]) => void): Promise<ScopeRow | undefined> {
    return readRows(this.pools, this.options.scheduler, scope, take);
  }

  missed(scope: string, revision: number): Promise<MissedCommands> {
    return readMissed(this.pools, scope, revision);
  }

  async committed(id: string, scopes: readonly string[]): Promise<boolean> {
    const written = this.#unknown.get(id);
    const values = [id, [...scopes].sort(), written?.id ?? null, written?.revision ?? 0];
    const [row] = await this.pools.query('locked', { ...SQL.lookUp, values });
    if (row![0] === 'forgotten') return this.#endUnknown();
    this.#unknown.delete(id);
    return row![0] === 'made';
  }

  async referred(hashes: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.pools.read('reads', { ...SQL.referred, values: [hashes] });
    return new Set(rows.map(([hash]) => hash));
  }

  async released({ hashes, since, scope }: ReleasedQuestion): Promise<ReadonlyMap<string, string>> {
    const rows = await this.pools.read('reads', { ...SQL.released, values: [hashes, since, scope ?? null] });
    return new Map(rows.map(([hash, again]) => [hash, again]));
  }

  forgetReleased(until: number): Promise<void> {
    return forgetReleased(this.pools, until, () => this.#closed);
  }

  auditEnds(): Promise<AuditEnds> {
    return this.#audit.auditEnds();
  }

  lookAtAudit(question: AuditQuestion): Promise<AuditPortion> {
    return this.#audit.lookAtAudit(question);
  }

  auditOlderThan(createdAt: string): Promise<AuditMark | undefined> {
    return this.#audit.auditOlderThan(createdAt);
  }

  removeAudit(upTo: AuditMark): Promise<boolean> {
    return this.#audit.removeAudit(upTo);
  }

  async probe(): Promise<void> {
    const [row] = await this.pools.query('commits', { text: CONFIRM });
    if (row![0] !== NEWEST) throw new Error('another version of Easel has migrated the database');
  }

  sweep(): Promise<void> {
    this.#sweepAgain = true;
    this.#sweeping ??= this.#sweep().finally(() => {
      this.#sweeping = undefined;
    });
    return this.#sweeping;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#sweeping?.catch(() => undefined);
    if (!this.options.pools) await this.pools.close();
  }

  #commitSmall(commit: Commit): Promise<Outcome> {
    return this.#onConnection('commits', commit, async (client, one) => {
      try {
        return await commitSmall(client, one, this.#at);
      } catch (cause) {
        return outcomeOf(cause);
      }
    });
  }

  #commitParts(commit: Commit, lane: Lane): Promise<Outcome> {
    return this.#onConnection(lane, commit, async (client, one) => {
      try {
        await client.query('BEGIN');
        return await commitParts(client, one, this.#at, this.options.scheduler);
      } catch (cause) {
        return unmade(cause);
      }
    });
  }

  /** Without a connection it surely failed. One on which something went wrong is given up, and its transaction ends. */
  async #onConnection(
    lane: Lane,
    commit: Commit,
    work: (client: PoolClient, commit: Commit) => Promise<Outcome>,
  ): Promise<Outcome> {
    let client: PoolClient;
    try {
      client = await this.pools.connect(lane);
    } catch (cause) {
      return { is: 'failed', cause: this.pools.refused(cause) };
    }
    const outcome = await work(client, sorted(commit));
    giveBack(client, outcome);
    return this.#noted(commit, outcome);
  }

  /** A connection in a transaction that has locked these scopes. Nothing was run yet, so it may be tried again. */
  async #locked(scopes: readonly string[]): Promise<PoolClient> {
    for (let tries = 1; ; tries++) {
      const client = await this.pools.connect('locked');
      try {
        await client.query('BEGIN');
        await run(client, { ...SQL.lock, values: [scopes] });
        return client;
      } catch (cause) {
        client.release(true);
        if (!isContended(cause) || tries === LOCK_TRIES) throw cause;
      }
    }
  }

  /**
   * A command may kill a scope that is not locked, and so wait for another transaction that waits for it. Nothing was made then,
   * but a loss under the lock would be final; an unknown outcome is looked up, and tried again.
   */
  async #commitUnderLock(client: PoolClient, commit: Commit): Promise<Outcome> {
    try {
      return await commitParts(client, sorted(commit), this.#at, this.options.scheduler);
    } catch (cause) {
      return isContended(cause) ? { is: 'unknown' } : unmade(cause);
    }
  }

  #noted(commit: Commit, outcome: Outcome): Outcome {
    if (outcome.is === 'failed') return { is: 'failed', cause: this.pools.refused(outcome.cause) };
    if (outcome.is === 'unknown') {
      this.#unknown.set(
        commit.id,
        commit.scopes.find(({ written, compared, dead }) => written && compared && !dead),
      );
    }
    return outcome;
  }

  #endUnknown(): never {
    const cause = new Error(
      'the node was cut off for so long that the database does not know any more which of its commits were made',
    );
    this.options.fatal(cause);
    throw cause;
  }

  async #sweep(): Promise<void> {
    while (this.#sweepAgain && !this.#closed) {
      this.#sweepAgain = false;
      await sweep(this.pools, this.options.now(), () => this.#closed);
    }
  }

  /** The time of a commit in the change log; null: none is kept. */
  get #at(): string | null {
    return this.shared ? new Date(this.options.now()).toISOString() : null;
  }
}
