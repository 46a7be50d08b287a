import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach } from 'vitest';
import type { Clock } from '../../server/clock.ts';
import { openSqlite, type SqliteOptions } from '../../server/store/drivers/sqlite/driver.ts';
import type { Bus, Registry } from '../../server/store/store.ts';
import { type FakeClock, fakeClock } from './clock.ts';
import { databaseThreads } from './database-threads.ts';
import { Easel, type StartOptions } from './easel.ts';
import { BusHub } from './hostile-bus.ts';
import { type MemoryRegistry, memoryRegistry } from './registry.ts';
import { until } from './until.ts';

/** Time passes in steps of this length: nodes answer one another in between. */
const STEP_MS = 250;
/** How the line begins that a node logs when it sees another one while its files are in its data folder. */
export const FILES_APART = 'several nodes keep files in data folders of their own';

export interface NodeOptions extends StartOptions {
  /** The bus loses, doubles, delays and reorders messages, by this seed. */
  readonly seed?: number;
}

/** Several servers of one installation, new ones for each test: they begin before it, and end after it. */
export function useNodes(count: number, options: NodeOptions = {}): Nodes {
  const nodes = new Nodes(options);
  beforeEach(() => nodes.start(count));
  afterEach(() => nodes.close());
  return nodes;
}

interface Node {
  readonly easel: Easel;
  readonly bus: Bus;
  readonly life: { isOver: boolean; isSilent: boolean };
}

/** Nodes in one process, each with a data folder of its own, on one database, with one bus, one registry and one clock. */
export class Nodes {
  hub!: BusHub;
  clock!: FakeClock;
  registry!: MemoryRegistry;
  readonly #options: NodeOptions;
  #folder = '';
  #nodes: Node[] = [];

  constructor(options: NodeOptions) {
    this.#options = options;
  }

  async start(count: number): Promise<void> {
    this.#folder = mkdtempSync(join(tmpdir(), 'easel-nodes-'));
    this.hub = new BusHub(this.#options.seed);
    this.clock = fakeClock();
    this.registry = memoryRegistry(this.clock);
    this.#nodes = [];
    for (let at = 0; at < count; at++) await this.add();
    // From then on each knows who is gone
    await this.advance(5_000);
    this.#leaveOutFiles();
  }

  /** Each has its files in a folder of its own, of which it warns. */
  #leaveOutFiles(): void {
    for (const { easel } of this.#nodes) {
      const others = easel.errors.filter((one) => !(Array.isArray(one) && String(one[0]).startsWith(FILES_APART)));
      easel.errors.splice(0, easel.errors.length, ...others);
    }
  }

  /** The server of a node. */
  at(node: number): Easel {
    return this.#nodes[node]!.easel;
  }

  /** One node more; the first one makes the database. */
  async add(): Promise<Easel> {
    const at = this.#nodes.length;
    const bus = this.hub.node();
    const easel = new Easel();
    const life = { isOver: false, isSilent: false };
    const file = join(this.#folder, 'easel.db');
    this.#nodes.push({ easel, bus, life });
    const openOn = (opening: SqliteOptions) => openSqlite({ ...opening, file, shared: true, threads: databaseThreads(at) });
    const beat: Registry['beat'] = (id, ms) => (life.isSilent ? away() : this.registry.beat(id, ms));
    const registry: Registry = { ...this.registry, beat };
    await easel.start({
      ...this.#options,
      clock: mortal(this.clock, life),
      database: file,
      cluster: { openDriver: async (opening) => Object.assign(await openOn(opening), { registry }), bus },
    });
    return easel;
  }

  /** Lets time pass for all of them, in steps in which they answer one another. */
  async advance(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= STEP_MS) {
      this.clock.advance(Math.min(left, STEP_MS));
      for (let turn = 0; turn < 5; turn++) await nextTurn();
    }
  }

  /** Lets time pass until the condition holds; resolves with how much did, in milliseconds. */
  async passUntil(holds: () => Promise<boolean>): Promise<number> {
    let ms = 0;
    await until(async () => {
      if (await holds()) return true;
      await this.advance(STEP_MS);
      ms += STEP_MS;
      return false;
    });
    return ms;
  }

  /** The node cannot tell the others that it is there, or can again. */
  silence(node: number, isSilent: boolean): void {
    this.#nodes[node]!.life.isSilent = isSilent;
  }

  /** The node does nothing any more from now on, like a process that was killed. Its connections are for their peers to drop. */
  kill(node: number): void {
    const { life, bus } = this.#nodes[node]!;
    life.isOver = true;
    void bus.close();
  }

  async close(): Promise<void> {
    this.#leaveOutFiles();
    for (const { easel } of this.#nodes.splice(0)) await easel.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Time that ends with a process. */
function mortal(clock: FakeClock, life: { readonly isOver: boolean }): Clock {
  const alive = (run: () => void) => (): void => {
    if (!life.isOver) run();
  };
  return {
    ...clock,
    now: () => clock.now(),
    steady: () => clock.steady(),
    after: (ms, run) => clock.after(ms, alive(run)),
    every: (ms, run) => clock.every(ms, alive(run)),
  };
}

const away = (): Promise<never> => Promise.reject(new Error('the database cannot be reached'));
