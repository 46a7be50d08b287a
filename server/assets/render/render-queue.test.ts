import { beforeEach, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../../test/kit/clock.ts';
import type { RenderJobs } from './jobs.ts';
import { OverLimit, type RenderProcess } from './render-process.ts';
import { RenderQueue } from './render-queue.ts';
import { Abandoned } from './types.ts';

interface Started {
  readonly name: string;
  /** Processor time that the job was given. */
  readonly seconds: number;
  readonly done: () => void;
  readonly fail: (error: Error) => void;
}

let clock: FakeClock;
/** Jobs in the order in which they started. */
let started: Started[];
beforeEach(() => {
  clock = fakeClock();
  started = [];
});

const process = (): Pick<RenderProcess, 'run' | 'end'> => ({
  run: (_, job, seconds = 0) =>
    new Promise((resolve, reject) => {
      const { path: name } = job as RenderJobs['sniff']['job'];
      started.push({ name, seconds, done: () => resolve(undefined as never), fail: reject });
    }),
  end: () => undefined,
});
const queue = (count: number, spare = false): RenderQueue =>
  new RenderQueue(clock, { processes: Array.from({ length: count }, process), spare, seconds: 60 });
const ask = (to: RenderQueue, name: string, signal?: AbortSignal): Promise<unknown> =>
  to.run('sniff', { path: name }, { by: name[0]!, signal }).catch((error: unknown) => error);
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Ends the newest job after this many seconds, and lets the next one start. */
async function end(seconds: number, how: (job: Started) => void = (job) => job.done()): Promise<void> {
  clock.advance(seconds * 1000);
  how(started.at(-1)!);
  await settled();
}
const names = (): string => started.map(({ name }) => name).join(' ');

test('nobody waits for all jobs of another requester', async () => {
  const jobs = queue(1);
  for (let at = 1; at <= 20; at++) void ask(jobs, `a${at}`);
  for (const name of ['b1', 'b2', 'c1']) void ask(jobs, name);
  for (let at = 0; at < 6; at++) await end(1);
  expect(names()).toBe('a1 b1 c1 a2 b2 a3 a4');
});

test('requesters take turns by the cost of their jobs, and old costs are forgotten', async () => {
  const jobs = queue(1);
  void ask(jobs, 'a1');
  await end(40);
  for (const name of ['a2', 'b1', 'b2', 'b3']) void ask(jobs, name);
  for (let at = 0; at < 3; at++) await end(10);
  expect(names()).toBe('a1 a2 b1 b2 b3');
  await end(1);
  clock.advance(3_600_000);
  for (const name of ['x1', 'b4', 'a3']) void ask(jobs, name);
  for (let at = 0; at < 3; at++) await end(1);
  expect(names()).toBe('a1 a2 b1 b2 b3 x1 b4 a3');
});

test('of one requester short jobs come first', async () => {
  const jobs = queue(1);
  void ask(jobs, 'a1');
  void ask(jobs, 'a2');
  void jobs.run('sniff', { path: 'a3' }, { by: 'a' }, 'first');
  await end(1);
  expect(names()).toBe('a1 a3');
});

test('jobs of one requester are done in their order, while the clock moves between two looks', async () => {
  const jobs = queue(1);
  clock.lookTakes(1);
  for (let at = 1; at <= 5; at++) void ask(jobs, `a${at}`);
  for (let at = 1; at <= 3; at++) void ask(jobs, `b${at}`);
  for (let at = 0; at < 7; at++) await end(1);
  expect(names()).toBe('a1 b1 a2 b2 a3 b3 a4 a5');
});

test('a spare process serves requesters without a running job, once the others are held up', async () => {
  const jobs = queue(2, true);
  for (const name of ['a1', 'a2', 'b1', 'c1']) void ask(jobs, name);
  expect(names()).toBe('a1');
  clock.advance(1999);
  expect(names()).toBe('a1');
  clock.advance(1);
  expect(names()).toBe('a1 b1');
  clock.advance(10_000);
  expect(names(), 'there is one spare process').toBe('a1 b1');
  await end(0);
  expect(names()).toBe('a1 b1 c1');
  await end(0);
  expect(names(), 'not a second one of the same').toBe('a1 b1 c1');
});

test('a job for which nobody waits any more leaves the line; one that has begun goes on', async () => {
  const jobs = queue(1);
  const gone = new AbortController();
  const late = new AbortController();
  const first = ask(jobs, 'a1', late.signal);
  const left = ask(jobs, 'a2', gone.signal);
  const last = ask(jobs, 'a3');
  gone.abort();
  late.abort();
  expect(await left).toBeInstanceOf(Abandoned);
  await end(1);
  await end(1);
  expect([names(), await first, await last]).toEqual(['a1 a3', undefined, undefined]);
  expect(await ask(jobs, 'a4', gone.signal)).toBeInstanceOf(Abandoned);
  expect(names()).toBe('a1 a3');
});

test('a requester whose jobs exceed their limit has less time for the next ones, and all of it again later', async () => {
  const jobs = queue(1);
  for (let at = 1; at <= 8; at++) void ask(jobs, `a${at}`);
  for (let at = 0; at < 8; at++) await end(0, (job) => job.fail(new OverLimit('took over its time')));
  expect(started.map(({ seconds }) => seconds)).toEqual([60, 30, 15, 7.5, 3.75, 2, 2, 2]);
  void ask(jobs, 'b1');
  await end(0);
  clock.advance(3_600_000);
  void ask(jobs, 'a9');
  expect(started.slice(-2).map(({ seconds }) => seconds)).toEqual([60, 60]);
});

test('waiting jobs are rejected when the server ends', async () => {
  const jobs = queue(1);
  void ask(jobs, 'a1');
  const waiting = ask(jobs, 'a2');
  jobs.close();
  expect([await waiting, await ask(jobs, 'a3')].map(String)).toEqual(Array(2).fill('Error: the server ends'));
});
