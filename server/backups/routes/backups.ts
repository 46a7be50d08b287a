import { refuse } from '../../../model/refusal.ts';
import { Backup } from '../../../model/resources/backup.ts';
import { answerSchema } from '../../../model/schemas.ts';
import type { Rules } from '../../access/authorization/rule-table.ts';
import type { Route } from '../../http/routing/route.ts';
import type { Settings } from '../../settings.ts';
import type { Backups } from '../backups.ts';

interface Deps {
  readonly rules: Pick<Rules, 'administrator'>;
  readonly backups: Backups;
  readonly settings: Pick<Settings, 'backupUrl'>;
}

/** POST /backups (interface/auth 13). */
export const backupRoutes = ({ rules, backups, settings }: Deps): Route[] => [
  {
    method: 'POST',
    path: '/backups',
    operation: 'startBackup',
    tag: Backup.collection.tag,
    summary: 'Begins to make a backup now',
    about:
      'The answer comes when it has begun; subscribe to it to see when it is `done` or `failed`. Only settings say where backups are.',
    file: 'server/backups/routes/backups.ts',
    access: rules.administrator,
    ignoresBody: true,
    answer: answerSchema('Backup', Backup.fields),
    refusals: [400, 409],
    handle: (call) => {
      if (settings.backupUrl === '') throw refuse.invalid('No place for backups is set');
      return backups.ask(call);
    },
  },
];
