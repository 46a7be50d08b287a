import { databaseUrl, isPostgres } from '../server/settings/database-url.ts';
import { readSettings, table } from '../server/settings.ts';
import { moveDatabase } from './migrate/database.ts';
import { moveFiles } from './migrate/file-place.ts';
import { openSource } from './migrate/source.ts';
import { progressOn } from './progress.ts';
import { openStoppedFolder } from './stopped-folder.ts';
import { type GivenWords, refused, type Terminal } from './terminal.ts';

const EXAMPLE = 'postgres://user@host:5432/database';

/**
 * `easel migrate --to postgres://… --assets s3://…`: copies everything that the database of a stopped server holds to an empty PostgreSQL
 * database, and its files to a bucket, or one of the two, and compares both sides. Without `--to` the database is that of
 * EASEL_DATABASE_URL, so that no password is in a command. Ended at any moment, the same command goes on where it was. Changes
 * nothing in the data folder.
 */
export async function migrate(terminal: Terminal, { values: { to: given, assets } }: GivenWords): Promise<number> {
  const settings = readSettings({ ...terminal.env, ...(assets !== undefined && { [table.assetsUrl.name]: assets }) });
  const to = given ?? (isPostgres(settings.databaseUrl) ? settings.databaseUrl : undefined);
  const wrong = (to !== undefined && faultOf(to)) || (assets === 'file:' && 'is for a bucket: --assets s3://bucket/prefix');
  if (wrong) return refused(terminal, wrong);
  if (to === undefined && assets === undefined)
    return refused(terminal, `say where to: --to ${EXAMPLE} or --assets s3://bucket/prefix`);
  const { database, assets: folder, folder: dataDir, release } = openStoppedFolder(settings.dataDir, INSTEAD);
  try {
    const source = openSource(database);
    try {
      const progress = progressOn(terminal);
      // The database comes last: as soon as it is whole, a server can start
      if (assets !== undefined) terminal.out(await moveFiles(source, { settings, folder }, progress));
      if (to !== undefined) terminal.out(await moveDatabase(source, to, progress));
    } finally {
      source.close();
    }
    terminal.out(advice(dataDir, to, assets));
    return 0;
  } finally {
    release();
  }
}

const INSTEAD = 'stop it first: what is written meanwhile would not move';

function advice(folder: string, to: string | undefined, assets: string | undefined): string {
  return [
    'Now start the server with',
    ...(to === undefined ? [] : [`  ${table.databaseUrl.name}=${databaseUrl.show(to)}`]),
    ...(assets === undefined ? [] : [`  ${table.assetsUrl.name}=${assets}`]),
    `Nothing in ${folder} was changed.`,
    ...(assets === undefined ? ['Uploaded files are still read from there: leave EASEL_DATA_DIR as it is.'] : []),
    `Never start a server on it again without ${assets !== undefined && to !== undefined ? 'these settings' : 'this setting'}, or the two go apart.`,
  ].join('\n');
}

/** Never repeats the address, which may hold a password. */
function faultOf(to: string): string | undefined {
  try {
    return isPostgres(databaseUrl.read(to)) ? undefined : `--to must be the address of a PostgreSQL database, such as ${EXAMPLE}`;
  } catch (cause) {
    return `--to ${(cause as Error).message}`;
  }
}
