import type { Work } from '../../model/hooks.ts';

/** Longest part of a turn that one piece of long work may take, in milliseconds; a turn must stay under 20. */
const SLICE = 6;

/** More records than this are worked on in slices. */
export const LARGE = 2000;

/** Steps of long work between two pauses: well under a millisecond. */
export const STEPS = 200;

/** Says whether the share of the turn that begins now is used up. */
export function sliceBegins(): () => boolean {
  // The length of a slice is no time of the product: the clock of the process is right even when tests stop theirs.
  const end = performance.now() + SLICE;
  return () => performance.now() > end;
}

/** Runs work until it ends or has used its share of the turn. */
export function runSlice<T>(work: Work<T>): IteratorResult<void, T> {
  const isOver = sliceBegins();
  for (;;) {
    const step = work.next();
    if (step.done || isOver()) return step;
  }
}

/** Runs work to its end in this turn: for work that is known to be small. */
export function atOnce<T>(work: Work<T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}

/** Hands out turns to long work, one slice of one work in each, so that several of them do not add up. */
export class Turns {
  #waiting: (() => void)[] = [];

  next(): Promise<void> {
    return new Promise((resume) => {
      if (this.#waiting.push(resume) === 1) setImmediate(() => this.#begin());
    });
  }

  /** Runs work to its end; the first slice in this turn. */
  async run<T>(work: Work<T>): Promise<T> {
    for (;;) {
      const step = runSlice(work);
      if (step.done) return step.value;
      await this.next();
    }
  }

  #begin(): void {
    const resume = this.#waiting.shift()!;
    if (this.#waiting.length > 0) setImmediate(() => this.#begin());
    resume();
  }
}
