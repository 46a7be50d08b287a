import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type DataFolder, openDataFolder } from '../server/start/data-folder.ts';
import { FolderInUse } from '../server/store/drivers/sqlite/lock.ts';

/**
 * Opens the data folder of a server that is stopped; none can start until its `release`. Throws one line for a person. `instead`:
 * what to do while a server runs.
 */
export function openStoppedFolder(dataDir: string, instead: string): DataFolder {
  const folder = resolve(dataDir);
  const file = resolve(folder, 'easel.db');
  // Opening the folder would create it
  if (!existsSync(file) || statSync(file).size === 0) throw new Error(`there is no database ${file}; see EASEL_DATA_DIR`);
  try {
    return openDataFolder(folder);
  } catch (cause) {
    if (!(cause instanceof FolderInUse)) throw cause;
    throw new Error(`a server is running on ${folder}: ${instead}`);
  }
}
