import type { ClientBase } from 'pg';
import { auditTables } from './audit-tables.ts';
import { commitFunctions } from './functions.ts';
import { registryTables } from './registry.ts';

/**
 * Numbered, run at start, each in its own transaction. They make tables, columns and functions; definitions migrate their
 * records, so none of these rewrites all records for what is in them. Never change one that was released: add the next. Nodes
 * of the version before may be at work meanwhile, so a function whose parameters change gets another name.
 */
const migrations: readonly string[] = [
  // fillfactor: the row of a scope changes with every commit, and the new one fits beside the old one without touching an index
  `CREATE TABLE scopes (
     no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text COLLATE "C" NOT NULL UNIQUE, revision bigint NOT NULL,
     head text NOT NULL, dead boolean NOT NULL DEFAULT false, commit_id text NOT NULL) WITH (fillfactor = 50);
   CREATE INDEX dead_scopes ON scopes (no) WHERE dead;
   CREATE TABLE records (
     scope bigint NOT NULL, ordinal bigint NOT NULL, key text NOT NULL, kind text NOT NULL, version int NOT NULL,
     shown text NOT NULL, hidden text, PRIMARY KEY (scope, ordinal)) WITH (fillfactor = 85);
   CREATE TABLE log (
     scope bigint NOT NULL, revision bigint NOT NULL, at timestamptz NOT NULL, commit_id text NOT NULL, commands text,
     PRIMARY KEY (scope, revision));
   CREATE INDEX log_by_time ON log (at);
   CREATE TABLE assets (
     scope bigint NOT NULL, ordinal bigint NOT NULL, hash text COLLATE "C" NOT NULL, PRIMARY KEY (scope, ordinal, hash));
   CREATE INDEX assets_by_hash ON assets (hash);
   -- Commits with an unknown outcome of which was found that they were not made: they must not be made any more
   CREATE TABLE revoked (commit_id text PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp());
   ${commitFunctions}`,
  auditTables,
  registryTables,
  // Files that a scope may get back; in milliseconds since 1970
  `CREATE TABLE released_files (
     scope bigint NOT NULL, hash text COLLATE "C" NOT NULL, at bigint NOT NULL, again text NOT NULL, PRIMARY KEY (scope, hash));
   CREATE INDEX released_by_hash ON released_files (hash);
   CREATE INDEX released_by_time ON released_files (at);`,
];

/** The present number of migrations. */
export const NEWEST = migrations.length;

/**
 * Brings the schema up to date; refuses one that a newer version has migrated. When several nodes start at the same moment, one
 * does it and the others wait. `to`: how tests make an older one.
 */
export async function migrate(client: ClientBase, schema: string, to = NEWEST): Promise<void> {
  let number = await migrated(client, schema);
  while (number < to) number = await next(client, schema, to);
  if (number > NEWEST) throw new Error('the database was made by a newer version of Easel; start that version');
}

/** The number of migrations that were run. */
export async function migrated(client: ClientBase, schema: string): Promise<number> {
  const { rows } = await client.query('SELECT to_regclass($1) AS found', [`${schema}.migrations`]);
  if (rows[0].found === null) return 0;
  const { rows: last } = await client.query('SELECT coalesce(max(number), 0) AS number FROM migrations');
  return last[0].number;
}

async function next(client: ClientBase, schema: string, to: number): Promise<number> {
  await client.query('BEGIN');
  try {
    // A start may wait for a long migration of another node
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0');
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('easel migrations of ' || $1, 0))`, [schema]);
    await makeSchema(client, schema);
    const number = await migrated(client, schema);
    if (number < to) {
      await client.query(migrations[number]!);
      await client.query('INSERT INTO migrations (number) VALUES ($1)', [number + 1]);
    }
    await client.query('COMMIT');
    return Math.max(number, Math.min(number + 1, to));
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw cause;
  }
}

/** The schema is looked for first: an account that may make none can use one that was made for it. */
async function makeSchema(client: ClientBase, schema: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
  if (rowCount === 0) await client.query(`CREATE SCHEMA ${client.escapeIdentifier(schema)}`);
  await client.query(`CREATE TABLE IF NOT EXISTS migrations (
    number int PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp())`);
}

/**
 * Locks the end of the audit log, as commits with entries do, then writes what is there already: it succeeds only if nobody holds that end.
 * Returns the number of migrations, which is higher when a newer version of the program has migrated the tables.
 */
export const CONFIRM = `
  WITH newest AS MATERIALIZED (SELECT id FROM audit_end FOR UPDATE)
  UPDATE migrations SET at = at
  WHERE EXISTS (SELECT FROM newest) AND number = (SELECT max(number) FROM migrations) RETURNING number`;
