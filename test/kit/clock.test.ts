import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fakeClock } from './clock.ts';

const HOUR = 3_600_000;
const periods = fc.array(fc.integer({ min: 60_000, max: 2 * HOUR }), { minLength: 1, maxLength: 5 });

/** The times at which timers ran, from the start on, by their place. */
function running(all: readonly number[]) {
  const clock = fakeClock();
  const began = clock.steady();
  const ran: [at: number, timer: number][] = [];
  for (const [timer, every] of all.entries()) clock.every(every, () => ran.push([clock.steady() - began, timer]));
  return { clock, ran };
}

test('in moves of up to an hour every repeating timer runs at each of its times, in order', () => {
  fc.assert(
    fc.property(periods, fc.array(fc.integer({ min: 0, max: HOUR }), { maxLength: 8 }), (all, moves) => {
      const { clock, ran } = running(all);
      for (const ms of moves) clock.advance(ms);
      const end = moves.reduce((sum, ms) => sum + ms, 0);
      const due = all.flatMap((every, timer) =>
        Array.from({ length: Math.floor(end / every) }, (_, at) => [(at + 1) * every, timer]),
      );
      expect(ran.map(([at]) => at)).toEqual(due.map(([at]) => at!).toSorted((a, b) => a - b));
      expect(ran.toSorted(byTimer)).toEqual(due.toSorted(byTimer));
    }),
  );
});

test('in a longer move a repeating timer runs once, at the last of its times, and then goes on as before', () => {
  fc.assert(
    fc.property(periods, fc.integer({ min: HOUR + 1, max: 1e11 }), (all, ms) => {
      const { clock, ran } = running(all);
      clock.advance(ms);
      const last = all.flatMap((every, timer) => (every > ms ? [] : [[Math.floor(ms / every) * every, timer]]));
      expect(ran.toSorted(byTimer)).toEqual(last.toSorted(byTimer));
      const [first = 0] = all;
      const next = first - (ms % first);
      const before = ran.filter(([, timer]) => timer === 0).length;
      clock.advance(Math.min(next, HOUR));
      expect(ran.filter(([, timer]) => timer === 0)).toHaveLength(before + (next <= HOUR ? 1 : 0));
    }),
  );
});

test('a timer that runs once is never passed over', () => {
  const clock = fakeClock();
  const ran: number[] = [];
  const again = (): void => {
    ran.push(clock.now());
    if (ran.length < 3) clock.after(HOUR, again);
  };
  clock.after(HOUR, again);
  clock.advance(1000 * HOUR);
  expect(ran).toEqual([1, 2, 3].map((hours) => Date.UTC(2026, 0, 1) + hours * HOUR));
});

const byTimer = (a: readonly (number | undefined)[], b: readonly (number | undefined)[]): number =>
  a[1]! - b[1]! || a[0]! - b[0]!;
