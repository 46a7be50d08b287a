import type { Clock } from '../clock.ts';
import { feature } from '../feature.ts';
import type { JobLog } from '../jobs/job.ts';
import type { Leases } from '../jobs/leases.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Store } from '../store/store.ts';
import { mailSending } from './jobs/mail-sending.ts';
import { createMailMetrics } from './mail-metrics.ts';
import type { Mailer } from './mailer.ts';

interface Needs {
  readonly store: Store;
  readonly clock: Clock;
  readonly leases: Leases;
  readonly log: JobLog;
  readonly mailer: Mailer;
  readonly metrics: Metrics;
}

/** Mails, which features queue with their commands. */
export const mail = feature({ jobs: (deps: Needs) => [mailSending({ ...deps, countMail: createMailMetrics(deps.metrics) })] });
