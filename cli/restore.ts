import { resolve } from 'node:path';
import { s3Address } from '../server/settings/asset-address.ts';
import type { Settings } from '../server/settings.ts';
import { openDataFolder } from '../server/start/data-folder.ts';
import { FolderInUse } from '../server/store/drivers/sqlite/lock.ts';
import type { Manifest } from './backup/format.ts';
import { embedded, placeOf } from './backup/place.ts';
import { Repository } from './backup/repository.ts';
import { requireEmpty, restoreBackup } from './backup/restore.ts';
import { ownShape } from './backup/source.ts';
import { type Depth, depths, verifyBackups } from './backup/verify.ts';
import { progressOn } from './progress.ts';
import { raiseRevisions, settleRestored } from './settle-restored.ts';
import { authorOf, CommandError, EXIT, type GivenWords, type Terminal } from './terminal.ts';
import { openFor } from './with-store.ts';

const DAY_MS = 86_400_000;

/** `easel verify [place]`: needs no server, and no data folder. */
export async function verify(terminal: Terminal, { words, values, options }: GivenWords): Promise<number> {
  const repository = Repository.open(placeOf(words[0], terminal, '<place>'));
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

/** `easel restore [place]`: into an empty data folder. */
export async function restore(terminal: Terminal, { words, values, options }: GivenWords): Promise<number> {
  const settings = embedded(terminal);
  const repository = Repository.open(placeOf(words[0], terminal, '<place>'));
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
