import { assertionExpiry } from './assertion-expiry.ts';
import { auditRetention, auditWitness } from './audit-log.ts';
import type { Job, JobDeps, JobLog } from './job.ts';
import { licenceWatch } from './licence-watch.ts';
import { mailSending } from './mail-sending.ts';
import { idleSessions, sessionUses } from './session-use.ts';
import { sweepOfFiles } from './sweep.ts';
import { tokenExpiry, tokenExtension } from './token-expiry.ts';
import { tokenUse } from './token-use.ts';
import { unconfirmedAccounts } from './unconfirmed-accounts.ts';

/** All jobs in the order in which they start; they close in the opposite order. A new job is a file, and its line here. */
const allJobs = (deps: JobDeps): readonly Job[] => [
  tokenExtension(deps),
  tokenExpiry(deps),
  tokenUse(deps),
  sessionUses(deps),
  idleSessions(deps),
  licenceWatch(deps),
  unconfirmedAccounts(deps),
  assertionExpiry(deps),
  sweepOfFiles(deps),
  auditRetention(deps),
  auditWitness(deps),
  deps.previews,
  mailSending(deps),
];

export interface Jobs {
  start(): void;
  /** Closes all jobs, the last one first, and waits for runs under way. */
  close(): Promise<void>;
}

export const createJobs = (deps: JobDeps): Jobs => jobsOf(allJobs(deps), deps.log);

export const jobsOf = (jobs: readonly Job[], log: Pick<JobLog, 'error'>): Jobs => ({
  start() {
    for (const job of jobs) job.start((cause) => log.error({ err: cause }, `${job.name} failed`));
  },
  async close() {
    await Promise.all([...jobs].reverse().map((job) => job.close()));
  },
});
