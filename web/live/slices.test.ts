import { expect, it } from 'vitest';
import { inSlices } from './slices.ts';

/** Work whose every step takes 3 ms. */
function working() {
  const done: number[] = [];
  const turns: (() => void)[] = [];
  let now = 0;
  function* work() {
    for (let step = 1; step <= 7; step++) {
      now += 3;
      done.push(step);
      yield;
    }
  }
  const stop = inSlices(work(), { steady: () => now }, (run) => turns.push(run));
  return { done, turns, stop };
}

it('long work leaves time for everything else after every slice', () => {
  const { done, turns } = working();
  expect(done).toEqual([1, 2, 3]);
  turns.shift()!();
  expect(done).toEqual([1, 2, 3, 4, 5, 6]);
  turns.shift()!();
  expect([done.length, turns.length]).toEqual([7, 0]);
});

it('work that was given up does nothing more', () => {
  const { done, turns, stop } = working();
  stop();
  turns.shift()!();
  expect([done.length, turns.length]).toEqual([3, 0]);
});
