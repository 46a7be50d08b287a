import type { Clock } from '../../clock.ts';
import type { RenderJobName, RenderJobs } from './jobs.ts';
import { OverLimit, type RenderProcess } from './render-process.ts';
import { Spending } from './spending.ts';
import { Abandoned, type CannotRender, ProcessEnded, type Requester } from './types.ts';

type Process = Pick<RenderProcess, 'run' | 'end'>;

interface QueuedJob {
  readonly by: string;
  /** Among jobs of the same requester, urgent ones come first. */
  readonly urgent: boolean;
  readonly start: (process: Process, seconds: number) => Promise<unknown>;
  readonly reject: (error: CannotRender) => void;
}

interface RunningJob {
  readonly by: string;
  readonly since: number;
}

export interface QueueOptions {
  readonly processes: readonly Process[];
  /** True: the last process serves only requesters without a running job, once all others have been busy for a while. */
  readonly spare: boolean;
  /** Processor time that a job may take, in seconds. */
  readonly seconds: number;
}

/** Called once for each job, with the milliseconds since it was asked for. */
type EndListener = (name: RenderJobName, outcome: RenderOutcome, ms: number) => void;
type RenderOutcome = 'done' | 'failed' | 'abandoned';

/** A job that has run this long counts as holding up others. */
const LONG_MS = 2_000;
/** Least processor time for a job, in seconds, however often jobs of its requester went over their limit. */
const LEAST_SECONDS = 2;

/**
 * Jobs for a few processes, each of which does one at a time. Requesters take turns by what their jobs have cost lately, so
 * that nobody waits for all jobs of another requester. When jobs exceed their limit, their requester's next ones get less time.
 */
export class RenderQueue {
  readonly #free: Process[];
  /** In order of arrival. */
  readonly #waiting = new Set<QueuedJob>();
  readonly #running = new Set<RunningJob>();
  readonly #spent: Spending;
  readonly #exceeded: Spending;
  #closed = false;
  #ended: EndListener = () => undefined;

  constructor(
    private readonly clock: Clock,
    private readonly options: QueueOptions,
  ) {
    this.#free = [...options.processes];
    this.#spent = new Spending(clock);
    this.#exceeded = new Spending(clock);
  }

  /** Rejects as `RenderProcess.run`, and with Abandoned when nobody waits for the result any more. */
  run<N extends RenderJobName>(
    name: N,
    job: RenderJobs[N]['job'],
    { by, signal }: Requester,
    when: 'first' | 'later' = 'later',
  ): Promise<RenderJobs[N]['result']> {
    const began = this.clock.steady();
    const end = (outcome: RenderOutcome): void => this.#ended(name, outcome, this.clock.steady() - began);
    const result = new Promise<RenderJobs[N]['result']>((resolve, reject) => {
      if (this.#closed) return reject(closing());
      if (signal?.aborted) return reject(new Abandoned());
      const waiting: QueuedJob = {
        by,
        reject,
        urgent: when === 'first',
        start: (process, seconds) => process.run(name, job, seconds).then(resolve, (error) => this.#failed(by, error, reject)),
      };
      this.#waiting.add(waiting);
      signal?.addEventListener('abort', () => this.#leave(waiting), { once: true });
      this.#next();
    });
    result.then(
      () => end('done'),
      (error) => end(error instanceof Abandoned ? 'abandoned' : 'failed'),
    );
    return result;
  }

  /** Jobs that have not begun. */
  get waiting(): number {
    return this.#waiting.size;
  }

  onEnd(listen: EndListener): void {
    this.#ended = listen;
  }

  close(): void {
    this.#closed = true;
    for (const { reject } of this.#waiting) reject(closing());
    this.#waiting.clear();
    for (const process of this.options.processes) process.end();
  }

  /** Drops a job that has not begun. One that has begun goes on, and its result is kept for the next request. */
  #leave(waiting: QueuedJob): void {
    if (this.#waiting.delete(waiting)) waiting.reject(new Abandoned());
  }

  #failed(by: string, error: unknown, reject: (error: unknown) => void): void {
    if (error instanceof OverLimit) this.#exceeded.add(by, 1);
    reject(error);
  }

  #next(): void {
    if (this.#free.length === 0 || this.#closed) return;
    const { processes, spare } = this.options;
    const isRegular = this.#running.size < processes.length - (spare ? 1 : 0);
    if (!isRegular && !this.#isHeldUp()) return;
    const served: ReadonlySet<string> = new Set(isRegular ? [] : [...this.#running].map(({ by }) => by));
    const waiting = this.#choose(served);
    if (!waiting) return;
    this.#waiting.delete(waiting);
    void this.#work(this.#free.pop()!, waiting);
  }

  async #work(process: Process, waiting: QueuedJob): Promise<void> {
    const { by } = waiting;
    const running = { by, since: this.clock.steady() };
    this.#running.add(running);
    const look = this.options.spare ? this.clock.after(LONG_MS, () => this.#next()) : undefined;
    await waiting.start(process, this.#secondsFor(by));
    look?.cancel();
    this.#running.delete(running);
    this.#spent.add(by, this.#ageOf(running));
    this.#free.push(process);
    this.#next();
  }

  #isHeldUp(): boolean {
    for (const running of this.#running) if (this.#ageOf(running) * 1000 < LONG_MS) return false;
    return true;
  }

  /**
   * The next job of the requester whose jobs cost least; undefined: only excluded requesters wait. Costs change as time passes,
   * so each requester has one cost for the whole choice: if each job had one, a later job would seem cheaper than an earlier one.
   */
  #choose(excluded: ReadonlySet<string>): QueuedJob | undefined {
    const costs = new Map<string, number>();
    let best: QueuedJob | undefined;
    for (const waiting of this.#waiting) {
      const { by, urgent } = waiting;
      if (excluded.has(by)) continue;
      if (!costs.has(by)) costs.set(by, this.#costOf(by));
      const difference = best ? costs.get(by)! - costs.get(best.by)! : -1;
      if (difference < 0 || (difference === 0 && urgent && !best?.urgent)) best = waiting;
    }
    return best;
  }

  #costOf(by: string): number {
    let cost = this.#spent.of(by);
    for (const running of this.#running) if (running.by === by) cost += this.#ageOf(running) + 1;
    return cost;
  }

  #secondsFor(by: string): number {
    const { seconds } = this.options;
    return Math.max(Math.min(LEAST_SECONDS, seconds), seconds / 2 ** Math.round(this.#exceeded.of(by)));
  }

  /** Seconds since a job began. */
  #ageOf({ since }: RunningJob): number {
    return (this.clock.steady() - since) / 1000;
  }
}

const closing = (): CannotRender => new ProcessEnded('the server ends');
