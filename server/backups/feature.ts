import type { Rules } from '../access/authorization/rule-table.ts';
import type { Clock } from '../clock.ts';
import { feature } from '../feature.ts';
import type { JobLog } from '../jobs/job.ts';
import type { Leases } from '../jobs/leases.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Store } from '../store/store.ts';
import { tellBackups } from './backup-metrics.ts';
import { type BackupSettings, createBackupProcesses } from './backup-process.ts';
import { BackupRecords } from './backup-records.ts';
import { Backups } from './backups.ts';
import { backupJobs } from './jobs/backups.ts';
import { backupRoutes } from './routes/backups.ts';

interface Needs {
  readonly store: Store;
  readonly clock: Clock;
  readonly leases: Leases;
  readonly log: JobLog;
  readonly rules: Rules;
  readonly metrics: Metrics;
  readonly settings: BackupSettings;
}

/** Backups that the server makes by itself, or is asked for. */
export const backups = feature({
  make(needs: Needs) {
    const { settings, clock, log } = needs;
    const records = new BackupRecords(needs.store);
    const backups = new Backups({ processes: createBackupProcesses(settings, clock), records, clock, log });
    tellBackups({ ...needs, backups });
    return { backups, records };
  },
  open: ({ records }) => records.open(),
  routes: (deps) => backupRoutes(deps),
  jobs: (deps) => backupJobs(deps),
  close: ({ backups }) => backups.stop(),
});
