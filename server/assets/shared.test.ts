import { expect, test } from 'vitest';
import { SharedWork } from './shared.ts';

test('shared work is abandoned when the last waiter is gone, and not before', async () => {
  let aborted = false;
  const shared = new SharedWork(async (signal) => {
    signal.addEventListener('abort', () => (aborted = true));
    return 'made';
  });
  const one = new AbortController();
  const other = new AbortController();
  const results = [shared.join(one.signal), shared.join(other.signal)];
  one.abort();
  expect([aborted, shared.isAbandoned]).toEqual([false, false]);
  other.abort();
  expect([aborted, shared.isAbandoned]).toEqual([true, true]);
  expect(await Promise.all(results)).toEqual(['made', 'made']);
});

test('work is never abandoned while a waiter cannot leave, and at once when its only waiter has already left', () => {
  const wanted = new SharedWork(async () => 'made');
  const gone = AbortSignal.abort();
  void wanted.join(undefined);
  void wanted.join(gone);
  expect(wanted.isAbandoned).toBe(false);
  const unwanted = new SharedWork(async () => 'made');
  void unwanted.join(gone);
  expect(unwanted.isAbandoned).toBe(true);
});
