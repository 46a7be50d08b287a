import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { Caller } from '../kit/client.ts';
import { describeOnPostgres, dropSchemas, newSchema, schemaUrl } from '../kit/postgres-database.ts';
import { type ServerProcess, withFolder } from '../kit/server-process.ts';
import { until } from '../kit/until.ts';

/** Once others waited 30 s. A busy machine may take some seconds for requests that wait for nobody. */
const BOUND = 10_000;
const ROUNDS = 5;

await describeOnPostgres('a node that stands still in the midst of audited commits', () => {
  afterAll(dropSchemas);

  test('keeps no audited write of another node waiting, and goes on when it wakes', () =>
    withFolder(async (folder) => {
      const env = { EASEL_DATABASE_URL: schemaUrl(newSchema().schema), EASEL_EVENTS_URL: 'postgres:' };
      const still = await folder.start({ env });
      const other = await folder.start({ env: { ...env, EASEL_DATA_DIR: folder.file('other') } });
      const here = await still.admin();
      const there = await other.admin();
      const writers = new Writers(here);
      for (let round = 0; round < ROUNDS; round++) {
        await writers.answered(10);
        still.child.kill('SIGSTOP');
        try {
          expect(await longestOf(there, other)).toBeLessThan(BOUND);
        } finally {
          still.child.kill('SIGCONT');
        }
      }
      const made = await writers.end();
      const names = (await there.get('/canvases')).body.map(({ name }: { name: string }) => name);
      expect(made.filter((name) => !names.includes(name))).toEqual([]);
    }));
});

/** Callers that make canvases, each of which has an entry in the audit log, one after the other. */
class Writers {
  readonly #made: string[] = [];
  readonly #all: Promise<void>[];
  #isOver = false;

  constructor(private readonly caller: Caller) {
    this.#all = Array.from({ length: 8 }, () => this.#write());
  }

  /** Resolves when this many more were made. */
  answered(count: number): Promise<void> {
    const enough = this.#made.length + count;
    return until(() => this.#made.length >= enough);
  }

  /** The names of all canvases that were acknowledged. */
  async end(): Promise<readonly string[]> {
    this.#isOver = true;
    await Promise.all(this.#all);
    return this.#made;
  }

  async #write(): Promise<void> {
    while (!this.#isOver) {
      const name = randomUUID();
      const { status } = await this.caller.post('/canvases', { name });
      expect([200, 503]).toContain(status);
      if (status === 200) this.#made.push(name);
    }
  }
}

/** How long a canvas, a sign-in and the question whether the node is ready take, whichever takes longest. */
async function longestOf(caller: Caller, server: ServerProcess): Promise<number> {
  const began = performance.now();
  const ready = async (): Promise<number> => (await fetch(`${await server.listening}/healthz/ready`)).status;
  const made = await Promise.all([
    ...[1, 2, 3].map(async () => (await caller.post('/canvases', { name: randomUUID() })).status),
    server.admin().then(() => 200),
    ready(),
  ]);
  expect(made).toEqual(made.map(() => 200));
  return performance.now() - began;
}
