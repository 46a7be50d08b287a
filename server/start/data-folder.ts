import { join, resolve } from 'node:path';
import { lockFolder } from '../store/drivers/sqlite/lock.ts';
import { makeFolder, requireUsable, unusable } from './folder-access.ts';
import { closeToOthers, makePrivate } from './private-file.ts';

export interface DataFolder {
  /** Absolute path. */
  readonly folder: string;
  /** The database file. */
  readonly database: string;
  /** The folder of uploaded files. */
  readonly assets: string;
  readonly path: (name: string) => string;
  /** Releases the folder to the next server. The end of the process does the same. */
  readonly release: () => void;
}

/** Paths that a server writes to; missing ones are made later. */
const written = [
  'easel.db',
  'easel.db-wal',
  'easel.db-shm',
  'easel.lock',
  'files.lock',
  'assets',
  'assets/incoming',
  'assets/aside',
  'mipmaps',
  's3',
  's3/incoming',
  's3/copies',
];

/** Makes the folder if it is missing, and takes its lock. Throws one line for a person when either fails. */
export function openDataFolder(dataDir: string): DataFolder {
  const folder = resolve(dataDir);
  const path = (name: string): string => join(folder, name);
  makeUsable(folder);
  return { folder, database: path('easel.db'), assets: path('assets'), path, release: lockFolder(folder) };
}

function makeUsable(folder: string): void {
  try {
    makeFolder(folder);
  } catch (cause) {
    throw unusable(folder, cause);
  }
  requireUsable(folder, written);
  try {
    for (const name of ['easel.db', 'easel.lock']) makePrivate(join(folder, name));
    // SQLite creates these with the mode of the database, but an older server may have left them open
    for (const name of ['easel.db-wal', 'easel.db-shm']) closeToOthers(join(folder, name));
  } catch (cause) {
    throw unusable(folder, cause);
  }
}
