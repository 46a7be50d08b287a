import type { Clock, Timer } from '../../server/clock.ts';

export interface FakeClock extends Clock {
  /**
   * Lets time pass, including the date, and runs due timers in order, each at its own time. In more than an hour a repeating timer runs
   * only the last of its times: years would cost seconds of work that changes nothing.
   */
  advance(ms: number): void;
  /** Sets the date: no time passes, and no timer becomes due. */
  setDate(ms: number): void;
  /** Number of timers that wait. */
  readonly waiting: number;
  /** From now on every reading of the steady time takes this long, so that work which watches the time sees it pass. */
  lookTakes(ms: number): void;
}

interface Waiting {
  due: number;
  readonly run: () => void;
  readonly every: number | undefined;
}

/** How long the process had run before the test began. */
const RUNNING_MS = 100_000;

/** Longest time in which repeating timers run each time. */
const EACH_MS = 3_600_000;

/** Time that stands still until it is moved. The date starts at 2026-01-01T00:00:00.000Z. */
export function fakeClock(start = Date.UTC(2026, 0, 1)): FakeClock {
  const timers = new Set<Waiting>();
  let steady = RUNNING_MS;
  let dateAtZero = start - steady;
  let look = 0;

  /** The end of a long time that passes at the moment. */
  let until: number | undefined;
  const skip = (timer: Waiting): void => {
    if (until === undefined || timer.every === undefined || timer.due > until) return;
    const every = Math.max(1, timer.every);
    timer.due += Math.floor((until - timer.due) / every) * every;
  };
  const add = (ms: number, run: () => void, every: number | undefined): Timer => {
    const timer = { due: steady + ms, run, every };
    skip(timer);
    timers.add(timer);
    return { cancel: () => void timers.delete(timer) };
  };
  const fire = (timer: Waiting): void => {
    steady = Math.max(steady, timer.due);
    if (timer.every === undefined) timers.delete(timer);
    else timer.due += Math.max(1, timer.every);
    timer.run();
  };

  return {
    now: () => dateAtZero + steady,
    steady: () => (steady += look),
    after: (ms, run) => add(ms, run, undefined),
    every: (ms, run) => add(ms, run, ms),
    advance(ms) {
      const end = steady + ms;
      until = ms > EACH_MS ? end : undefined;
      for (const timer of timers) skip(timer);
      for (let next = earliest(timers, end); next; next = earliest(timers, end)) fire(next);
      until = undefined;
      steady = Math.max(steady, end);
    },
    setDate(ms) {
      dateAtZero = ms - steady;
    },
    get waiting() {
      return timers.size;
    },
    lookTakes(ms) {
      look = ms;
    },
  };
}

function earliest(timers: Iterable<Waiting>, end: number): Waiting | undefined {
  let first: Waiting | undefined;
  for (const timer of timers) if (timer.due <= end && (!first || timer.due < first.due)) first = timer;
  return first;
}
