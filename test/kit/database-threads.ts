import { type SqliteThreads, sqliteThreads } from '../../server/store/drivers/sqlite/driver.ts';

const pairs: SqliteThreads[] = [];

/**
 * Database threads for the whole run: starting two for each server would cost more than the tests. Two stores on one
 * file need two pairs, because a thread that waits for a lock cannot let go of one: `node` numbers them.
 */
export function databaseThreads(node = 0): SqliteThreads {
  pairs[node] ??= sqliteThreads();
  return pairs[node];
}
