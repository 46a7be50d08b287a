import type { Work } from '../../model/hooks.ts';
import { createScheduler, type Scheduler } from '../../server/scheduler.ts';

/** A scheduler on which a test can hold works of several steps after their first step. */
export class HeldScheduler implements Scheduler {
  /** Number of steps of each work that has ended, in order. */
  readonly steps: number[] = [];
  readonly #real = createScheduler();
  #holding: Promise<void> | undefined;
  #release = (): void => undefined;
  #reached: () => void = () => undefined;

  get longestTurn(): number {
    return this.#real.longestTurn;
  }

  /** Holds works from now on; resolves when this many are held. */
  hold(count = 1): Promise<void> {
    let held = 0;
    this.#holding = new Promise((release) => {
      this.#release = release;
    });
    return new Promise((reached) => {
      this.#reached = () => ++held === count && reached();
    });
  }

  release(): void {
    this.#holding = undefined;
    this.#release();
  }

  run<T>(work: Work<T>): Promise<T> {
    return this.#held(work, (rest) => this.#real.run(rest));
  }

  later<T>(work: Work<T>): Promise<T> {
    return this.#real.later(work);
  }

  begin<T>(work: Work<T>): IteratorResult<void, T> {
    return this.#real.begin(work);
  }

  async #held<T>(work: Work<T>, run: (rest: Work<T>) => Promise<T>): Promise<T> {
    const first = work.next();
    if (first.done) return first.value;
    if (this.#holding) this.#reached();
    await this.#holding;
    return run(this.#counted(work));
  }

  *#counted<T>(work: Work<T>): Work<T> {
    for (let steps = 2; ; steps++) {
      const step = work.next();
      if (step.done) {
        this.steps.push(steps);
        return step.value;
      }
      yield;
    }
  }
}
