import type { Clock } from '../clock.ts';
import { feature } from '../feature.ts';
import type { JobLog } from '../jobs/job.ts';
import type { Leases } from '../jobs/leases.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Store } from '../store/store.ts';
import { tellBackups } from './backup-metrics.ts';
import { type BackupSettings, createBackupProcesses } from './backup-process.ts';
import { Backups } from './backups.ts';
import { backupJobs } from './jobs/backups.ts';

interface Needs {
  readonly store: Store;
  readonly clock: Clock;
  readonly leases: Leases;
  readonly log: JobLog;
  readonly metrics: Metrics;
  readonly settings: BackupSettings;
}

/** Backups that the server makes by itself, or is asked for. */
export const backups = feature({
  make(needs: Needs) {
    const made = new Backups({ ...needs, processes: createBackupProcesses(needs.settings, needs.clock) });
    tellBackups({ ...needs, backups: made });
    return { backups: made };
  },
  jobs: (deps) => backupJobs(deps),
  close: ({ backups }) => backups.stop(),
});
