import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writePrivate } from './private-file.ts';
import type { InForce } from './settings/in-force.ts';
import { isLocked } from './store/sqlite/lock.ts';

/** What a server says of itself to whoever may read its data folder. */
export interface Running {
  readonly pid: number;
  readonly version: string;
  readonly address: string;
  /** When it began to listen, ISO 8601. */
  readonly since: string;
  readonly settings: readonly InForce[];
}

/** Says so in the data folder, until `withdraw`. After a kill the file is left and means nothing: the lock decides. */
export function announce(folder: string, running: Running): void {
  writePrivate(fileIn(folder), `${JSON.stringify(running, null, 2)}\n`);
}

export function withdraw(folder: string): void {
  rmSync(fileIn(folder), { force: true });
}

/** The server at work on this data folder, `starting` before it listens, or undefined. Throws when this account may not look. */
export function findRunning(dataDir: string): Running | 'starting' | undefined {
  const folder = resolve(dataDir);
  if (!isLocked(folder)) return undefined;
  try {
    return JSON.parse(readFileSync(fileIn(folder), 'utf8')) as Running;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return 'starting';
    throw cause;
  }
}

const fileIn = (folder: string): string => join(folder, 'running.json');
