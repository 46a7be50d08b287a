import type { Clock } from '../server/clock.ts';

/** The time between two lines about the same work, in milliseconds. */
const EVERY = 2000;

/** How a long command tells how far it is, and is asked to end. */
export interface Progress {
  /** Between two portions. Tells now and then. Throws when the command should end. */
  step(text: () => string): void;
  /** Tells at once. */
  tell(text: string): void;
}

export function createProgress(tell: (text: string) => void, isStopped: () => boolean, clock: Pick<Clock, 'steady'>): Progress {
  let told = clock.steady();
  return {
    tell,
    step(text) {
      if (isStopped()) throw new Error('stopped; the same command goes on from here');
      if (clock.steady() - told < EVERY) return;
      told = clock.steady();
      tell(text());
    },
  };
}
