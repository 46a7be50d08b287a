import type { Clock } from '../../../client/index.ts';

/**
 * Resolves with what a promise finds, or with `instead` when it has found nothing after `ms`. What comes later goes to `late`. Rejects as
 * the promise does.
 */
export function inTime<T>(
  found: Promise<T>,
  instead: T,
  { ms, clock, late }: { readonly ms: number; readonly clock: Pick<Clock, 'after'>; readonly late: (value: T) => void },
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const timer = clock.after(ms, () => {
      isOver = true;
      resolve(instead);
    });
    found.then((value) => {
      timer.cancel();
      if (isOver) late(value);
      else resolve(value);
    }, reject);
  });
}
