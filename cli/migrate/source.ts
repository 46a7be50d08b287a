import type { AssetRow, ReleasedFile, Row } from '../../server/store/drivers/driver.ts';
import { type AuditFile, openAuditFile } from '../../server/store/drivers/sqlite/audit-file.ts';
import { type DatabaseSync, openDatabase } from '../../server/store/drivers/sqlite/engine.ts';
import { NEWEST } from '../../server/store/drivers/sqlite/migrations.ts';

/** The row of a scope, as both databases have it. */
export interface StoredScope {
  readonly id: string;
  readonly revision: number;
  /** JSON text. */
  readonly head: string;
  readonly dead: boolean;
  readonly commit_id: string;
}

export interface SourceScope extends StoredScope {
  readonly no: number;
}

/** The database of a stopped server. Nothing in it is changed. */
export interface Source {
  /** Says which server it is, wherever its data goes. */
  readonly serverId: string;
  readonly audit: AuditFile;
  scopes(): readonly SourceScope[];
  /** In ordinal order. End one reading before the next begins. */
  rows(scope: SourceScope): Iterable<Row>;
  files(scope: SourceScope): Iterable<AssetRow>;
  /** In the order of their hashes. */
  released(scope: SourceScope): readonly ReleasedFile[];
  /** Hashes of the files to which living scopes refer, and of those that they released and may get back. */
  referred(): readonly string[];
  close(): void;
}

/** Throws one line for a person. */
export function openSource(file: string): Source {
  const database = openDatabase(file, { readOnly: true });
  try {
    requireSettled(database, file);
    const serverId = serverIdIn(database, file);
    const audit = openAuditFile(file);
    const close = (): void => {
      audit.close();
      database.close();
    };
    return { serverId, ...readingOf(database), audit, close };
  } catch (cause) {
    database.close();
    throw cause;
  }
}

/** What a start would do first is left to a start, so that the old folder stays as it is. */
function requireSettled(database: DatabaseSync, file: string): void {
  const { user_version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  const isSettled = user_version === NEWEST && database.prepare('SELECT 1 FROM moves').get() === undefined;
  if (isSettled) return;
  const why = user_version === NEWEST ? 'has work left that a start finishes' : 'is of another version of Easel';
  throw new Error(`the database ${file} ${why}: start the server of this version on it once, stop it, and try again`);
}

function serverIdIn(database: DatabaseSync, file: string): string {
  const row = database
    .prepare(`SELECT shown FROM records JOIN scopes ON id = 'directory' WHERE ${inScope} AND kind = 'Server'`)
    .get() as { shown: string } | undefined;
  if (!row) throw new Error(`the database ${file} is empty: there is nothing to migrate`);
  return JSON.parse(row.shown).server_id;
}

const inScope = 'place > (no << 35) AND place < ((no + 1) << 35)';

export function readingOf(database: DatabaseSync): Pick<Source, 'scopes' | 'rows' | 'files' | 'released' | 'referred'> {
  const scopes = database.prepare('SELECT no, id, revision, head, dead, commit_id FROM scopes WHERE dead < 2 ORDER BY no');
  const rows = database.prepare(
    `SELECT key, kind, version, place & ((1 << 35) - 1) AS ordinal, shown, hidden
     FROM records WHERE place > (?1 << 35) AND place < ((?1 + 1) << 35) ORDER BY place`,
  );
  const files = database.prepare(
    'SELECT ordinal, json_group_array(hash ORDER BY hash) AS hashes FROM assets WHERE scope = ? GROUP BY ordinal ORDER BY ordinal',
  );
  const released = database.prepare('SELECT hash, at, again FROM released_files WHERE scope = ? ORDER BY hash');
  const referred = database.prepare(
    `SELECT hash FROM assets JOIN scopes ON no = scope WHERE dead = 0
     UNION SELECT hash FROM released_files JOIN scopes ON no = scope WHERE dead = 0 ORDER BY hash`,
  );
  return {
    scopes: () => scopes.all().map((row) => ({ ...row, dead: row.dead === 1 }) as unknown as SourceScope),
    // What is left of a dead scope is on its way out
    *rows({ no, dead }) {
      if (!dead) for (const row of rows.iterate(BigInt(no))) yield row as unknown as Row;
    },
    *files({ no, dead }) {
      if (dead) return;
      for (const { ordinal, hashes } of files.iterate(no)) yield { ordinal: Number(ordinal), hashes: JSON.parse(String(hashes)) };
    },
    released: ({ no, dead }) => (dead ? [] : (released.all(no) as unknown as ReleasedFile[])),
    referred: () => referred.all().map(({ hash }) => String(hash)),
  };
}
