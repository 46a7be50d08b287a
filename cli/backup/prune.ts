import { existsSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivate } from '../../server/start/private-file.ts';
import type { Progress } from '../progress.ts';
import { linesIn, scopesIn } from './format.ts';
import type { Repository } from './repository.ts';

export interface PruneOptions {
  /** Locked by the caller. */
  readonly repository: Repository;
  /** Removes nothing, and remembers nothing. */
  readonly isDry: boolean;
  /** In milliseconds since 1970. */
  readonly now: number;
  readonly progress: Progress;
}

export interface Pruned {
  readonly removed: number;
  readonly bytes: number;
  /** Not named any more, but not for a day yet. */
  readonly waiting: number;
}

/** A restore that is under way finds everything for this long. */
const DAY_MS = 86_400_000;
/** Remembers since when what is unnamed has been so. */
const UNNAMED = 'unnamed.json';

/** The time between two looks of a server, which remove what was unnamed for a day: room comes back within a day and a half. */
const LOOK_MS = DAY_MS / 4;

/** Whether it is time to look for what no backup names. A look reads the pages of all backups. */
export const isPruneDue = (repository: Repository, now: number): boolean =>
  now - readUnnamed(join(repository.path, UNNAMED)).looked_at >= LOOK_MS;

/** Removes objects and files that no backup has named for a day. Throws Damage when a backup cannot be read: then nothing is removed. */
export async function pruneRepository({ repository, isDry, now, progress }: PruneOptions): Promise<Pruned> {
  const named = await namesIn(repository, progress);
  const file = join(repository.path, UNNAMED);
  const before = readUnnamed(file).since;
  const since: Record<string, number> = {};
  const pruned = { removed: 0, bytes: 0, waiting: 0 };
  for (const folder of ['objects', 'files'] as const) {
    for (const hash of repository.hashesIn(folder)) {
      if (named.has(`${folder}/${hash}`)) continue;
      const seen = before[`${folder}/${hash}`] ?? now;
      if (now - seen < DAY_MS) {
        since[`${folder}/${hash}`] = seen;
        pruned.waiting++;
        continue;
      }
      const path = repository.pathOf(folder, hash);
      pruned.bytes += statSync(path).size;
      pruned.removed++;
      if (!isDry) await rm(path, { force: true });
    }
  }
  if (!isDry) writePrivate(file, `${JSON.stringify({ looked_at: now, since } satisfies Unnamed)}\n`);
  return pruned;
}

async function namesIn(repository: Repository, progress: Progress): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  /** Says whether it was named for the first time: what backups share is read once. */
  const isNew = (name: string): boolean => named.size < named.add(name).size;
  for (const manifest of repository.manifests()) {
    progress.step(() => `read the backup ${manifest.id}`);
    for (const { hash } of manifest.audit.pieces) named.add(`objects/${hash}`);
    for (const page of manifest.scopes) {
      if (page === null || !isNew(`objects/${page}`)) continue;
      for (const { records, released, files } of scopesIn(await repository.read(page))) {
        for (const hash of [...records, ...(released === null ? [] : [released])]) named.add(`objects/${hash}`);
        if (files === null || !isNew(`objects/${files}`)) continue;
        for (const hash of linesIn(await repository.read(files))) named.add(`files/${hash}`);
      }
    }
  }
  return named;
}

interface Unnamed {
  /** In milliseconds since 1970, as all times here; 0: never. */
  readonly looked_at: number;
  /** Since when what no backup names was seen without a name: `objects/<hash>` or `files/<hash>`. */
  readonly since: Readonly<Record<string, number>>;
}

/** When the file is not there or damaged, whatever is unnamed waits for another day. */
function readUnnamed(file: string): Unnamed {
  const never: Unnamed = { looked_at: 0, since: {} };
  if (!existsSync(file)) return never;
  try {
    return { ...never, ...JSON.parse(readFileSync(file, 'utf8')) };
  } catch {
    return never;
  }
}
