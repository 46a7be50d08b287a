import { usualClock } from '../../client/index.ts';

/**
 * Runs when the page has nothing else to do; `patience`: after this many milliseconds in any case. Safari does not report that a page
 * is idle: there it runs soon.
 */
export function whenIdle(run: () => void, patience?: number): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, patience === undefined ? {} : { timeout: patience });
  else usualClock.after(0, run);
}
