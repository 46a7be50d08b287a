import { expect, test } from 'vitest';
import { fakeClock } from '../../../test/kit/clock.ts';
import { createLastUsed } from './last-used.ts';

const hour = 3_600_000;

/** Notes and writes at once; returns what was written. */
function writing() {
  const clock = fakeClock();
  const uses = createLastUsed(clock);
  const write = (): string[] => {
    const due = uses.due();
    uses.wrote(due);
    return due.map(({ id, day, address }) => `${id} ${day} ${address}`);
  };
  return { clock, uses, write };
}

test('the first use of a day is due at once, and the others of the same address are not', () => {
  const { clock, uses, write } = writing();
  uses.note('a', '192.0.2.1');
  uses.note('a', '192.0.2.1');
  uses.note('', '192.0.2.1');
  expect(write()).toEqual(['a 2026-01-01 192.0.2.1']);
  uses.note('a', '192.0.2.1');
  expect(write()).toEqual([]);
  clock.advance(24 * hour);
  uses.note('a', '192.0.2.1');
  expect(write()).toEqual(['a 2026-01-02 192.0.2.1']);
});

test('an address that changes all the time is written once an hour, and the last one in the end', () => {
  const { clock, uses, write } = writing();
  const all: string[] = [];
  for (let minute = 0; minute < 180; minute++) {
    uses.note('a', `192.0.2.${minute % 2}`);
    all.push(...write());
    clock.advance(60_000);
  }
  expect(all).toEqual([0, 1, 2].map(() => 'a 2026-01-01 192.0.2.0'));
  uses.note('a', '192.0.2.7');
  expect(write()).toEqual(['a 2026-01-01 192.0.2.7']);
});

test('what could not be written stays due', () => {
  const { uses, write } = writing();
  uses.note('a', '192.0.2.1');
  uses.due();
  expect(write()).toEqual(['a 2026-01-01 192.0.2.1']);
});

test('a use that is not written yet is not forgotten when the day ends', () => {
  const { clock, uses, write } = writing();
  uses.note('a', '192.0.2.1');
  clock.advance(24 * hour);
  uses.note('b', '192.0.2.1');
  expect(write()).toEqual(['a 2026-01-01 192.0.2.1', 'b 2026-01-02 192.0.2.1']);
});
