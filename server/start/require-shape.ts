import { isPostgres } from '../settings/database-url.ts';
import type { Settings } from '../settings.ts';
import { openDatabase } from '../store/drivers/sqlite/engine.ts';
import { NEWEST } from '../store/drivers/sqlite/migrations.ts';

/** Throws one line when the tables of the database are not those of this version: only the start of a server changes them. */
export async function requireShape({ databaseUrl }: Pick<Settings, 'databaseUrl'>, file: string): Promise<void> {
  if (isPostgres(databaseUrl)) {
    // Loaded late: it brings the client of PostgreSQL
    const { isUpToDate } = await import('../store/drivers/postgres/shape.ts');
    if (!(await isUpToDate(databaseUrl))) throw new Error(START_ONCE);
    return;
  }
  const database = openDatabase(file);
  try {
    const { user_version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
    if (user_version < NEWEST) throw new Error(START_ONCE);
  } finally {
    database.close();
  }
}

const START_ONCE =
  'the database is that of an older version of Easel, or empty: start the server once, which brings it up to date';
