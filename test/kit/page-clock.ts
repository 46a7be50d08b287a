import type { Clock } from '../../client/index.ts';

/** The clock of a page, which stands still until a test moves it. */
export interface PageClock extends Clock {
  /** Lets time pass, and runs due timers in order. */
  advance(ms: number): void;
}

export function pageClock(): PageClock {
  let now = 1000;
  const timers = new Set<{ due: number; readonly every: number | undefined; readonly run: () => void }>();
  const add = (ms: number, run: () => void, every?: number) => {
    const timer = { due: now + ms, every, run };
    timers.add(timer);
    return { cancel: () => void timers.delete(timer) };
  };
  return {
    steady: () => now,
    after: (ms, run) => add(ms, run),
    every: (ms, run) => add(ms, run, ms),
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const [next] = [...timers].filter(({ due }) => due <= end).sort((one, other) => one.due - other.due);
        if (!next) break;
        now = next.due;
        if (next.every === undefined) timers.delete(next);
        else next.due += next.every;
        next.run();
      }
      now = end;
    },
  };
}
