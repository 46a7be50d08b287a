import type { Clock } from '../../clock.ts';
import type { JobName, Jobs } from './jobs.ts';
import { type RenderLimits, RenderProcess } from './render-process.ts';
import { type CannotRender, ProcessEnded } from './types.ts';

interface Waiting {
  readonly start: (process: RenderProcess) => Promise<unknown>;
  readonly reject: (error: CannotRender) => void;
}

/** Jobs for a few processes, each of which does one at a time. */
export class RenderQueue {
  readonly #free: RenderProcess[];
  readonly #processes: readonly RenderProcess[];
  /** Short jobs before all others, each in the order in which they came. */
  readonly #waiting = { first: [] as Waiting[], later: [] as Waiting[] };
  #closed = false;

  constructor(clock: Clock, limits: RenderLimits, processes: number) {
    this.#processes = Array.from({ length: processes }, () => new RenderProcess(clock, limits));
    this.#free = [...this.#processes];
  }

  run<N extends JobName>(name: N, job: Jobs[N]['job'], when: 'first' | 'later' = 'later'): Promise<Jobs[N]['result']> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(closing());
      const start = (process: RenderProcess): Promise<unknown> => process.run(name, job).then(resolve, reject);
      this.#waiting[when].push({ start, reject });
      this.#next();
    });
  }

  close(): void {
    this.#closed = true;
    for (const { reject } of [...this.#waiting.first.splice(0), ...this.#waiting.later.splice(0)]) reject(closing());
    for (const process of this.#processes) process.end();
  }

  #next(): void {
    const process = this.#free.pop();
    if (!process) return;
    const job = this.#waiting.first.shift() ?? this.#waiting.later.shift();
    if (!job) return void this.#free.push(process);
    void job.start(process).finally(() => {
      this.#free.push(process);
      this.#next();
    });
  }
}

const closing = (): CannotRender => new ProcessEnded('the server ends');
