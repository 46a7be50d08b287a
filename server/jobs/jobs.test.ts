import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../test/kit/clock.ts';
import { type Job, type RunsOn, repeated } from './job.ts';
import { jobsOf } from './jobs.ts';
import { ALWAYS } from './leases.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const alone = { hold: () => ALWAYS };

/** A job that runs every second, and whose runs end on demand. */
function held(atStart = false, runsOn: RunsOn = 'one node') {
  const clock = fakeClock();
  const runs: { end: () => void; fail: (cause: unknown) => void; isClosing: () => boolean }[] = [];
  const run = (isClosing: () => boolean): Promise<void> =>
    new Promise((end, fail) => {
      runs.push({ end, fail, isClosing });
    });
  return { clock, runs, job: repeated({ clock, leases: alone }, { name: 'held', runsOn, everyMs: 1000, atStart, run }) };
}

describe('a job that is repeated', () => {
  test('runs at its interval, and at the start if it should', () => {
    const late = held();
    const early = held(true);
    for (const { job } of [late, early]) job.start(() => undefined);
    expect([late.runs.length, early.runs.length]).toEqual([0, 1]);
    late.clock.advance(1000);
    expect(late.runs.length).toBe(1);
  });

  test('runs once at a time, and once more behind a run however often it fell due meanwhile', async () => {
    const { clock, runs, job } = held();
    job.start(() => undefined);
    clock.advance(10_000);
    expect(runs.length).toBe(1);
    runs[0]!.end();
    await settled();
    expect(runs.length).toBe(2);
    runs[1]!.end();
    await settled();
    expect(runs.length).toBe(2);
    clock.advance(1000);
    expect(runs.length).toBe(3);
  });

  test('goes on after a run that failed', async () => {
    const { clock, runs, job } = held(true);
    const told: unknown[] = [];
    job.start((cause) => told.push(cause));
    runs[0]!.fail('no disk');
    await settled();
    clock.advance(1000);
    expect([told, runs.length]).toEqual([['no disk'], 2]);
  });

  test('lets a run know that the server closes, waits for it, and begins no other', async () => {
    const { clock, runs, job } = held(true);
    job.start(() => undefined);
    clock.advance(1000);
    let isClosed = false;
    const closed = job.close().then(() => {
      isClosed = true;
    });
    await settled();
    expect([runs[0]!.isClosing(), isClosed, clock.waiting]).toEqual([true, false, 0]);
    runs[0]!.end();
    await closed;
    expect(runs.length).toBe(1);
  });

  test('is closed though it was never started', async () => {
    const { runs, job } = held();
    await job.close();
    expect(runs).toEqual([]);
  });
});

test('jobs start in their order and close from the last to the first; the log says which one failed', async () => {
  const seen: string[] = [];
  const job = (name: string, fails = false): Job => ({
    name,
    runsOn: 'every node',
    start(failed) {
      seen.push(`start ${name}`);
      if (fails) failed('broken');
    },
    async close() {
      seen.push(`close ${name}`);
    },
  });
  const jobs = jobsOf([job('a'), job('b', true), job('c')], {
    error: ({ err }: { err?: unknown }, text) => seen.push(`${text}: ${err}`),
  });
  jobs.start();
  await jobs.close();
  expect(seen).toEqual(['start a', 'start b', 'b failed: broken', 'start c', 'close c', 'close b', 'close a']);
});
