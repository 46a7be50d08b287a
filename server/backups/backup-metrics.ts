import type { Metrics } from '../metrics/metrics.ts';
import type { Settings } from '../settings.ts';
import type { FinishedBackup } from './backup-process.ts';
import { type Backups, backupOutcomes } from './backups.ts';

interface Deps {
  readonly metrics: Pick<Metrics, 'read'>;
  readonly backups: Backups;
  readonly settings: Pick<Settings, 'backupUrl' | 'backupEveryMinutes'>;
}

/** Lets the metrics tell of backups; without a place for them there is nothing to tell. */
export function tellBackups({ metrics, backups, settings }: Deps): void {
  const { backupUrl, backupEveryMinutes } = settings;
  const gauge = (name: string, help: string, read: () => number | undefined): void =>
    metrics.read({ name: `easel_backup${name}`, help, type: 'gauge', read: () => (backupUrl === '' ? undefined : read()) });
  const ofNewest = (name: string, help: string, read: (newest: FinishedBackup) => number): void =>
    gauge(name, help, () => backups.list[0] && read(backups.list[0]));
  gauge('s', 'Backups in the place of EASEL_BACKUP_URL, as of the last look', () => backups.list.length);
  gauge('_interval_seconds', 'The time between two backups; none: the server makes none by itself', () =>
    backupEveryMinutes === 0 ? undefined : backupEveryMinutes * 60,
  );
  ofNewest(
    '_last_success_timestamp_seconds',
    'The moment whose state the newest backup holds, in seconds since 1970',
    ({ at }) => Date.parse(at) / 1000,
  );
  ofNewest(
    '_last_duration_seconds',
    'How long the newest backup took',
    ({ started_at, finished_at }) => (Date.parse(finished_at) - Date.parse(started_at)) / 1000,
  );
  ofNewest('_last_new_bytes', 'Bytes that the newest backup added', ({ new_bytes }) => new_bytes);
  gauge(
    '_verified_timestamp_seconds',
    'When a seventh of the backups was last read, in seconds since 1970; none: not since the start',
    () => backups.reading && backups.reading.at / 1000,
  );
  gauge('_findings', 'What was wrong when backups were last read', () => backups.reading?.findings);
  metrics.read({
    name: 'easel_backups_total',
    help: 'Backups that the server made, or could not make',
    type: 'counter',
    labels: ['outcome'],
    read: () => (backupUrl === '' ? undefined : backupOutcomes.map((outcome) => [[outcome], backups.outcomes[outcome]] as const)),
  });
}
