import { type Metrics, SECONDS } from '../metrics/metrics.ts';
import type { Outcome } from './drivers/driver.ts';
import { isCanvas } from './store.ts';

/** Commands of one commit, and records: a command more costs little, a commit more costs a write to the disk. */
const COUNTS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000, 20_000] as const;

/** What the store counts while it works. */
export class StoreMetrics {
  readonly #commits;
  readonly #durations;
  readonly #commands;
  readonly #records;
  readonly #loads;
  readonly #loadDurations;
  readonly #drops;
  readonly #barriers;

  constructor(metrics: Metrics) {
    const outcomes = metrics.counter({
      name: 'easel_commits_total',
      help: 'Commits by their outcome; lost and unknown ones are made again',
      labels: ['outcome'],
    });
    this.#commits = {
      durable: outcomes.of('durable'),
      lost: outcomes.of('lost'),
      failed: outcomes.of('failed'),
      unknown: outcomes.of('unknown'),
    } as const satisfies Record<Outcome['is'], unknown>;
    this.#durations = metrics
      .histogram({ name: 'easel_commit_duration_seconds', help: 'Time of a commit in the database', bounds: SECONDS })
      .of();
    this.#commands = metrics.histogram({ name: 'easel_commit_commands', help: 'Commands of one commit', bounds: COUNTS }).of();
    this.#records = metrics
      .histogram({ name: 'easel_commit_records', help: 'Records that one commit writes or removes', bounds: COUNTS })
      .of();
    this.#loads = metrics.counter({ name: 'easel_scope_loads_total', help: 'Canvases that were read from the database' }).of();
    this.#loadDurations = metrics
      .histogram({ name: 'easel_scope_load_duration_seconds', help: 'Time to read a canvas', bounds: SECONDS })
      .of();
    this.#drops = metrics.counter({ name: 'easel_scope_drops_total', help: 'Canvases that were dropped from memory' }).of();
    this.#barriers = metrics.histogram({
      name: 'easel_barrier_duration_seconds',
      help: 'With several nodes: time in which a request learns that it sees every acknowledged write',
      bounds: SECONDS,
    });
  }

  /** @param ms in the database */
  committed(outcome: Outcome['is'], ms: number, commands: number, records: number): void {
    this.#commits[outcome].add();
    this.#durations.observe(ms / 1000);
    this.#commands.observe(commands);
    this.#records.observe(records);
  }

  loaded(scope: string, ms: number): void {
    if (!isCanvas(scope)) return;
    this.#loads.add();
    this.#loadDurations.observe(ms / 1000);
  }

  dropped(): void {
    this.#drops.add();
  }

  passedBarrier(ms: number): void {
    this.#barriers.of().observe(ms / 1000);
  }
}

/** What the store holds at this moment. */
export interface StoreSizes {
  /** Commands without an outcome. */
  readonly waiting: number;
  readonly canvases: number;
  /** Canvases whose records are in memory. */
  readonly loaded: number;
  readonly cacheBytes: number;
  readonly cacheLimit: number;
  /** Bytes of the files of all canvases; a file on two of them counts twice. */
  readonly fileBytes: number;
}

/** @param sizes walks over all canvases */
export function tellSizes(metrics: Metrics, sizes: () => StoreSizes): void {
  const told: readonly (readonly [name: string, help: string, value: (all: StoreSizes) => number])[] = [
    ['easel_commands_waiting', 'Commands that wait for their outcome', ({ waiting }) => waiting],
    ['easel_canvases', 'Canvases, those in the trash included', ({ canvases }) => canvases],
    ['easel_scopes_loaded', 'Canvases in memory', ({ loaded }) => loaded],
    ['easel_cache_bytes', 'Memory of the records of canvases', ({ cacheBytes }) => cacheBytes],
    ['easel_cache_limit_bytes', 'The value of EASEL_CACHE_BYTES', ({ cacheLimit }) => cacheLimit],
    [
      'easel_files_bytes',
      'Bytes of the files of all canvases; a file on two canvases counts twice',
      ({ fileBytes }) => fileBytes,
    ],
  ];
  let seen: StoreSizes | undefined;
  for (const [at, [name, help, value]] of told.entries()) {
    // The first one looks, and the others of the same reading take what it saw
    const look = (): StoreSizes => (at === 0 || !seen ? (seen = sizes()) : seen);
    metrics.read({ name, help, type: 'gauge', read: () => value(look()) });
  }
}
