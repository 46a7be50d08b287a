import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FakeClock, fakeClock } from '../../../../test/kit/clock.ts';
import { endlessDisk } from '../../../../test/kit/disk.ts';
import { runs } from '../../../../test/kit/runs.ts';
import { memoryBucket } from '../../../../test/kit/s3/memory-bucket.ts';
import { Objects } from '../../../../test/kit/s3/objects.ts';
import type { Blobs } from '../../blobs.ts';
import { openS3Blobs } from './s3.ts';

/** More for a long search: `EASEL_TEST_RUNS=5000 npx vitest run server/assets/blobs/s3/races.test.ts` */
const RUNS = Number(process.env.EASEL_TEST_RUNS ?? runs(100, 300));
const DAY = 24 * 3_600_000;
const TEXTS = ['one'];
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'easel-races-'));
});
afterEach(() => rm(root, { recursive: true }));

/** What a process does; `dies`: the number of requests after which the process is killed, at the request or before its answer. */
interface Actor {
  readonly node: number;
  readonly does: 'upload' | 'fail' | 'delete' | 'sweep' | 'read';
  readonly text: string;
  readonly dies: number | undefined;
}

const actor = fc.record<Actor>({
  node: fc.nat(2),
  does: fc.constantFrom('upload', 'upload', 'upload', 'fail', 'delete', 'sweep', 'sweep', 'sweep', 'read'),
  text: fc.constantFrom(...TEXTS),
  dies: fc.option(fc.nat(30), { freq: 4, nil: undefined }),
});

/** Several servers on one bucket and one database, whose requests and answers arrive in any order. */
class Cluster {
  readonly objects = new Objects();
  /** Records: each name refers to a hash. */
  readonly rows = new Map<string, string>();
  readonly clock: FakeClock = fakeClock();
  /** The processes that are to die are dead from now on. */
  isOver = false;

  constructor(
    private readonly scheduler: fc.Scheduler,
    private readonly folder: string,
  ) {}

  /** A process on the folder of a node; a killed one makes no request and gets no answer any more. */
  open(node: string, dies = Number.POSITIVE_INFINITY): Promise<Blobs> {
    let left = dies * 2;
    const way = (call: string): Promise<unknown> => {
      left -= 1;
      return left < 0 || (this.isOver && Number.isFinite(dies))
        ? new Promise(() => undefined)
        : this.scheduler.schedule(Promise.resolve(), `${node}: ${call}`);
    };
    const folder = join(this.folder, node);
    const bucket = memoryBucket(this.objects, way);
    return openS3Blobs({ bucket, folder, copyBytes: 0, clock: this.clock, disk: endlessDisk });
  }

  isReferred = async (hash: string): Promise<boolean> => {
    await this.scheduler.schedule(Promise.resolve(), 'ask the database');
    const found = [...this.rows.values()].includes(hash);
    await this.scheduler.schedule(Promise.resolve(), 'answer of the database');
    return found;
  };

  async run(blobs: Blobs, { does, text }: Actor, name: string): Promise<void> {
    if (does === 'sweep') return this.sweep(blobs);
    if (does === 'delete') return void (await this.#deleteOne(hashOf(text)));
    if (does === 'read') return this.requireReadable(blobs);
    this.clock.advance(1);
    const received = await blobs.receive(bytesOf(text), 100);
    const made = await blobs.keep(received);
    await this.scheduler.schedule(Promise.resolve(), 'commit');
    if (does === 'upload') {
      this.rows.set(name, received.hash);
      await this.requireReadable(blobs);
    }
    await blobs.discard(received);
    if (does === 'fail' && made) await blobs.remove(made, () => this.isReferred(received.hash));
    await this.requireReadable(blobs);
  }

  async sweep(blobs: Blobs): Promise<void> {
    for (const blob of await blobs.cutOff()) await this.#removeUnwanted(blobs, blob);
    for await (const blob of blobs.all()) await this.#removeUnwanted(blobs, blob);
  }

  /** Whatever a record refers to, before and after the read, must be there. */
  async requireReadable(blobs: Blobs): Promise<void> {
    for (const text of TEXTS) {
      const before = [...this.rows].filter(([, hash]) => hash === hashOf(text)).map(([name]) => name);
      const found = await textOf(blobs, text);
      if (before.some((name) => this.rows.has(name))) expect(found).toBe(text);
    }
  }

  async #removeUnwanted(blobs: Blobs, blob: { hash: string; modified: number }): Promise<void> {
    if (!(await this.isReferred(blob.hash))) await blobs.remove(blob, () => this.isReferred(blob.hash));
  }

  async #deleteOne(hash: string): Promise<void> {
    await this.scheduler.schedule(Promise.resolve(), 'delete');
    const [name] = [...this.rows].find(([, one]) => one === hash) ?? [];
    if (name) this.rows.delete(name);
  }
}

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

async function textOf(blobs: Blobs, text: string): Promise<string | undefined> {
  const bytes = await blobs.read(hashOf(text), 0, text.length - 1);
  let found = '';
  for await (const piece of bytes ?? []) found += Buffer.from(piece);
  return bytes && found;
}

it('whatever servers do and whenever they are killed, no file of a record is lost, and in the end nothing is left over', async () => {
  const property = fc.asyncProperty(
    fc.scheduler(),
    fc.boolean(),
    fc.array(actor, { minLength: 2, maxLength: 5 }),
    async (scheduler, isFree, actors) => {
      const cluster = new Cluster(scheduler, await mkdtemp(join(root, 'run-')));
      const nodes = await Promise.all([0, 1, 2].map((node) => cluster.open(`node-${node}`)));
      // A process that dies has a folder of its own: its death must not end others
      await scheduler.waitFor(cluster.run(nodes[0]!, { node: 0, does: 'upload', text: TEXTS[0]!, dies: undefined }, 'first'));
      if (isFree) cluster.rows.clear();
      const opening = actors.map(async (one, at) => {
        const blobs = one.dies === undefined ? nodes[one.node]! : await cluster.open(`dying-${at}`, one.dies);
        return { blobs, one, at };
      });
      const opened = await Promise.all(opening);
      const tasks = opened.map(({ blobs, one, at }) => {
        const task = cluster.run(blobs, one, `record ${at}`);
        task.catch(() => undefined);
        return { task, one };
      });
      await scheduler.waitFor(Promise.all(tasks.filter(({ one }) => one.dies === undefined).map(({ task }) => task)));
      cluster.isOver = true;
      while (scheduler.count() > 0) await scheduler.waitIdle();
      await requireClean(cluster, scheduler, nodes);
    },
  );
  await fc.assert(property, { numRuns: RUNS });
}, 600_000);

/** Afterwards: every record has its file; without records nothing is left, whoever died. */
async function requireClean(cluster: Cluster, scheduler: fc.Scheduler, nodes: readonly Blobs[]): Promise<void> {
  const fresh = await cluster.open('fresh');
  const end = async (): Promise<void> => {
    for (const blobs of [fresh, ...nodes]) await cluster.requireReadable(blobs);
    cluster.clock.advance(2 * DAY);
    await cluster.sweep(fresh);
    await cluster.requireReadable(fresh);
    cluster.rows.clear();
    await cluster.sweep(fresh);
    expect(cluster.objects.names()).toEqual([]);
  };
  await scheduler.waitFor(end());
}
