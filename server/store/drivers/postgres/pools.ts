import { performance } from 'node:perf_hooks';
import {
  type Client,
  type ClientBase,
  Pool,
  type PoolClient,
  type PoolConfig,
  type QueryArrayConfig,
  type QueryConfig,
} from 'pg';
import type { PostgresAddress } from './address.ts';
import { asRefusal, isAway } from './faults.ts';

/** Commits that are under way at once, each on a connection of its own. */
export const COMMITS = 6;

/** How long PostgreSQL works on a statement, on a sign of this node to the others, and on the question of the barrier, in milliseconds. */
const STATEMENT_MS = 20_000;
const SIGN_STATEMENT_MS = 3000;
const BARRIER_MS = 1400;
/** How much longer the client waits for its answer before it gives the connection up. */
const GRACE_MS = 1000;
const BARRIER_GRACE_MS = 300;
/** How long a commit waits for the row of a scope; then it is lost and runs again. Longer than a silent node can hold it. */
const LOCK_MS = 4000;
/**
 * A transaction whose node says nothing (it stands still, or was cut off) ends, and its locks with it. One that only reads holds
 * up nobody, and may wait for a slow turn of its node.
 */
const SILENT_MS = 3000;
const SILENT_READER_MS = 30_000;
/** The same for answers that nobody takes: then the database works on them, and the transaction is not idle. */
const UNTAKEN_MS = SILENT_MS;
const UNTAKEN_READER_MS = 5000;
/** How often a node that works says something in a transaction with locks. */
const SIGN_MS = 1000;
const CONNECT_MS = 3000;
const IDLE_MS = 60_000;
const KEEPALIVE_MS = 10_000;

/** Pauses before a read is tried again, in milliseconds, and how long it is tried at the most. */
const PAUSES = [0, 50, 100, 200, 400, 800, 1600];
const PATIENCE_MS = 5000;
/** The same for the barrier, for which requests wait: they are answered or refused within two seconds. */
const BARRIER_PATIENCE_MS = 200;
/** The pause before each question whether the database can be used again. */
const WATCH_MS = 300;

/**
 * For what connections are there, and how many a node has at the most: so nothing that may wait for a lock, or takes long, stands
 * before a read or a commit. `barrier`: one query at a time. `locked`: commits that wait for their scopes, and what asks for
 * an unknown outcome. `long`: large commits, sweeps and removals. `nodes`: the registry.
 */
const lanes = { barrier: 1, reads: 4, commits: COMMITS, locked: 2, long: 3, nodes: 2 } as const;
export type Lane = keyof typeof lanes;

export interface PoolsOptions {
  /** Waits for some milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  /** Called when the database cannot be used any more, and when it can again. */
  readonly said: (text: string, cause?: unknown) => void;
}

/** A query whose rows are arrays of values. A name keeps it prepared on each connection. */
export interface SqlQuery {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

// biome-ignore lint/suspicious/noExplicitAny: the columns of any query
export type Columns = any[];

/** All connections of a node to its database. */
export class Pools {
  readonly #pools: Readonly<Record<Lane, Pool>>;
  /** Connections in use on which a statement may take as long as `STATEMENT_MS`. */
  readonly #busy = new Set<ClientBase>();
  #isAway = false;
  #isClosed = false;

  constructor(
    address: PostgresAddress,
    private readonly options: PoolsOptions,
  ) {
    const pool = (lane: Lane): Pool => {
      const made = new Pool(configOf(address, lane));
      // An idle connection was lost: the pool has forgotten it, and makes another one when it is needed
      made.on('error', () => undefined);
      // One that is lost between two statements of its work fails the next one; without a listener it would end the process
      made.on('connect', (client) => client.on('error', () => undefined));
      if (lane !== 'barrier' && lane !== 'nodes') {
        made.on('acquire', (client) => this.#busy.add(client));
        made.on('release', (_cause, client) => this.#busy.delete(client));
      }
      return made;
    };
    const [barrier, reads, commits] = [pool('barrier'), pool('reads'), pool('commits')];
    this.#pools = { barrier, reads, commits, locked: pool('locked'), long: pool('long'), nodes: pool('nodes') };
  }

  /** The rows of a query. Rejects with what the client throws. */
  async query(lane: Lane, query: SqlQuery): Promise<Columns[]> {
    return this.withClient(lane, (client) => run(client, query));
  }

  /** A `query` that is never tried again. Rejects with the refusal for the caller. */
  async once(lane: Lane, query: SqlQuery): Promise<Columns[]> {
    try {
      return await this.query(lane, query);
    } catch (cause) {
      throw this.refused(cause);
    }
  }

  /** A `query` that only reads: tried again for a few seconds while the database is away, then refused with 503. */
  read(lane: Lane, query: SqlQuery): Promise<Columns[]> {
    const patience = lane === 'barrier' ? BARRIER_PATIENCE_MS : PATIENCE_MS;
    return this.patiently(() => this.query(lane, query), undefined, patience);
  }

  /** Work that only reads, or that can be done twice. `mayRepeat`: can it still? */
  async patiently<T>(work: () => Promise<T>, mayRepeat = (): boolean => true, patience = PATIENCE_MS): Promise<T> {
    const began = performance.now();
    for (let tries = 0; ; tries++) {
      try {
        const result = await work();
        this.#isBack();
        return result;
      } catch (cause) {
        const isOver = !mayRepeat() || this.#isAway || tries >= PAUSES.length || performance.now() - began > patience;
        if (isAway(cause) && !isOver) await this.options.pause(PAUSES[tries]!);
        else throw this.refused(cause);
      }
    }
  }

  /** What a caller is told. Notes that the database is away. */
  refused(cause: unknown): unknown {
    if (isAway(cause) && !this.#isAway) {
      this.#isAway = true;
      this.options.said('the database cannot be used; requests are refused until it can', cause);
      this.#watch().catch(() => undefined);
    }
    return asRefusal(cause);
  }

  /** A connection for some work alone. It is given up when the work fails, and a transaction with it. */
  async withClient<T>(lane: Lane, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.connect(lane);
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (cause) {
      client.release(true);
      throw cause;
    }
  }

  /** Like `withClient`, in a transaction. */
  transaction<T>(lane: Lane, begin: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.withClient(lane, async (client) => {
      await client.query(begin);
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    });
  }

  /** Release it in any case. */
  async connect(lane: Lane): Promise<PoolClient> {
    return this.#pools[lane].connect();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(Object.values(this.#pools).map((pool) => pool.end()));
  }

  /**
   * Asks the database whether it can be used again, and gives up what is under way whenever it does not answer: callers are
   * refused within two seconds instead of waiting for the end of their statements. One lost connection alone gives up nothing else.
   */
  async #watch(): Promise<void> {
    const pause = (): Promise<void> => this.options.pause(WATCH_MS);
    for (await pause(); this.#isAway && !this.#isClosed; await pause()) {
      try {
        await this.query('barrier', { text: 'SELECT' });
        this.#isBack();
      } catch {
        if (this.#isAway) this.#giveUp();
      }
    }
  }

  /** What had been sent fails as with a connection that was lost: reads are refused, and the outcome of a commit is unknown. */
  #giveUp(): void {
    for (const client of this.#busy) (client as Client).end().catch(() => undefined);
  }

  #isBack(): void {
    if (!this.#isAway) return;
    this.#isAway = false;
    this.options.said('the database can be used again');
  }
}

/** Does work in the midst of a transaction, which meanwhile does not count as that of a silent node. */
export async function keepAwake<T>(client: ClientBase, pause: (ms: number) => Promise<void>, work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  const signs = async (): Promise<void> => {
    for (await pause(SIGN_MS); !isDone; await pause(SIGN_MS)) await client.query('SELECT');
  };
  // When the connection is lost, the next statement of the transaction says so
  signs().catch(() => undefined);
  return done;
}

/** The rows of a query on this connection. */
export async function run(client: ClientBase, { name, text, values }: SqlQuery): Promise<Columns[]> {
  const query = { text, values, rowMode: 'array', ...(name === undefined ? {} : { name }) };
  return (await client.query(query as QueryArrayConfig)).rows;
}

/**
 * The state of a connection that the promises of the store rest on, whatever is configured elsewhere. The database gives up a
 * connection behind which nobody is any more after 11 s, and one whose answers are not taken after `UNTAKEN_MS`.
 */
const REQUIRED = [
  'default_transaction_isolation=read\\ committed',
  'default_transaction_read_only=off',
  'client_min_messages=warning',
  'tcp_keepalives_idle=5',
  'tcp_keepalives_interval=2',
  'tcp_keepalives_count=3',
];

const optionsOf = (settings: readonly string[]): string => settings.map((setting) => `-c ${setting}`).join(' ');

function configOf({ config }: PostgresAddress, lane: Lane): PoolConfig {
  const isBarrier = lane === 'barrier';
  const statement = isBarrier ? BARRIER_MS : lane === 'nodes' ? SIGN_STATEMENT_MS : STATEMENT_MS;
  const untaken = lane === 'reads' ? UNTAKEN_READER_MS : UNTAKEN_MS;
  const connect = isBarrier ? BARRIER_MS : lane === 'long' || lane === 'locked' ? STATEMENT_MS : CONNECT_MS;
  return {
    ...config,
    options: `${config.options} ${optionsOf([...REQUIRED, `tcp_user_timeout=${untaken}`])}`,
    max: lanes[lane],
    fallback_application_name: 'easel',
    statement_timeout: statement,
    query_timeout: statement + (isBarrier ? BARRIER_GRACE_MS : GRACE_MS),
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: lane === 'reads' ? SILENT_READER_MS : SILENT_MS,
    connectionTimeoutMillis: connect,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
    onConnect: prepare,
  };
}

/** A standby would show what is old, and without synchronous_commit the last commits may be lost with the power. */
async function prepare(client: { query(query: string | QueryConfig): Promise<{ rows: Columns[] }> }): Promise<void> {
  const { rows } = await client.query(
    `SELECT pg_is_in_recovery() AS standby,
            CASE current_setting('synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END`,
  );
  if ((rows[0] as unknown as { standby: boolean }).standby) throw new Error('it is a standby, which cannot be written to');
}
