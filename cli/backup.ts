import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { systemClock } from '../server/clock.ts';
import { s3Address } from '../server/settings/asset-address.ts';
import { settingsInForce } from '../server/settings/in-force.ts';
import { type KeepRule, keepRule } from '../server/settings/keep-rule.ts';
import { type Settings, table } from '../server/settings.ts';
import { buildVersion } from '../server/start/build-info.ts';
import { findRunning } from '../server/start/running.ts';
import { ID, type Manifest } from './backup/format.ts';
import { unkept } from './backup/keep.ts';
import { keepFiles } from './backup/keep-files.ts';
import { type MakingOptions, makeBackup } from './backup/make.ts';
import { embedded, placeOf } from './backup/place.ts';
import { isPruneDue, pruneRepository } from './backup/prune.ts';
import { Repository } from './backup/repository.ts';
import { watchRoom } from './backup/room.ts';
import { openBackupSource } from './backup/source.ts';
import { columns, sizeText } from './operate/asking.ts';
import { type Progress, progressOn } from './progress.ts';
import { CommandError, confirm, EXIT, type GivenWords, type Terminal } from './terminal.ts';

/**
 * `easel backup now`: also while the server runs. In the place of the settings old backups go behind it, as the settings say. `--id`: the
 * name of the new backup, for the server, which tells of it before it is made.
 */
export async function backupNow(terminal: Terminal, given: GivenWords): Promise<number> {
  const settings = embedded(terminal);
  const place = placeOf(given.values.to, terminal, '--to');
  const file = resolve(settings.dataDir, 'easel.db');
  if (!existsSync(file)) throw new CommandError(`there is no database ${file}; see EASEL_DATA_DIR`, EXIT.unreachable);
  const assets = assetsOf(settings, given);
  const source = openBackupSource(file);
  try {
    const repository = Repository.openOrMake(place, source.serverId, new Date().toISOString());
    const unlock = repository.lock();
    const release = await keepFiles(resolve(settings.dataDir), progressOn(terminal));
    try {
      return await backUp(terminal, given, { settings, source, repository, assets });
    } finally {
      release();
      unlock();
    }
  } finally {
    source.close();
  }
}

interface Opened extends Pick<MakingOptions, 'source' | 'repository' | 'assets'> {
  readonly settings: Settings;
}

async function backUp(terminal: Terminal, { values, options }: GivenWords, opened: Opened): Promise<number> {
  const { settings, repository } = opened;
  const began = systemClock.steady();
  const progress = progressOn(terminal);
  const room = await watchRoom(repository.path, { folder: resolve(settings.dataDir), reserve: settings.diskReserveBytes });
  repository.requireRoom = room.require;
  try {
    const manifest = await makeBackup({
      ...opened,
      progress,
      id: readId(values.id, repository),
      now: () => new Date(),
      madeBy: buildVersion(),
      settings: changedSettings(terminal, settings),
    });
    tellMade(terminal, manifest, (systemClock.steady() - began) / 1000, options.includes('--json'));
    const isTidy = values.to !== undefined || (await tidyUp(terminal, repository, settings.backupKeep, progress));
    return manifest.missing.length > 0 || !isTidy ? EXIT.found : 0;
  } finally {
    room.close();
  }
}

function readId(id: string | undefined, repository: Repository): string | undefined {
  if (id !== undefined && !ID.test(id)) throw new CommandError('--id needs a name such as 20261123T021500Z-4f2a', EXIT.wrong);
  if (id !== undefined && repository.hasBackup(id)) throw new Error(`there is a backup ${id} already`);
  return id;
}

/** A new backup is there whatever becomes of the old ones. False: it has told why they could not be looked through. */
async function tidyUp(terminal: Terminal, repository: Repository, rule: KeepRule, progress: Progress): Promise<boolean> {
  try {
    for (const manifest of unkept(rule, repository.manifests())) await repository.remove(manifest);
    const now = Date.now();
    if (isPruneDue(repository, now)) await pruneRepository({ repository, isDry: false, now, progress });
    return true;
  } catch (cause) {
    terminal.err(`easel: the backup is made, but old ones could not be removed: ${(cause as Error).message}`);
    return false;
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
const shown = ({ id, at, started_at, finished_at, made_by, counts, missing, files }: Manifest) => ({
  id,
  at,
  started_at,
  finished_at,
  made_by,
  ...counts,
  missing: missing.length,
  has_files: files,
});

/** `easel backup list`. */
export function listBackups(terminal: Terminal, { values, options }: GivenWords): number {
  const { whole, damaged } = Repository.open(placeOf(values.at, terminal, '--at')).readable();
  if (options.includes('--json')) terminal.out(JSON.stringify(whole.map(shown)));
  else {
    const rows = whole.map(({ id, at, counts, missing }) => [
      id,
      at,
      counts.records,
      counts.files,
      sizeText(counts.new_bytes),
      missing.length,
    ]);
    terminal.out(columns([['BACKUP', 'OF', 'RECORDS', 'FILES', 'NEW', 'MISSING FILES'], ...rows]));
  }
  for (const line of damaged) terminal.err(`easel: ${line}`);
  return damaged.length > 0 ? EXIT.found : 0;
}

/** `easel backup delete <id>`. */
export async function deleteBackup(terminal: Terminal, { words, values, options }: GivenWords): Promise<number> {
  const repository = Repository.open(placeOf(values.at, terminal, '--at'));
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

/** `easel backup prune`: gives back the room of what no backup names any more; with `--keep` it first deletes the backups that the rule does not keep. */
export async function pruneBackups(terminal: Terminal, { values, options }: GivenWords): Promise<number> {
  const rule = readRule(values.keep);
  const repository = Repository.open(placeOf(values.at, terminal, '--at'));
  const unlock = repository.lock();
  try {
    const isDry = options.includes('--dry-run');
    const old = rule === undefined ? [] : unkept(rule, repository.manifests());
    if (!isDry) {
      if (old.length > 0) await confirm(terminal, options, `Delete ${old.length} backups, the oldest of ${old.at(-1)!.at}?`);
      for (const manifest of old) await repository.remove(manifest);
    }
    const pruned = await pruneRepository({ repository, isDry, now: Date.now(), progress: progressOn(terminal) });
    const removed = isDry ? ': nothing was removed' : ' removed';
    if (rule !== undefined) terminal.out(`${old.length} backups${removed}`);
    terminal.out(
      `${pruned.removed} objects and files, ${sizeText(pruned.bytes)}${removed}; ${pruned.waiting} wait until they have been unnamed for a day`,
    );
    return 0;
  } finally {
    unlock();
  }
}

function readRule(text: string | undefined): KeepRule | undefined {
  try {
    return text === undefined ? undefined : keepRule.read(text);
  } catch (cause) {
    throw new CommandError(`--keep ${(cause as Error).message}`, EXIT.wrong);
  }
}

/** Undefined: files are left out. */
function assetsOf(settings: Settings, { values, options }: GivenWords): string | undefined {
  const isLeftOut = options.includes('--without-files') || (values.to === undefined && !settings.backupFiles);
  if (isLeftOut) return undefined;
  if (s3Address(settings.assetsUrl))
    throw new Error('files are in S3: copy the bucket with the tools of the store, and back up the rest with --without-files');
  return resolve(settings.dataDir, 'assets');
}
