import type { Clock } from '../../../client/index.ts';

/** Time and timers of the browser. */
export const pageClock: Clock = {
  steady: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return { cancel: () => clearTimeout(timer) };
  },
  every(ms, run) {
    const timer = setInterval(run, ms);
    return { cancel: () => clearInterval(timer) };
  },
};
