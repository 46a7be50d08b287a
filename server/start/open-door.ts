import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Http } from '../http/serving/http.ts';

/**
 * Longest path of a socket file in bytes. Node 20 cuts a longer one without an error, and then listens somewhere else.
 */
export const SOCKET_PATH_MAX = 107;

/** The socket of a data folder. */
export interface OpenDoor {
  /** What a command connects to. */
  readonly path: string;
  /** Removes what would be left behind. */
  remove(): void;
}

/**
 * Opens the door of a server whose folder is this one's alone: a file that only this account can use, in the folder or, where that cannot
 * be, in a folder of its own among the temporary ones. Throws one line for a person.
 */
export async function openDoor(http: Pick<Http, 'openDoor'>, folder: string): Promise<OpenDoor> {
  if (process.platform === 'win32') return openPipe(http);
  const inFolder = join(folder, 'easel.sock');
  // A killed server leaves its file, on which nobody can listen again
  rmSync(inFolder, { force: true });
  if (Buffer.byteLength(inFolder) <= SOCKET_PATH_MAX) {
    try {
      return await openFile(http, inFolder);
    } catch {
      // The file system takes no sockets
    }
  }
  const made = mkdtempSync(join(tmpdir(), 'easel-door-'));
  const { path } = await openFile(http, join(made, 'easel.sock'));
  return { path, remove: () => rmSync(dirname(path), { recursive: true, force: true }) };
}

async function openFile(http: Pick<Http, 'openDoor'>, path: string): Promise<OpenDoor> {
  if (Buffer.byteLength(path) > SOCKET_PATH_MAX) throw new Error(`the path ${path} is too long for a socket; set TMPDIR`);
  // Before it listens: a file that is closed to others only afterwards was open for a moment
  const before = process.umask(0o177);
  try {
    const opened = http.openDoor(path);
    // Node makes the file in this turn
    process.umask(before);
    await opened;
  } finally {
    process.umask(before);
  }
  return { path, remove: () => rmSync(path, { force: true }) };
}

/** Nobody can guess the name of the pipe, which stands only in a file of the data folder. */
async function openPipe(http: Pick<Http, 'openDoor'>): Promise<OpenDoor> {
  const path = `\\\\.\\pipe\\easel-${randomBytes(16).toString('hex')}`;
  await http.openDoor(path);
  return { path, remove: () => undefined };
}
