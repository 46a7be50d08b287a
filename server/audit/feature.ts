import type { Rules } from '../access/authorization/rule-table.ts';
import type { Clock } from '../clock.ts';
import { feature } from '../feature.ts';
import type { JobLog } from '../jobs/job.ts';
import type { Leases } from '../jobs/leases.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Settings } from '../settings.ts';
import type { Store } from '../store/store.ts';
import { auditRetention, auditWitness } from './jobs/audit-log.ts';
import { auditLogExportRoutes } from './routes/audit-log/export-csv.ts';
import { auditLogRoutes } from './routes/audit-log.ts';

interface Needs {
  readonly store: Store;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly rules: Rules;
  readonly leases: Leases;
  readonly log: JobLog;
  readonly settings: Pick<Settings, 'auditRetentionDays'>;
}

/** The audit log: reading it, and removing what is old. */
export const audit = feature({
  routes: (deps: Needs) => [...auditLogRoutes(deps), ...auditLogExportRoutes(deps)],
  jobs: (deps) => [auditRetention(deps), auditWitness(deps)],
});
