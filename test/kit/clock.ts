import type { Clock, Timer } from '../../server/clock.ts';

export interface FakeClock extends Clock {
  /** Lets time pass, including the date, and runs due timers in order, each at its own time. */
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

/** Time that stands still until it is moved. The date starts at 2026-01-01T00:00:00.000Z. */
export function fakeClock(start = Date.UTC(2026, 0, 1)): FakeClock {
  const timers = new Set<Waiting>();
  let steady = RUNNING_MS;
  let dateAtZero = start - steady;
  let look = 0;

  const add = (ms: number, run: () => void, every: number | undefined): Timer => {
    const timer = { due: steady + ms, run, every };
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
      for (let next = earliest(timers, end); next; next = earliest(timers, end)) fire(next);
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
