import { expect, it } from 'vitest';
import { fakeClock } from '../../test/kit/clock.ts';
import { TimerWheel } from './timer-wheel.ts';

it('runs each item once, not before it is due and at most one grain late, with one timer', () => {
  const clock = fakeClock();
  const start = clock.steady();
  const ran: [string, number][] = [];
  const wheel = new TimerWheel<string>(clock, 10, (item) => ran.push([item, clock.steady() - start]));
  wheel.put('late', start + 95);
  wheel.put('early', start + 12);
  wheel.put('as early', start + 18);
  expect(clock.waiting).toBe(1);
  for (let ms = 0; ms < 200; ms++) clock.advance(1);
  expect(ran).toEqual([
    ['early', 20],
    ['as early', 20],
    ['late', 100],
  ]);
  expect(clock.waiting).toBe(0);
});

it('does not run what was removed', () => {
  const clock = fakeClock();
  const ran: string[] = [];
  const wheel = new TimerWheel<string>(clock, 10, (item) => ran.push(item));
  wheel.remove('a', wheel.put('a', clock.steady() + 50));
  wheel.put('b', clock.steady() + 50);
  clock.advance(100);
  expect(ran).toEqual(['b']);
});

it('takes items again while it runs', () => {
  const clock = fakeClock();
  let ran = 0;
  const wheel = new TimerWheel<string>(clock, 10, (item) => {
    if (++ran < 5) wheel.put(item, clock.steady() + 100);
  });
  wheel.put('a', clock.steady());
  clock.advance(1000);
  expect(ran).toBe(5);
});
