import { expect, it } from 'vitest';
import { createFirstFrames } from './first-frames.ts';

/** What is known after frames with these gaps, all of them in motion. */
function after(gaps: readonly number[]): string | undefined {
  const frames = createFirstFrames();
  let now = 1000;
  let found = frames(now, true);
  for (const gap of gaps) {
    now += gap;
    found = frames(now, true);
  }
  return found;
}

it('five frames in motion decide by their median, and those that follow change nothing', () => {
  expect(after([40, 40, 40, 40])).toBeUndefined();
  expect(after([40, 40, 40, 10, 10])).toBe('slow');
  expect(after([200, 200, 10, 10, 10])).toBe('fast');
  expect(after([10, 10, 10, 10, 10, 90, 90, 90, 90, 90])).toBe('fast');
});

it('a hand that moves slowly makes no frame slow', () => {
  const frames = createFirstFrames();
  let now = 0;
  for (let step = 0; step < 20; step++) {
    frames(now, true);
    frames(now + 10, false);
    now += 500;
  }
  expect(frames(now, true)).toBe('fast');
});
