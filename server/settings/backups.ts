import { isAbsolute, relative, resolve } from 'node:path';
import { s3Address } from './asset-address.ts';
import { assetSettings } from './assets.ts';
import { isPostgres } from './database-url.ts';
import { keepRule } from './keep-rule.ts';
import { type Environment, readSetting, type Setting, setting } from './read.ts';
import { flag, integer, type SettingType, WrongSetting } from './types.ts';

/** The place of backups, kept as it was set. */
const backupAddress: SettingType<string> = {
  says: 'address',
  range: 'file: and an absolute path',
  read(text) {
    if (!isAbsolute(backupFolder(text))) throw new WrongSetting('must be file: and the absolute path of a folder');
    return text;
  },
  show: String,
};

/** `/srv/backup` of `file:/srv/backup`, `file:///srv/backup` and of the path itself. */
export const backupFolder = (text: string): string => text.replace(/^file:(\/\/)?/, '');

/** Backups that the server makes by itself. */
export const backupSettings = {
  backupUrl: setting({
    name: 'EASEL_BACKUP_URL',
    group: 'Data',
    type: backupAddress,
    default: '',
    unit: '',
    why: 'Where the server keeps backups of itself: `file:/srv/backup/easel`, a folder on another disk. The commands for backups use it, too, unless they name another place. Empty: the server makes none. See [Backup](backup.md#on-a-schedule).',
  }),
  backupEveryMinutes: setting({
    name: 'EASEL_BACKUP_EVERY_MINUTES',
    group: 'Data',
    type: integer(0, 10_080),
    default: 60,
    unit: 'minutes',
    why: 'Time between two backups; the first comes five minutes after the start. One of a server where nothing has changed costs some tenths of a second, so 5 is no burden. 0: only when an administrator or a command asks for one.',
  }),
  backupKeep: setting({
    name: 'EASEL_BACKUP_KEEP',
    group: 'Data',
    type: keepRule,
    default: { h: 24, d: 14, w: 8, m: 12 },
    unit: '',
    why: 'Which backups stay: the newest one of each of the last 24 hours, 14 days, and so on, counting only those that have a backup. The newest of all always stays. `all` deletes none.',
  }),
  backupFiles: setting({
    name: 'EASEL_BACKUP_FILES',
    group: 'Data',
    type: flag,
    default: true,
    unit: '',
    why: '0 leaves uploaded files out of the backups that the server makes, for files in S3, where another bucket or older versions of objects are their backup.',
  }),
};

/** What is wrong with the backups of a server as a whole. */
export function wrongBackups(
  env: Environment,
  { dataDir, databaseUrl }: Record<'dataDir' | 'databaseUrl', Setting<string>>,
): string[] {
  const { backupUrl, backupFiles } = backupSettings;
  const valueIn = <T>(row: Setting<T>): T | undefined => readSetting(row, env).value;
  const place = valueIn(backupUrl);
  if (!place) return [];
  const wrong = (why: string): string[] => [`${backupUrl.name} ${why}`];
  if (isPostgres(valueIn(databaseUrl) ?? ''))
    return wrong('is for the embedded database: with PostgreSQL, back up with pg_dump (docs/nodes.md)');
  if (s3Address(valueIn(assetSettings.assetsUrl) ?? 'file:') && valueIn(backupFiles))
    return wrong(`copies no files out of S3: set ${backupFiles.name}=0, and copy the bucket with the tools of the store`);
  const inside = relative(resolve(valueIn(dataDir) ?? ''), backupFolder(place));
  if (!inside.startsWith('..') && !isAbsolute(inside))
    return wrong('names a folder in the data folder, and would be lost with it: name one on another disk');
  return [];
}
