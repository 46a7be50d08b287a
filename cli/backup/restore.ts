import { closeSync, existsSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder, writePrivate } from '../../server/start/private-file.ts';
import type { ChainedRecord } from '../../server/store/audit/verify.ts';
import { AUDIT, AUDIT_COLUMNS, auditGuards } from '../../server/store/drivers/sqlite/audit-sql.ts';
import { type DatabaseSync, openDatabase } from '../../server/store/drivers/sqlite/engine.ts';
import { isLocked } from '../../server/store/drivers/sqlite/lock.ts';
import { migrate } from '../../server/store/drivers/sqlite/migrations.ts';
import type { Progress } from '../progress.ts';
import { linesIn, type Manifest, recordsIn, releasedIn, type ScopeLine } from './format.ts';
import { scopesOf } from './make.ts';
import { copyHashed, Damage, type Repository } from './repository.ts';

export interface RestoreOptions {
  readonly repository: Repository;
  readonly manifest: Manifest;
  /** The data folder, of which the caller has the lock. */
  readonly folder: string;
  readonly progress: Progress;
  /** Makes the database ready for a server, before it gets its name. */
  readonly settle: (file: string) => Promise<void>;
}

/** The database while it is not whole: a start of the server refuses the files without it. */
const UNFINISHED = 'easel.db.restoring';
/** Names of triggers that keep the audit log as it is, but for the one that keeps its order. */
const GUARDS = [...auditGuards.matchAll(/CREATE TRIGGER (\w+)/g)].map(([, name]) => name!);

/** Throws one line for a person when the data folder holds the data of a server. What an interrupted restore left is no such data. */
export function requireEmpty(folder: string): void {
  if (isLocked(folder)) throw new Error(`a server is running on ${folder}: stop it first`);
  // Opening a folder makes an empty one
  if ((statSync(join(folder, 'easel.db'), { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new Error(`${folder} holds the data of a server: move it aside (mv ${folder} ${folder}.before), or set EASEL_DATA_DIR`);
}

/**
 * Puts a backup into an empty data folder: files first, each hashed, then the records, and last their name. Ended anywhere, the same command
 * goes on. Throws one line for a person.
 */
export async function restoreBackup(options: RestoreOptions): Promise<void> {
  const { repository, manifest, folder } = options;
  const lines = await scopesOf(repository, manifest);
  if (manifest.files) await restoreFiles(options, lines);
  const file = join(folder, UNFINISHED);
  for (const part of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${part}`, { force: true });
  // SQLite takes this mode for the files beside it, too
  closeSync(openSync(file, 'wx', 0o600));
  await writeDatabase(options, lines, file);
  await options.settle(file);
  requireWhole(file);
  for (const part of ['-wal', '-shm']) rmSync(`${file}${part}`, { force: true });
  await sync(file);
  await rename(file, join(folder, 'easel.db'));
  syncFolder(folder);
}

async function restoreFiles(
  { repository, manifest, folder, progress }: RestoreOptions,
  lines: readonly ScopeLine[],
): Promise<void> {
  const missing = new Set(manifest.missing.map(({ hash }) => hash));
  const wanted = new Set<string>();
  for (const { files } of lines)
    if (files !== null) for (const hash of linesIn(await repository.read(files))) if (!missing.has(hash)) wanted.add(hash);
  const assets = join(folder, 'assets');
  await mkdir(assets, { recursive: true, mode: 0o700 });
  // The files belong to the server of the backup from now on
  writePrivate(join(assets, 'server-id'), `${manifest.server_id}\n`);
  let at = 0;
  for (const hash of wanted) {
    progress.step(() => `copied ${at} of ${wanted.size} files`);
    await restoreFile(repository, assets, hash);
    at++;
  }
  for (const part of readdirSync(assets)) if (/^[0-9a-f]{2}$/.test(part)) syncFolder(join(assets, part));
  syncFolder(assets);
}

/** A file has its name only when its content was found right, so one that is there need not be read again. */
async function restoreFile(repository: Repository, assets: string, hash: string): Promise<void> {
  const part = join(assets, hash.slice(0, 2));
  const to = join(part, hash);
  if (existsSync(to)) return;
  await mkdir(part, { recursive: true, mode: 0o700 });
  const unfinished = join(assets, `restoring-${hash}`);
  await rm(unfinished, { force: true });
  if (!repository.has('files', hash))
    throw new Damage(`the file ${hash} is not in the backup: easel verify names all that is wrong`);
  const seen = await copyHashed(repository.pathOf('files', hash), unfinished);
  if (seen.hash !== hash) {
    await rm(unfinished, { force: true });
    throw new Damage(`the file ${hash} is damaged in the backup: easel verify names all that is wrong`);
  }
  await rename(unfinished, to);
}

async function writeDatabase(options: RestoreOptions, lines: readonly ScopeLine[], file: string): Promise<void> {
  const database = openDatabase(file);
  try {
    // Nothing of it counts before it has its name, so it need not reach the disk in between
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF');
    migrate(database);
    await writeScopes(database, options, lines);
    await writeAudit(database, options);
  } finally {
    database.close();
  }
}

async function writeScopes(
  database: DatabaseSync,
  { repository, progress }: RestoreOptions,
  lines: readonly ScopeLine[],
): Promise<void> {
  const scope = database.prepare('INSERT INTO scopes (id, revision, head, dead, commit_id) VALUES (?, ?, ?, 0, ?) RETURNING no');
  const record = database.prepare('INSERT INTO records VALUES ((? << 35) | ?, ?, ?, ?, ?, ?)');
  const asset = database.prepare('INSERT INTO assets (hash, scope, ordinal) VALUES (?, ?, ?)');
  const release = database.prepare('INSERT INTO released_files (scope, hash, at, again) VALUES (?, ?, ?, ?)');
  let records = 0;
  for (const [at, line] of [...lines].sort(directoryFirst).entries()) {
    database.exec('BEGIN');
    const { no } = scope.get(line.id, line.revision, JSON.stringify(line.head), line.commit) as { no: number };
    for (const hash of line.records) {
      for (const { ordinal, key, kind, version, shown, hidden, files } of recordsIn(await repository.read(hash))) {
        record.run(BigInt(no), ordinal, key, kind, version, shown, hidden);
        for (const one of files) asset.run(one, no, ordinal);
        records++;
      }
      progress.step(() => `wrote ${at} of ${lines.length} canvases, ${records} records`);
    }
    if (line.released !== null)
      for (const { hash, at: when, again } of releasedIn(await repository.read(line.released)))
        release.run(no, hash, when, again);
    database.exec('COMMIT');
  }
}

const directoryFirst = (a: ScopeLine, b: ScopeLine): number => Number(b.id === 'directory') - Number(a.id === 'directory');

/** The log begins behind what retention had removed. The guards are off while it is put back, and on before anybody uses it. */
async function writeAudit(database: DatabaseSync, { repository, manifest, progress }: RestoreOptions): Promise<void> {
  const { removed, pieces } = manifest.audit;
  const own = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name LIKE 'audit%'").all() as {
    readonly name: string;
    readonly sql: string;
  }[];
  database.exec('BEGIN');
  for (const { name } of own) if (GUARDS.includes(name)) database.exec(`DROP TRIGGER ${name}`);
  database.prepare(AUDIT.remove).run(removed.id, removed.hash);
  const insert = database.prepare(`INSERT INTO audit (${AUDIT_COLUMNS}, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  for (const { hash, last } of pieces) {
    for (const line of linesIn(await repository.read(hash))) {
      const entry = JSON.parse(line) as ChainedRecord;
      insert.run(...COLUMNS.map((name) => entry[name]));
    }
    progress.step(() => `wrote the audit log up to entry ${last}`);
  }
  for (const { name, sql } of own) if (GUARDS.includes(name)) database.exec(sql);
  database.exec('COMMIT');
}

const COLUMNS = [...AUDIT_COLUMNS.split(', '), 'hash'] as readonly (keyof ChainedRecord)[];

/** Everything is in the one file that gets the name. */
function requireWhole(file: string): void {
  const database = openDatabase(file);
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new Error(`${file} is in use by another program`);
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
