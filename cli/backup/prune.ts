import { existsSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivate } from '../../server/start/private-file.ts';
import type { Progress } from '../progress.ts';
import { linesIn } from './format.ts';
import { scopesOf } from './make.ts';
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

/** Removes objects and files that no backup has named for a day. Throws Damage when a backup cannot be read: then nothing is removed. */
export async function pruneRepository({ repository, isDry, now, progress }: PruneOptions): Promise<Pruned> {
  const named = await namesIn(repository, progress);
  const file = join(repository.path, UNNAMED);
  const before = readSeen(file);
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
  if (!isDry) writePrivate(file, `${JSON.stringify(since)}\n`);
  return pruned;
}

async function namesIn(repository: Repository, progress: Progress): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  for (const manifest of repository.manifests()) {
    progress.step(() => `read the backup ${manifest.id}`);
    for (const hash of manifest.scopes) if (hash !== null) named.add(`objects/${hash}`);
    for (const { hash } of manifest.audit.pieces) named.add(`objects/${hash}`);
    for (const { records, released, files } of await scopesOf(repository, manifest)) {
      for (const hash of [...records, ...(released === null ? [] : [released])]) named.add(`objects/${hash}`);
      if (files === null) continue;
      const isNew = !named.has(`objects/${files}`);
      named.add(`objects/${files}`);
      if (isNew) for (const hash of linesIn(await repository.read(files))) named.add(`files/${hash}`);
    }
  }
  return named;
}

function readSeen(file: string): Readonly<Record<string, number>> {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Whatever is unnamed waits for another day
    return {};
  }
}
