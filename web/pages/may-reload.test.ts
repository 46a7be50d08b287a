import { expect, test } from 'vitest';
import { mayReload } from './may-reload.ts';

test('a page loads itself again once, and after a minute once more', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const begin = 1_700_000_000_000;
  expect([0, 1, 59_999, 60_000, 60_001].map((ms) => mayReload(storage, begin + ms))).toEqual([true, false, false, true, false]);
});
