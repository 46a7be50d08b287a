import { NO_HASH } from '../../audit/chain.ts';
import { auditGuards, auditTables } from './audit-sql.ts';
import { chainAll } from './audit-table.ts';
import type { DatabaseSync } from './engine.ts';

/**
 * Numbered, run at start, each in its own transaction. They make tables and columns; definitions migrate
 * their records, so none of these rewrites all records for what is in them. Never change one that was released: add the next.
 */
const migrations: readonly (string | ((database: DatabaseSync) => void))[] = [
  `CREATE TABLE scopes (
     no INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, revision INTEGER NOT NULL, head TEXT NOT NULL,
     dead INTEGER NOT NULL DEFAULT 0, commit_id TEXT NOT NULL) STRICT;
   CREATE TABLE records (
     scope INTEGER NOT NULL, ordinal INTEGER NOT NULL, key TEXT NOT NULL, kind TEXT NOT NULL,
     version INTEGER NOT NULL, shown TEXT NOT NULL, hidden TEXT, PRIMARY KEY (scope, ordinal)) STRICT, WITHOUT ROWID;
   CREATE TABLE log (
     scope INTEGER NOT NULL, revision INTEGER NOT NULL, at TEXT NOT NULL, commit_id TEXT NOT NULL, commands TEXT,
     PRIMARY KEY (scope, revision)) STRICT, WITHOUT ROWID;
   CREATE TABLE audit (
     id INTEGER PRIMARY KEY AUTOINCREMENT, created_at TEXT NOT NULL, author_id INTEGER, author_name TEXT NOT NULL,
     action TEXT NOT NULL, target_type TEXT NOT NULL, target_id TEXT, target_name TEXT NOT NULL,
     ip_address TEXT NOT NULL, details TEXT NOT NULL) STRICT;`,
  `CREATE TABLE assets (
     hash TEXT NOT NULL, scope INTEGER NOT NULL, ordinal INTEGER NOT NULL,
     PRIMARY KEY (hash, scope, ordinal)) STRICT, WITHOUT ROWID;
   CREATE INDEX assets_of_record ON assets (scope, ordinal);`,
  // Places instead of (scope, ordinal): see sql.ts. Copied once, because a table cannot change its kind.
  `CREATE TABLE placed_records (
     place INTEGER PRIMARY KEY, key TEXT NOT NULL, kind TEXT NOT NULL, version INTEGER NOT NULL, shown TEXT NOT NULL,
     hidden TEXT) STRICT;
   INSERT INTO placed_records
     SELECT (scope << 35) | ordinal, key, kind, version, shown, hidden FROM records ORDER BY scope, ordinal;
   DROP TABLE records;
   ALTER TABLE placed_records RENAME TO records;
   CREATE TABLE placed_log (
     place INTEGER PRIMARY KEY, at TEXT NOT NULL, commit_id TEXT NOT NULL, commands TEXT) STRICT;
   INSERT INTO placed_log SELECT (scope << 35) | revision, at, commit_id, commands FROM log ORDER BY scope, revision;
   DROP TABLE log;
   ALTER TABLE placed_log RENAME TO log;
   CREATE INDEX dead_scopes ON scopes (no) WHERE dead = 1;`,
  // Rows of large commits on their way from the scope in which they were staged: see staging.ts
  'CREATE TABLE moves (source INTEGER PRIMARY KEY, target INTEGER NOT NULL) STRICT',
  chainAudit,
  // Files that a scope may get back; in milliseconds since 1970
  `CREATE TABLE released_files (
     scope INTEGER NOT NULL, hash TEXT NOT NULL, at INTEGER NOT NULL, again TEXT NOT NULL,
     PRIMARY KEY (scope, hash)) STRICT, WITHOUT ROWID;
   CREATE INDEX released_by_hash ON released_files (hash);
   CREATE INDEX released_by_time ON released_files (at);`,
];

/** The present number of migrations. */
export const NEWEST = migrations.length;

/** Entries have been numbered by hand since, because AUTOINCREMENT writes a page of its own each time. Takes them one by one. */
function chainAudit(database: DatabaseSync): void {
  database.exec(auditTables('chained_audit'));
  database.prepare('INSERT INTO audit_removed VALUES (1, 0, ?)').run(NO_HASH);
  chainAll(database, 'chained_audit');
  database.exec(`DROP TABLE audit; ALTER TABLE chained_audit RENAME TO audit; ${auditGuards}`);
}

/** Brings the tables up to date; refuses a database that a newer version has migrated. `to`: how tests make an older one. */
export function migrate(database: DatabaseSync, to = NEWEST): void {
  const row = database.prepare('PRAGMA user_version').get() as { user_version: number };
  if (row.user_version > NEWEST) {
    throw new Error('the database was made by a newer version of Easel; start that version');
  }
  for (let next = row.user_version; next < to; next++) {
    database.exec('BEGIN IMMEDIATE');
    // Another process may have run it while this one waited for the lock.
    const now = database.prepare('PRAGMA user_version').get() as { user_version: number };
    if (now.user_version === next) run(database, next);
    database.exec('COMMIT');
  }
  // One that copies a table leaves a log as large as that
  if (row.user_version > 0 && row.user_version < to) database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

/** Writes what is there already, inside a transaction. Throws when a newer version of the program has migrated the tables. */
export function confirmVersion(database: DatabaseSync): void {
  const { user_version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  if (user_version !== migrations.length) throw new Error('another version of Easel has migrated the database');
  database.exec(`PRAGMA user_version = ${user_version}`);
}

function run(database: DatabaseSync, at: number): void {
  const migration = migrations[at]!;
  if (typeof migration === 'string') database.exec(migration);
  else migration(database);
  database.exec(`PRAGMA user_version = ${at + 1}`);
}
