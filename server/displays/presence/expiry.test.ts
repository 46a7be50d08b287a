import { beforeEach, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../../test/kit/clock.ts';
import { until } from '../../../test/kit/until.ts';
import { createScheduler } from '../../scheduler.ts';
import { Expiry } from './expiry.ts';

interface Entry {
  readonly name: string;
  readonly at: number;
}

let clock: FakeClock;
let entries: Entry[];
let removed: string[];
let errors: unknown[];
let expiry: Expiry<Entry>;
beforeEach(() => {
  clock = fakeClock();
  entries = [];
  removed = [];
  errors = [];
  expiry = new Expiry<Entry>({
    clock,
    scheduler: createScheduler(),
    oldest: () => entries[0],
    remove: ({ name }) => {
      entries.shift();
      removed.push(name);
    },
    failed: (cause) => errors.push(cause),
  });
});

function come(name: string): void {
  entries.push({ name, at: clock.steady() });
  expiry.follow();
}

test('an entry goes when it was silent for ten seconds, each at its own time', async () => {
  come('a');
  clock.advance(4000);
  come('b');
  come('c');
  clock.advance(5999);
  expect(removed).toEqual([]);
  clock.advance(1);
  await until(() => removed.length > 0);
  expect(removed).toEqual(['a']);
  clock.advance(3999);
  expect(removed).toEqual(['a']);
  clock.advance(1);
  await until(() => removed.length === 3);
  come('d');
  clock.advance(10_000);
  await until(() => removed.length === 4);
  expect([removed, errors]).toEqual([['a', 'b', 'c', 'd'], []]);
});

test('an entry that was heard of again stays', async () => {
  come('a');
  clock.advance(9000);
  entries.length = 0;
  come('a');
  come('b');
  clock.advance(9999);
  expect(removed).toEqual([]);
  clock.advance(1);
  await until(() => removed.length === 2);
});

test('a failure is reported, and the next entry that comes starts it again', async () => {
  entries.push({ name: 'a', at: clock.steady() });
  const fails = new Expiry<Entry>({
    clock,
    scheduler: createScheduler(),
    oldest: () => entries[0],
    remove: () => {
      throw new Error('no relay');
    },
    failed: (cause) => errors.push(cause),
  });
  for (const count of [1, 2]) {
    fails.follow();
    clock.advance(10_000);
    await until(() => errors.length === count);
  }
  expect(errors).toEqual([new Error('no relay'), new Error('no relay')]);
});

test('nothing is removed after the end', () => {
  come('a');
  expiry.close();
  clock.advance(60_000);
  expect([removed, entries.length]).toEqual([[], 1]);
});
