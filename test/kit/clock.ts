import type { Clock, Timer } from '../../server/clock.ts';

export interface FakeClock extends Clock {
  /** Moves the time and runs what falls due, in order, each at its own time. */
  advance(ms: number): void;
  /** Timers that wait. */
  readonly waiting: number;
  /** From now on every reading of the time takes so long: work that looks at the clock meets one that moves under it. */
  readingTakes(ms: number): void;
}

interface Waiting {
  due: number;
  readonly run: () => void;
  readonly every: number | undefined;
}

/** Time that stands still until it is moved. Starts at 2026-01-01T00:00:00.000Z. */
export function fakeClock(start = Date.UTC(2026, 0, 1)): FakeClock {
  const timers = new Set<Waiting>();
  let now = start;
  let reading = 0;

  const add = (ms: number, run: () => void, every: number | undefined): Timer => {
    const timer = { due: now + ms, run, every };
    timers.add(timer);
    return { cancel: () => void timers.delete(timer) };
  };
  const fire = (timer: Waiting): void => {
    now = Math.max(now, timer.due);
    if (timer.every === undefined) timers.delete(timer);
    else timer.due += Math.max(1, timer.every);
    timer.run();
  };

  return {
    now: () => (now += reading),
    after: (ms, run) => add(ms, run, undefined),
    every: (ms, run) => add(ms, run, ms),
    advance(ms) {
      const end = now + ms;
      for (let next = earliest(timers, end); next; next = earliest(timers, end)) fire(next);
      now = end;
    },
    get waiting() {
      return timers.size;
    },
    readingTakes(ms) {
      reading = ms;
    },
  };
}

function earliest(timers: Iterable<Waiting>, end: number): Waiting | undefined {
  let first: Waiting | undefined;
  for (const timer of timers) if (timer.due <= end && (!first || timer.due < first.due)) first = timer;
  return first;
}
