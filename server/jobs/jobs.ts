import type { Job, JobLog } from './job.ts';

export interface Jobs {
  start(): void;
  /** Closes all jobs, the last one first, and waits for runs under way. */
  close(): Promise<void>;
}

/** Jobs that start in this order and close in the opposite one. A failure of one is a line of the log. */
export const jobsOf = (jobs: readonly Job[], log: Pick<JobLog, 'error'>): Jobs => ({
  start() {
    for (const job of jobs) job.start((cause) => log.error({ err: cause }, `${job.name} failed`));
  },
  async close() {
    await Promise.all([...jobs].reverse().map((job) => job.close()));
  },
});
