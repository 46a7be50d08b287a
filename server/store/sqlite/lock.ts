import { join } from 'node:path';
import { openDatabase } from './engine.ts';

/**
 * One server per data folder: an SQLite lock on a file of its own, held by the connection until `release` or the
 * end of the process, however it ends. Throws one line for a person when another process holds it.
 */
export function lockFolder(folder: string): () => void {
  const database = openDatabase(join(folder, 'easel.lock'));
  try {
    database.exec('PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch {
    database.close();
    throw new Error(`another Easel server is using the data folder ${folder}; stop it or set EASEL_DATA_DIR`);
  }
  return () => database.close();
}
