import { setTimeout as pause } from 'node:timers/promises';
import { Pool, types as pgTypes } from 'pg';
import { describe } from 'vitest';
import { hasService, serviceUrl } from '../../scripts/steps/services.mjs';
import { NO_HASH } from '../../server/store/audit/chain.ts';
import { readAddress } from '../../server/store/drivers/postgres/address.ts';
import { openPostgres } from '../../server/store/drivers/postgres/driver.ts';
import { Pools } from '../../server/store/drivers/postgres/pools.ts';
import type { TestDatabase } from '../store/bench.ts';

/** Tests that need PostgreSQL. Without one they are skipped, and `npm test` says how many. */
export async function describeOnPostgres(name: string, tests: () => void): Promise<void> {
  describe.skipIf(!(await hasService('PostgreSQL')))(name, tests);
}

/** The address of a schema. */
export function schemaUrl(schema: string): string {
  const url = new URL(serviceUrl('PostgreSQL'));
  url.searchParams.set('schema', schema);
  return url.href;
}

/** A schema with its connections. To make one takes longer than most tests, so it is emptied and used again. */
interface Kept {
  readonly schema: string;
  readonly pool: Pool;
  /** For each node. */
  readonly pools: Pools[];
}

const free: Kept[] = [];
const made: Kept[] = [];

/** Counts are numbers here. */
const types = { getTypeParser: (oid: number) => (oid === 20 ? Number : pgTypes.getTypeParser(oid)) };

/** Connections of the test's own, past the driver. End them. */
const testPool = (schema: string): Pool =>
  new Pool({ connectionString: serviceUrl('PostgreSQL'), options: `-c search_path=${schema}`, max: 2, types });

/** A schema that nobody else has, not made yet. It is dropped by `dropSchemas`. */
export function newSchema(): Kept {
  const schema = `easel_test_${process.pid}_${made.length}`;
  const kept = { schema, pool: testPool(schema), pools: [] };
  made.push(kept);
  return kept;
}

/** A database of PostgreSQL in a schema of its own, for the suite that the store must pass on every kind of database. */
export function postgresDatabase(): TestDatabase {
  const kept = free.pop() ?? newSchema();
  const { schema, pool, pools } = kept;
  const calm = { pause: (ms: number): Promise<void> => pause(ms), said: (): void => undefined };
  const all = async (sql: string): Promise<Record<string, unknown>[]> => (await pool.query(sql)).rows;
  return {
    open({ node, ...options }) {
      pools[node % 2] ??= new Pools(readAddress(schemaUrl(schema)), calm);
      return openPostgres({ ...options, ...calm, url: schemaUrl(schema), pools: pools[node % 2]! });
    },
    audit: () => all('SELECT * FROM audit ORDER BY id'),
    run: async (statement) => void (await all(statement)),
    rows: async () => Number((await all('SELECT count(*) AS rows FROM records'))[0]!.rows),
    async remove() {
      await empty(pool);
      free.push(kept);
    },
  };
}

/** Triggers that keep the audit log are off meanwhile. */
async function empty(pool: Pool): Promise<void> {
  const marks = `UPDATE audit_end SET id = 0, hash = '${NO_HASH}'; UPDATE audit_removed SET id = 0, hash = '${NO_HASH}'`;
  const tables = ['scopes', 'records', 'log', 'assets', 'revoked', 'audit', 'nodes', 'leases', 'mails'];
  const deletions = tables.map((table) => `DELETE FROM ${table}`).join('; ');
  await pool.query(`SET session_replication_role = replica; ${deletions}; ${marks}; RESET session_replication_role`);
}

/** At the end of a file of tests. */
export async function dropSchemas(): Promise<void> {
  free.length = 0;
  for (const { schema, pool, pools } of made.splice(0)) {
    await Promise.all(pools.map((one) => one.close()));
    await pool.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    await pool.end();
  }
}

/** Both databases of one node: how to describe tests on one, and the settings that choose it. PostgreSQL is skipped where it is not there. */
export const databases: readonly (readonly [
  name: string,
  describing: typeof describe | typeof describeOnPostgres,
  env: () => Record<string, string>,
])[] = [
  ['SQLite', describe, () => ({})],
  ['PostgreSQL', describeOnPostgres, () => ({ EASEL_DATABASE_URL: schemaUrl(newSchema().schema) })],
];
