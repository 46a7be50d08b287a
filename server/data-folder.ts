import { accessSync, constants, mkdirSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { lockFolder } from './store/sqlite/lock.ts';

export interface DataFolder {
  /** The database file that `EASEL_DATABASE_URL` names: `sqlite:` is the one in the folder. */
  readonly database: string;
  readonly path: (name: string) => string;
  /** Gives the folder to the next server. The end of the process does the same. */
  readonly release: () => void;
}

/** Makes the folder when it is not there and takes its lock; throws one line for a person when either fails. */
export function openDataFolder(dataDir: string, databaseUrl: string): DataFolder {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
  } catch (cause) {
    throw new Error(
      `the data folder ${dataDir} cannot be written (${(cause as NodeJS.ErrnoException).code}); see EASEL_DATA_DIR`,
    );
  }
  const path = (name: string): string => (isAbsolute(name) ? name : join(dataDir, name));
  return { database: path(databaseUrl.slice('sqlite:'.length) || 'easel.db'), path, release: lockFolder(dataDir) };
}
