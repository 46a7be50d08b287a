import { type Job, type RepeatedDeps, repeated } from '../../jobs/job.ts';
import type { Settings } from '../../settings.ts';
import type { Backups } from '../backups.ts';

interface Deps extends RepeatedDeps {
  readonly backups: Backups;
  readonly settings: Pick<Settings, 'backupUrl' | 'backupEveryMinutes'>;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A start that fails says one line, and no other. */
const SOON = MINUTE / 6;

/** What keeps a server backed up; nothing where no place is set. */
export function backupJobs({ backups, settings, ...deps }: Deps): Job[] {
  if (settings.backupUrl === '') return [];
  const looks = repeated(deps, {
    name: 'the look at backups',
    runsOn: 'one node',
    everyMs: HOUR,
    soonMs: SOON,
    run: () => backups.look(),
  });
  const readings = repeated(deps, {
    name: 'the reading of backups',
    runsOn: 'one node',
    everyMs: 24 * HOUR,
    soonMs: HOUR / 2,
    run: () => backups.read(),
  });
  if (settings.backupEveryMinutes === 0) return [looks, readings];
  const schedule = repeated(deps, {
    name: 'the backup',
    runsOn: 'one node',
    everyMs: settings.backupEveryMinutes * MINUTE,
    soonMs: 5 * MINUTE,
    run: () => backups.make(),
  });
  return [looks, schedule, readings];
}
