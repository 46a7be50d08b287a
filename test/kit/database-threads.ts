import { type SqliteThreads, sqliteThreads } from '../../server/store/drivers/sqlite/driver.ts';

const pairs: SqliteThreads[] = [];

/**
 * Database threads for the whole run, because starting two for each server would take longer than the tests. Two stores on one
 * file need two pairs, because a thread that waits for a lock cannot release one; `node` numbers the pairs.
 */
export function databaseThreads(node = 0): SqliteThreads {
  pairs[node] ??= sqliteThreads();
  return pairs[node];
}
