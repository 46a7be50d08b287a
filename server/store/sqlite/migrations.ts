import type { DatabaseSync } from './engine.ts';

/**
 * Numbered, run at start, each in its own transaction. They make tables and columns; records are lifted by their
 * definitions, so no migration rewrites all of them. Never change one that was released: add the next.
 */
const migrations: readonly string[] = [
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
];

/** Brings the tables up to date; refuses a database that a newer version has migrated. */
export function migrate(database: DatabaseSync): void {
  const row = database.prepare('PRAGMA user_version').get() as { user_version: number };
  if (row.user_version > migrations.length) {
    throw new Error('the database was made by a newer version of Easel; start that version');
  }
  for (let next = row.user_version; next < migrations.length; next++) {
    database.exec('BEGIN IMMEDIATE');
    // Another process may have run it while this one waited for the lock.
    const now = database.prepare('PRAGMA user_version').get() as { user_version: number };
    if (now.user_version === next) database.exec(`${migrations[next]}; PRAGMA user_version = ${next + 1}`);
    database.exec('COMMIT');
  }
}
