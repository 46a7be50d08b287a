import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseThreads } from '../../../../test/kit/database-threads.ts';
import type { TestDatabase } from '../../../../test/store/bench.ts';
import { storeContract } from '../../../../test/store/contract.ts';
import { openSqlite } from './driver.ts';
import { openDatabase } from './engine.ts';

storeContract('SQLite', async () => testDatabase());

function testDatabase(): TestDatabase {
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
    rows: async () => Number(all('SELECT count(*) AS rows FROM records')[0]!.rows),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
