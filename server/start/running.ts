import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { InForce } from '../settings/in-force.ts';
import { isLocked } from '../store/drivers/sqlite/lock.ts';
import { writePrivate } from './private-file.ts';

/** What a server says of itself to whoever may read its data folder. */
export interface Running {
  readonly pid: number;
  readonly version: string;
  readonly address: string;
  /** When it began to listen, ISO 8601. */
  readonly since: string;
  readonly settings: readonly InForce[];
}

/**
 * Says so in the data folder, until the function that it gives is called. Only a service to people: where it cannot be
 * written (a full disk), `failed` is told and nothing else is lost. What a killed server leaves means nothing: the lock decides.
 */
export function announce(folder: string, running: Running, failed: (line: string) => void): () => void {
  try {
    writePrivate(fileIn(folder), `${JSON.stringify(running, null, 2)}\n`);
  } catch (cause) {
    failed(
      `${fileIn(folder)} cannot be written (${(cause as NodeJS.ErrnoException).code}): easel settings will not see this server`,
    );
  }
  return () => {
    try {
      rmSync(fileIn(folder), { force: true });
    } catch {
      // It is left as after a kill
    }
  };
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
