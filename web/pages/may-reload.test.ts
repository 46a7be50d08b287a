import { expect, test } from 'vitest';
import { fakeClock } from '../../test/kit/clock.ts';
import { turn } from '../../test/kit/test-client.ts';
import { mayReload, untilIdle } from './may-reload.ts';

test('a page loads itself again once, and after a minute once more', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const begin = 1_700_000_000_000;
  expect([0, 1, 59_999, 60_000, 60_001].map((ms) => mayReload(storage, begin + ms))).toEqual([true, false, false, true, false]);
});

test('a page is not loaded again while somebody is at work', async () => {
  const clock = fakeClock();
  let isBusy = true;
  let isIdle = false;
  const page = { querySelector: () => (isBusy ? {} : null) };
  void untilIdle(page as never, clock).then(() => {
    isIdle = true;
  });
  clock.advance(5_000);
  await turn();
  expect(isIdle).toBe(false);
  isBusy = false;
  for (let round = 0; round < 3; round++) {
    clock.advance(5_000);
    await turn();
  }
  expect(isIdle).toBe(true);
});
