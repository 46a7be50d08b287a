import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { systemClock } from '../server/clock.ts';
import { s3Address } from '../server/settings/asset-address.ts';
import { isPostgres } from '../server/settings/database-url.ts';
import { settingsInForce } from '../server/settings/in-force.ts';
import { readSettings, type Settings, table } from '../server/settings.ts';
import { buildVersion } from '../server/start/build-info.ts';
import { openDataFolder } from '../server/start/data-folder.ts';
import { findRunning } from '../server/start/running.ts';
import { FolderInUse } from '../server/store/drivers/sqlite/lock.ts';
import type { Manifest } from './backup/format.ts';
import { makeBackup } from './backup/make.ts';
import { pruneRepository } from './backup/prune.ts';
import { Repository } from './backup/repository.ts';
import { requireEmpty, restoreBackup } from './backup/restore.ts';
import { openBackupSource, ownShape } from './backup/source.ts';
import { type Depth, depths, verifyBackups } from './backup/verify.ts';
import { columns, sizeText } from './operate/asking.ts';
import { progressOn } from './progress.ts';
import { raiseRevisions, settleRestored } from './settle-restored.ts';
import { authorOf, CommandError, confirm, EXIT, type GivenWords, type Terminal } from './terminal.ts';
import { openFor } from './with-store.ts';

const DAY_MS = 86_400_000;

/** `easel backup now --to <folder>`: also while the server runs. */
export async function backupNow(terminal: Terminal, { values, options }: GivenWords): Promise<number> {
  const settings = embedded(terminal);
  const file = resolve(settings.dataDir, 'easel.db');
  if (!existsSync(file)) throw new CommandError(`there is no database ${file}; see EASEL_DATA_DIR`, EXIT.unreachable);
  const assets = assetsOf(settings, options);
  const source = openBackupSource(file);
  try {
    const began = systemClock.steady();
    const repository = Repository.openOrMake(required(values.to, '--to'), source.serverId, new Date().toISOString());
    const unlock = repository.lock();
    try {
      const manifest = await makeBackup({
        source,
        repository,
        assets,
        progress: progressOn(terminal),
        now: () => new Date(),
        madeBy: buildVersion(),
        settings: changedSettings(terminal, settings),
      });
      tellMade(terminal, manifest, (systemClock.steady() - began) / 1000, options.includes('--json'));
      return manifest.missing.length > 0 ? EXIT.found : 0;
    } finally {
      unlock();
    }
  } finally {
    source.close();
  }
}

/** The settings of the server that runs; where none does, those of this shell. */
function changedSettings({ env }: Terminal, { dataDir }: Settings): Readonly<Record<string, string>> {
  const running = findRunning(dataDir);
  const inForce = typeof running === 'object' ? running.settings : settingsInForce(table, env);
  return Object.fromEntries(inForce.filter(({ changed }) => changed).map(({ name, value }) => [name, value]));
}

function tellMade(terminal: Terminal, manifest: Manifest, seconds: number, isJson: boolean): void {
  const { counts, missing } = manifest;
  if (isJson) return terminal.out(JSON.stringify(shown(manifest)));
  terminal.out(
    `done: ${counts.records} records, ${counts.files} files, ${sizeText(counts.new_bytes)} new, ${Math.round(seconds)} s; backup ${manifest.id}`,
  );
  for (const { hash, why } of missing)
    terminal.err(
      `easel: the file ${hash} is not in it: ${why === 'gone' ? 'it was not there any more' : 'its content is damaged'}`,
    );
}

/** A backup as lists show it. */
const shown = ({ id, at, made_by, counts, missing, files }: Manifest) => ({
  id,
  at,
  made_by,
  ...counts,
  missing: missing.length,
  has_files: files,
});

/** `easel backup list --at <folder>`. */
export function listBackups(terminal: Terminal, { values, options }: GivenWords): number {
  const manifests = Repository.open(required(values.at, '--at')).manifests();
  if (options.includes('--json')) terminal.out(JSON.stringify(manifests.map(shown)));
  else {
    const rows = manifests.map(({ id, at, counts, missing }) => [
      id,
      at,
      counts.records,
      counts.files,
      sizeText(counts.new_bytes),
      missing.length,
    ]);
    terminal.out(columns([['BACKUP', 'OF', 'RECORDS', 'FILES', 'NEW', 'MISSING FILES'], ...rows]));
  }
  return 0;
}

/** `easel backup delete <id> --at <folder>`. */
export async function deleteBackup(terminal: Terminal, { words, values, options }: GivenWords): Promise<number> {
  const repository = Repository.open(required(values.at, '--at'));
  const unlock = repository.lock();
  try {
    const manifest = repository.manifest(words[0]);
    if (repository.manifests()[0]!.id === manifest.id) throw new Error(`${manifest.id} is the newest backup, which always stays`);
    await confirm(terminal, options, `Delete the backup of ${manifest.at}?`);
    await repository.remove(manifest);
    terminal.out(`The backup ${manifest.id} is gone; easel backup prune gives its room back.`);
    return 0;
  } finally {
    unlock();
  }
}

/** `easel backup prune --at <folder>`: gives back the room of what no backup names any more. */
export async function pruneBackups(terminal: Terminal, { values, options }: GivenWords): Promise<number> {
  const repository = Repository.open(required(values.at, '--at'));
  const unlock = repository.lock();
  try {
    const isDry = options.includes('--dry-run');
    const pruned = await pruneRepository({ repository, isDry, now: Date.now(), progress: progressOn(terminal) });
    terminal.out(
      `${pruned.removed} objects and files, ${sizeText(pruned.bytes)}${isDry ? ': nothing was removed' : ' removed'}; ${pruned.waiting} wait until they have been unnamed for a day`,
    );
    return 0;
  } finally {
    unlock();
  }
}

/** `easel verify <folder>`: needs no server, and no data folder. */
export async function verify(terminal: Terminal, { words, values, options }: GivenWords): Promise<number> {
  const repository = Repository.open(words[0]!);
  const depth = readDepth(values.read ?? 'all');
  const { whole, damaged } =
    values.backup === undefined ? repository.readable() : { whole: [repository.manifest(values.backup)], damaged: [] };
  if (whole.length + damaged.length === 0) throw new Error(`${repository.path} holds no finished backup`);
  const day = Math.floor(Date.now() / DAY_MS);
  const seen = await verifyBackups({ repository, manifests: whole, depth, day, progress: progressOn(terminal) });
  const found = { ...seen, findings: [...damaged, ...seen.findings] };
  if (options.includes('--json')) terminal.out(JSON.stringify(found));
  else {
    for (const finding of found.findings) terminal.out(finding);
    const read = `${whole.length} backups, ${found.objects} objects and ${found.files} files read`;
    terminal.out(found.findings.length === 0 ? `everything is whole: ${read}` : `${found.findings.length} findings: ${read}`);
  }
  return found.findings.length === 0 ? 0 : EXIT.found;
}

function readDepth(text: string): Depth {
  const depth = depths.find((one) => one === text);
  if (depth === undefined) throw new CommandError(`--read needs ${depths.join(', ')}`, EXIT.wrong);
  return depth;
}

/** `easel restore <folder>`: into an empty data folder. */
export async function restore(terminal: Terminal, { words, values, options }: GivenWords): Promise<number> {
  const settings = embedded(terminal);
  const repository = Repository.open(words[0]!);
  const manifest = values.at === undefined ? repository.manifest(values.backup) : newestBefore(repository, values.at);
  refuseNewer(manifest);
  if (manifest.files && s3Address(settings.assetsUrl))
    throw new Error(
      'this backup has files, which go into the data folder: leave EASEL_ASSETS_URL out, and move them with easel migrate --assets',
    );
  requireEmpty(resolve(settings.dataDir));
  const progress = progressOn(terminal);
  const { findings } = await verifyBackups({ repository, manifests: [manifest], depth: 'none', day: 0, progress });
  if (findings.length > 0)
    throw new Error(`${findings[0]}; easel verify names all that is wrong, and another backup may be whole`);
  const data = openEmptyFolder(settings);
  try {
    const settle = (file: string): Promise<void> => settleFile(terminal, file, { settings, manifest, options });
    await restoreBackup({ repository, manifest, folder: data.folder, progress, settle });
  } finally {
    data.release();
  }
  tellRestored(terminal, manifest, data.folder);
  return manifest.missing.length > 0 ? EXIT.found : 0;
}

/** A server that runs has the lock; so has one that starts meanwhile. */
function openEmptyFolder(settings: Settings) {
  try {
    return openDataFolder(settings.dataDir);
  } catch (cause) {
    if (!(cause instanceof FolderInUse)) throw cause;
    throw new Error(`a server is running on ${resolve(settings.dataDir)}: stop it first`);
  }
}

function newestBefore(repository: Repository, text: string): Manifest {
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new CommandError('--at needs a time such as 2026-11-23T14:00:00Z', EXIT.wrong);
  const found = repository.manifests().find((manifest) => Date.parse(manifest.at) <= at);
  if (!found) throw new Error(`${repository.path} has no backup that is as old as ${text}`);
  return found;
}

function refuseNewer({ shape, made_by }: Manifest): void {
  const own = ownShape();
  const isNewer =
    shape.tables > own.tables || Object.entries(shape.kinds).some(([name, version]) => version > (own.kinds[name] ?? 0));
  if (isNewer) throw new Error(`the backup was made by a newer version of Easel (${made_by}); restore it with that version`);
}

interface Settling {
  readonly settings: Settings;
  readonly manifest: Manifest;
  readonly options: readonly string[];
}

async function settleFile(terminal: Terminal, file: string, { settings, manifest, options }: Settling): Promise<void> {
  const store = await openFor(terminal, settings, file);
  try {
    await settleRestored(store, {
      keepsSignIns: options.includes('--keep-sign-ins'),
      author: authorOf(terminal, 'restore'),
      details: { backup: manifest.id, backup_of: manifest.at },
    });
  } finally {
    await store.close();
  }
  raiseRevisions(file);
}

function tellRestored(terminal: Terminal, { counts, missing, at, files }: Manifest, folder: string): void {
  terminal.out(
    [
      `restored into ${folder}: ${counts.records} records, ${files ? counts.files - missing.length : 0} files, ${counts.audit} entries of the audit log, as of ${at}`,
      ...missing.map(({ hash }) => `The file ${hash} was not in the backup.`),
      ...(files ? [] : ['Files are not in this backup: put them back yourself, or set EASEL_ASSETS_URL as before.']),
      'Passwords, permanent tokens and blocked accounts are as they were then: what was changed or deleted later counts again.',
      'Now start Easel.',
    ].join('\n'),
  );
}

/** The settings, where the database is that of the data folder. */
function embedded(terminal: Terminal): Settings {
  const settings = readSettings(terminal.env);
  if (isPostgres(settings.databaseUrl))
    throw new Error('with PostgreSQL, back up with pg_dump and finish a restore with easel restored: docs/nodes.md');
  return settings;
}

function assetsOf(settings: Settings, options: readonly string[]): string | undefined {
  if (options.includes('--without-files')) return undefined;
  if (s3Address(settings.assetsUrl))
    throw new Error('files are in S3: copy the bucket with the tools of the store, and back up the rest with --without-files');
  return resolve(settings.dataDir, 'assets');
}

function required(value: string | undefined, option: string): string {
  if (value === undefined) throw new CommandError(`${option} is missing: name the folder of the backups`, EXIT.wrong);
  return value;
}
