import type { Work } from '../../model/hooks.ts';

/** Longest part of a turn, in milliseconds. */
const SLICE = 8;

/** Runs work to its end in many turns, so that requests go on meanwhile. */
export async function inSlices<T>(work: Work<T>): Promise<T> {
  for (;;) {
    // The length of a slice is no time of the product: the clock of the process is right even when tests stop theirs
    const end = performance.now() + SLICE;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < end);
    await new Promise((resume) => setImmediate(resume));
  }
}
