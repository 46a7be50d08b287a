import type { Clock } from '../clock.ts';

/** How late the event loop comes to its work. */
export interface LoopDelay {
  /** The longest delay of the last moments, in milliseconds, with the one that lasts now. */
  readonly longest: number;
  close(): void;
}

const LOOK_MS = 500;
/** One long turn counts for so long. */
const KEPT_MS = 10_000;

/** Looks twice a second how late a timer fires. */
export function watchLoop(clock: Pick<Clock, 'steady' | 'every'>): LoopDelay {
  let last = clock.steady();
  let late: readonly { readonly at: number; readonly ms: number }[] = [];
  const lateness = (now: number): number => Math.max(0, now - last - LOOK_MS);
  const timer = clock.every(LOOK_MS, () => {
    const now = clock.steady();
    late = [...late.filter(({ at }) => now - at < KEPT_MS), { at: now, ms: lateness(now) }];
    last = now;
  });
  return {
    get longest() {
      // A request may be looked at before the timer that is overdue
      return Math.max(lateness(clock.steady()), ...late.map(({ ms }) => ms));
    },
    close: () => timer.cancel(),
  };
}
