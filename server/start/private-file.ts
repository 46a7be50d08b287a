import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file that only this account can read; on disk when it returns. Readers find the old text or the new, never half. */
export function writePrivate(path: string, text: string): void {
  // A new file, because writing into the old one would keep its mode, or follow a link
  const fresh = `${path}.new`;
  rmSync(fresh, { force: true });
  try {
    writeNew(fresh, text);
    renameSync(fresh, path);
  } catch (cause) {
    rmSync(fresh, { force: true });
    throw cause;
  }
  syncFolder(dirname(path));
}

/**
 * An empty file that only this account can read, unless there is a file, which is closed to others. An existing file is never opened: closing
 * it would drop the locks that SQLite holds on it in this process.
 */
export function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    closeToOthers(path);
  }
}

/** Takes the rights of other accounts from a file, if there is one. */
export function closeToOthers(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile() || (found.mode & 0o077) === 0) return;
  try {
    chmodSync(path, 0o600);
  } catch (cause) {
    // The file belongs to another account that lets this one write, or the file system has no modes: both are the owner's
    // decision
    if ((cause as NodeJS.ErrnoException).code !== 'EPERM') throw cause;
  }
}

function writeNew(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The names in a folder are on the disk when it returns. Windows has no such call, and its file system keeps names without it. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
