import type { Work } from '../model/hooks.ts';

/**
 * What all long works together take of one turn of the event loop, in milliseconds, with one slice more at the most. The
 * promise is that no turn is longer than 20, and a write waits for three of them: its request, its commit and its answer.
 * The rest is for answers, for steps that are longer than usual, and for the collection of garbage.
 */
const TURN = 4;
/** What one work takes before the next in line has its slice. */
const SLICE = 1;

/** Records of one step of long work: well under a millisecond. */
export const STEPS = 200;
/** More records than this are worked on in slices. */
export const LARGE = 2000;

/**
 * Hands out the time of the one thread. Who has long work gives it as a generator whose steps take well under a
 * millisecond; all of them share the turns of the event loop, one slice after the other in the order of a line. Requests
 * are looked at between two turns, and what is short is never put in line: a long work takes longer, an answer does not.
 */
export interface Scheduler {
  /** Runs work to its end: in this turn as far as there is time left in it, the rest in line. Rejects with what it throws. */
  run<T>(work: Work<T>): Promise<T>;
  /** Like `run`, but nothing of it happens before the caller has returned. */
  later<T>(work: Work<T>): Promise<T>;
  /** One step now, and further ones while the slice lasts. Who is not done goes on with the rest in line. */
  begin<T>(work: Work<T>): IteratorResult<void, T>;
  /** The most that all slices of one turn have taken so far, in milliseconds. */
  readonly longestTurn: number;
}

/** One for the whole process. `now`: in milliseconds; what tests replace, to count costs instead of waiting for them. */
export function createScheduler(now: () => number = () => performance.now()): Scheduler {
  return new TurnScheduler(now);
}

/**
 * Returns what wakes a work: then it is run in line to its end, once, however often it is woken meanwhile. So it must look
 * again for what has come since its last step before it ends.
 */
export function sleeper(scheduler: Pick<Scheduler, 'later'>, work: () => Work, failed: (cause: unknown) => void): () => void {
  let isAwake = false;
  function* awake(): Work {
    try {
      yield* work();
    } finally {
      isAwake = false;
    }
  }
  return () => {
    if (isAwake) return;
    isAwake = true;
    scheduler.later(awake()).catch(failed);
  };
}

/** Runs work to its end in this turn: for work that is known to be small. */
export function atOnce<T>(work: Work<T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}

/** One step of a work. True: it has ended. Never throws. */
type Step = () => boolean;

class TurnScheduler implements Scheduler {
  longestTurn = 0;
  #line: Step[] = [];
  /** What slices have taken since the last turn of the line. */
  #used = 0;
  #isScheduled = false;
  /** End of the slice that is running; a work that begins another in it shares it. */
  #sliceEnd: number | undefined;

  constructor(private readonly now: () => number) {}

  run<T>(work: Work<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const step = stepOf(work, resolve, reject);
      if (this.#used >= TURN || !this.#slice(step)) this.#enter(step);
    });
  }

  later<T>(work: Work<T>): Promise<T> {
    return new Promise((resolve, reject) => this.#enter(stepOf(work, resolve, reject)));
  }

  begin<T>(work: Work<T>): IteratorResult<void, T> {
    const outer = this.#sliceEnd;
    const began = this.now();
    const end = outer ?? (this.#used < TURN ? began + SLICE : began);
    this.#sliceEnd = end;
    try {
      let last = work.next();
      // Most are through: that is no long work, and is not counted
      if (last.done) return last;
      while (!last.done && this.now() < end) last = work.next();
      if (outer === undefined) this.#count(began);
      return last;
    } finally {
      this.#sliceEnd = outer;
    }
  }

  #enter(step: Step): void {
    this.#line.push(step);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#turn());
  }

  /** At least one slice, also when what was begun outside has taken all the time: everybody in line comes forward. */
  #turn(): void {
    this.#isScheduled = false;
    for (let at = 0; this.#line.length > 0 && (at === 0 || this.#used < TURN); at++) {
      const step = this.#line.shift()!;
      if (!this.#slice(step)) this.#line.push(step);
    }
    this.longestTurn = Math.max(this.longestTurn, this.#used);
    this.#used = 0;
    if (this.#line.length > 0) this.#schedule();
  }

  /** True: the work has ended. */
  #slice(step: Step): boolean {
    if (this.#sliceEnd !== undefined) return this.#stepUntil(step, this.#sliceEnd);
    const began = this.now();
    this.#sliceEnd = began + SLICE;
    try {
      return this.#stepUntil(step, this.#sliceEnd);
    } finally {
      this.#sliceEnd = undefined;
      this.#count(began);
    }
  }

  /** Also where nobody is in line, the next turn begins with nothing used. */
  #count(began: number): void {
    this.#used += this.now() - began;
    this.#schedule();
  }

  #stepUntil(step: Step, end: number): boolean {
    for (;;) {
      if (step()) return true;
      if (this.now() >= end) return false;
    }
  }
}

function stepOf<T>(work: Work<T>, resolve: (value: T) => void, reject: (cause: unknown) => void): Step {
  return () => {
    try {
      const { done, value } = work.next();
      if (done) resolve(value as T);
      return done === true;
    } catch (cause) {
      reject(cause);
      return true;
    }
  };
}
