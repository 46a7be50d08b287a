import { systemClock } from '../server/clock.ts';
import type { Terminal } from './terminal.ts';

/** The time between two lines about the same work, in milliseconds. */
const EVERY = 2000;

/** How a long command tells how far it is, and is asked to end. */
export interface Progress {
  /** Between two portions. Tells now and then. Throws when the command should end. */
  step(text: () => string): void;
  /** Tells at once. */
  tell(text: string): void;
}

/** Tells on stderr. Ctrl-C ends the work between two portions. */
export function progressOn(terminal: Pick<Terminal, 'err' | 'interrupted'>): Progress {
  let isStopped = false;
  terminal.interrupted(() => {
    isStopped = true;
  });
  const tell = (text: string): void => terminal.err(`easel: ${text}`);
  let told = systemClock.steady();
  return {
    tell,
    step(text) {
      if (isStopped) throw new Error('stopped; the same command goes on from here');
      if (systemClock.steady() - told < EVERY) return;
      told = systemClock.steady();
      tell(text());
    },
  };
}
