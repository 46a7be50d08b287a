import { isPostgres } from '../../server/settings/database-url.ts';
import { readSettings, type Settings } from '../../server/settings.ts';
import { CommandError, EXIT, type Terminal } from '../terminal.ts';

/** Throws one line for a person unless the database is that of the data folder. */
export function embedded(terminal: Terminal): Settings {
  const settings = readSettings(terminal.env);
  if (isPostgres(settings.databaseUrl))
    throw new Error('with PostgreSQL, back up with pg_dump and finish a restore with easel restored: docs/nodes.md');
  return settings;
}

/** The place that a command names, else that of the settings. `named`: how it is named, for whoever named none. */
export function placeOf(given: string | undefined, { env }: Terminal, named: string): string {
  const place = given ?? readSettings(env).backupUrl;
  if (place === '')
    throw new CommandError(`${named} is missing: name the folder of the backups, or set EASEL_BACKUP_URL`, EXIT.wrong);
  return place;
}
