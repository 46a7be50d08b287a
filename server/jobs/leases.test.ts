import { beforeEach, describe, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../test/kit/clock.ts';
import { type MemoryRegistry, memoryRegistry } from '../../test/kit/registry.ts';
import { type Job, repeated } from './job.ts';
import { createLeases, LEASE_MS, type Leases } from './leases.ts';

let clock: FakeClock;
let known: MemoryRegistry;
beforeEach(() => {
  clock = fakeClock();
  known = memoryRegistry(clock);
});

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const leasesOf = (node: string): Leases =>
  createLeases({ isAlone: false, lease: (name, ms) => known.lease(name, node, ms) }, clock);

/** Lets time pass in steps in which the registry can answer. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1000) {
    clock.advance(Math.min(left, 1000));
    await settled();
  }
}

/** Nodes that have a job each hour and at their start, and what they did. */
function nodesWith(...names: string[]) {
  const ran: string[] = [];
  const jobs = new Map<string, Job>();
  for (const name of names) {
    const run = async (): Promise<void> => void ran.push(name);
    const repetition = { name: 'the job', runsOn: 'one node', everyMs: 3_600_000, atStart: true, run } as const;
    jobs.set(name, repeated({ clock, leases: leasesOf(name) }, repetition));
  }
  return { ran, jobs };
}

describe('a job of one node', () => {
  test('runs where its lease is, and on no other node, for hours', async () => {
    const { ran, jobs } = nodesWith('a', 'b', 'c');
    for (const job of jobs.values()) job.start(() => undefined);
    await pass(3 * 3_600_000);
    expect(ran).toEqual(['a', 'a', 'a', 'a']);
    for (const job of jobs.values()) await job.close();
  });

  test('goes to another node when its own is killed, at once when it leaves, and runs there', async () => {
    const { ran, jobs } = nodesWith('a', 'b', 'c');
    for (const job of jobs.values()) job.start(() => undefined);
    await pass(60_000);
    // Closing is like a kill: the job renews nothing any more
    await jobs.get('a')!.close();
    await pass(LEASE_MS - 11_000);
    expect(ran).toEqual(['a']);
    await pass(21_000);
    expect(ran).toEqual(['a', 'b']);
    await jobs.get('b')!.close();
    await known.leave('b');
    await pass(10_000);
    expect(ran).toEqual(['a', 'b', 'c']);
    await jobs.get('c')!.close();
  });

  test('stops on a node that cannot reach the database before another node may begin', async () => {
    const stopped: number[] = [];
    const leases = leasesOf('a');
    const work = async (isClosing: () => boolean): Promise<void> => {
      while (!isClosing()) await settled();
      stopped.push(clock.steady());
    };
    const job = repeated({ clock, leases }, { name: 'x', runsOn: 'one node', everyMs: 1000, atStart: true, run: work });
    job.start(() => undefined);
    await pass(60_000);
    expect(stopped).toEqual([]);
    known.isAway = true;
    await pass(LEASE_MS);
    expect(stopped.length).toBe(1);
    known.isAway = false;
    await pass(10_000);
    expect(await known.lease('x', 'b', 1000), 'it has it again').toBe(false);
    await job.close();
  });
});

test('a job of every node runs on each of them', async () => {
  const ran: string[] = [];
  for (const node of ['a', 'b']) {
    const run = async (): Promise<void> => void ran.push(node);
    const job = repeated({ clock, leases: leasesOf(node) }, { name: 'x', runsOn: 'every node', everyMs: 1000, run });
    job.start(() => undefined);
  }
  clock.advance(1000);
  expect(ran).toEqual(['a', 'b']);
});

test('work that is taken for a while is done by no other node meanwhile, and by none while nobody can say', async () => {
  const [a, b] = [leasesOf('a'), leasesOf('b')];
  expect([await a.take('p', 5000), await b.take('p', 5000), await a.take('p', 5000)]).toEqual([true, false, true]);
  clock.advance(5000);
  expect(await b.take('p', 5000)).toBe(true);
  known.isAway = true;
  expect(await b.take('p', 5000)).toBe(false);
});

test('where there are no other nodes, everything is ours', async () => {
  const leases = createLeases({ isAlone: true, lease: async () => true }, clock);
  const held = leases.hold('x', () => undefined);
  clock.advance(3_600_000);
  expect([held.isOurs, await leases.take('y', 1)]).toEqual([true, true]);
});
