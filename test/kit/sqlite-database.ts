import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../../server/store/drivers/sqlite/driver.ts';
import { openDatabase } from '../../server/store/drivers/sqlite/engine.ts';
import type { TestDatabase } from '../store/bench.ts';
import { databaseThreads } from './database-threads.ts';

/** A database of SQLite in a folder of its own, for the suite that the store must pass on every kind of database. */
export function sqliteDatabase(): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'easel-store-'));
  const file = join(folder, 'easel.db');
  const all = (sql: string): Record<string, unknown>[] => {
    const database = openDatabase(file);
    try {
      return database.prepare(sql).all() as Record<string, unknown>[];
    } finally {
      database.close();
    }
  };
  return {
    open: ({ node, ...options }) => openSqlite({ ...options, file, threads: databaseThreads(node % 2) }),
    audit: async () => all('SELECT * FROM audit ORDER BY id'),
    run: async (statement) => {
      const database = openDatabase(file);
      try {
        database.exec(statement);
      } finally {
        database.close();
      }
    },
    rows: async () => Number(all('SELECT count(*) AS rows FROM records')[0]!.rows),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
