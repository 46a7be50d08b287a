import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type DatabaseSync, openDatabase } from './engine.ts';

/** Another process has the data folder. The message is one line for a person. */
export class FolderInUse extends Error {}

/** A process that only looks whether a server runs holds the lock for a moment. A start waits this many milliseconds for it. */
const LOOK = 200;

/**
 * One server per data folder: a lock on a file of its own until `release` or the end of the process. Throws FolderInUse when another
 * process holds it; when it cannot be taken for any other reason, one line for a person that says which.
 */
export function lockFolder(folder: string): () => void {
  const release = hold(lockFile(folder), LOOK);
  if (release) return release;
  throw new FolderInUse(`another Easel server is using the data folder ${folder}; stop it or set EASEL_DATA_DIR`);
}

/** Takes the lock on this file, which is made. Undefined: another process has it. Throws one line for a person. */
export const tryLock = (file: string): (() => void) | undefined => hold(file, 0);

/** An SQLite lock, held by the connection until it is released or the process ends, however it ends. @param patience in milliseconds */
function hold(file: string, patience: number): (() => void) | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = openDatabase(file);
    database.exec(`PRAGMA busy_timeout = ${patience}; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE`);
  } catch (cause) {
    database?.close();
    if (isHeld(cause)) return undefined;
    throw new Error(`${file} cannot be locked: ${(cause as Error).message}`, { cause });
  }
  const held = database;
  // Also keeps it from the garbage collector, which would close a connection that nobody refers to
  const release = (): void => {
    process.off('exit', release);
    held.close();
  };
  process.once('exit', release);
  return release;
}

/** Is a server at work in this folder? Makes nothing. Throws when the lock cannot be looked at. */
export function isLocked(folder: string): boolean {
  const file = lockFile(folder);
  if (!existsSync(file)) return false;
  const database = openDatabase(file);
  try {
    database.exec('PRAGMA busy_timeout = 0; SELECT count(*) FROM sqlite_schema');
    return false;
  } catch (cause) {
    if (isHeld(cause)) return true;
    throw cause;
  } finally {
    database.close();
  }
}

const lockFile = (folder: string): string => join(folder, 'easel.lock');

/** SQLITE_BUSY and SQLITE_LOCKED. Everything else (a full disk, a broken file) says nothing about another process. */
function isHeld(cause: unknown): boolean {
  const code = (cause as { errcode?: number }).errcode;
  return code !== undefined && [5, 6].includes(code & 0xff);
}
