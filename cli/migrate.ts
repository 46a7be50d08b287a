import { systemClock } from '../server/clock.ts';
import { databaseUrl, isPostgres } from '../server/settings/database-url.ts';
import { readSettings } from '../server/settings.ts';
import { moveDatabase } from './migrate/database.ts';
import { createProgress } from './migrate/progress.ts';
import { openSource } from './migrate/source.ts';
import { openStoppedFolder } from './stopped-folder.ts';
import { type GivenWords, refused, type Terminal } from './terminal.ts';

const EXAMPLE = 'postgres://user@host:5432/database';

/**
 * `easel migrate --to postgres://…`: copies everything that the database of a stopped server holds to an empty PostgreSQL
 * database, and compares both. Without `--to` it is that of EASEL_DATABASE_URL, so that no password is in a command. Ended at any moment, the same command goes on where it was. Changes nothing in the data folder.
 */
export async function migrate(terminal: Terminal, { values }: GivenWords): Promise<number> {
  const settings = readSettings(terminal.env);
  const to = values.to ?? settings.databaseUrl;
  const wrong = faultOf(to);
  if (wrong !== undefined) return refused(terminal, `--to ${wrong}`);
  let isStopped = false;
  terminal.interrupted(() => {
    isStopped = true;
  });
  const tell = (text: string): void => terminal.err(`easel: ${text}`);
  const progress = createProgress(tell, () => isStopped, systemClock);
  const { database, folder, release } = openStoppedFolder(
    settings.dataDir,
    'stop it first: what is written meanwhile would not move',
  );
  try {
    const source = openSource(database);
    try {
      terminal.out(await moveDatabase(source, to, progress));
    } finally {
      source.close();
    }
    terminal.out(advice(to, folder));
    return 0;
  } finally {
    release();
  }
}

const advice = (to: string, folder: string): string =>
  [
    'Now start the server with',
    `  EASEL_DATABASE_URL=${databaseUrl.show(to)}`,
    `Nothing in ${folder} was changed. Uploaded files are still read from there: leave EASEL_DATA_DIR as it is.`,
    'Its database is as it was before; start no server without EASEL_DATABASE_URL on it again, or the two go apart.',
  ].join('\n');

/** Never repeats the address, which may hold a password. */
function faultOf(to: string): string | undefined {
  try {
    return isPostgres(databaseUrl.read(to)) ? undefined : `must be the address of a PostgreSQL database, such as ${EXAMPLE}`;
  } catch (cause) {
    return (cause as Error).message;
  }
}
