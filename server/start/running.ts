import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { InForce } from '../settings/in-force.ts';
import { isLocked } from '../store/drivers/sqlite/lock.ts';
import { writePrivate } from './private-file.ts';

/** What a server tells about itself to accounts that may read its data folder. */
export interface RunningServer {
  readonly pid: number;
  readonly version: string;
  readonly address: string;
  /** Where commands reach it: a socket file or a named pipe; undefined: nowhere. */
  readonly socket?: string | undefined;
  /** When it started to listen, ISO 8601. */
  readonly since: string;
  readonly settings: readonly InForce[];
}

/**
 * Writes the facts into the data folder, and returns a function that removes them. Only a service to people: when they cannot
 * be written (a full disk), it calls `failed` and nothing else is lost. A file that a killed server left means nothing, because
 * the lock decides.
 */
export function announce(folder: string, running: RunningServer, failed: (line: string) => void): () => void {
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
      // The file stays, as after a kill
    }
  };
}

/** The server that runs on this data folder, `starting` before it listens, or undefined. Throws when this account may not read. */
export function findRunning(dataDir: string): RunningServer | 'starting' | undefined {
  const folder = resolve(dataDir);
  if (!isLocked(folder)) return undefined;
  try {
    return JSON.parse(readFileSync(fileIn(folder), 'utf8')) as RunningServer;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return 'starting';
    throw cause;
  }
}

const fileIn = (folder: string): string => join(folder, 'running.json');
