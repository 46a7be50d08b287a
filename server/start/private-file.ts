import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
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

/** An empty file that only this account can read, unless there is a file. */
export function makePrivate(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
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
