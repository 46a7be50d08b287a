import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { lockFolder } from './store/sqlite/lock.ts';

export interface DataFolder {
  /** The database file. */
  readonly database: string;
  readonly path: (name: string) => string;
  /** Gives the folder to the next server. The end of the process does the same. */
  readonly release: () => void;
}

/** Makes the folder when it is not there and takes its lock; throws one line for a person when either fails. */
export function openDataFolder(dataDir: string): DataFolder {
  const path = (name: string): string => join(dataDir, name);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
    for (const name of ['easel.db', 'easel.lock']) makePrivate(path(name));
    // SQLite gives them the mode of the database, but those of an older server may be there
    for (const name of ['easel.db-wal', 'easel.db-shm']) closeToOthers(path(name));
  } catch (cause) {
    throw new Error(
      `the data folder ${dataDir} cannot be written (${(cause as NodeJS.ErrnoException).code}); see EASEL_DATA_DIR`,
    );
  }
  return { database: path('easel.db'), path, release: lockFolder(dataDir) };
}

/** A file with one secret, for its owner only. */
export interface SecretFile {
  readonly path: string;
  /** Replaces what is there; on disk when it returns. Throws one line for a person. */
  write(secret: string): void;
  remove(): void;
}

export function secretFile(path: string): SecretFile {
  const remove = (): void => rmSync(path, { force: true });
  const write = (secret: string): void => {
    try {
      // Made anew: writing into an old one would keep its mode, or follow a link
      remove();
      writeDurably(path, `${secret}\n`);
    } catch (cause) {
      throw new Error(`${path} cannot be written (${(cause as NodeJS.ErrnoException).code}); nothing was made`);
    }
  };
  return { path, write, remove };
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Never opens a file that is there: closing it would drop the locks that SQLite has on it in this process. */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    closeToOthers(path);
  }
}

function closeToOthers(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile() || (found.mode & 0o077) === 0) return;
  try {
    chmodSync(path, 0o600);
  } catch (cause) {
    // Of another account that lets this one write, or a file system without modes: theirs to decide
    if ((cause as NodeJS.ErrnoException).code !== 'EPERM') throw cause;
  }
}
