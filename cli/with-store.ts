import { systemClock } from '../server/clock.ts';
import { createScheduler } from '../server/scheduler.ts';
import { isPostgres } from '../server/settings/database-url.ts';
import { readSettings, type Settings } from '../server/settings.ts';
import { openEaselStore } from '../server/start/open-store.ts';
import type { Store } from '../server/store/store.ts';
import { openStoppedFolder } from './stopped-folder.ts';
import type { Terminal } from './terminal.ts';

export interface Ground {
  readonly settings: Settings;
  /** The embedded database, which no server has open; `''`: it is PostgreSQL, where servers may be at work. */
  readonly file: string;
  /** Opens the records for some work, and closes them behind it. */
  withStore<T>(work: (store: Store) => Promise<T>): Promise<T>;
}

/**
 * Work on the database of the settings, past any server. No server can start on an embedded one meanwhile. Throws one line for a person.
 * `instead`: what to do while a server runs on it.
 */
export async function onDatabase<T>(terminal: Terminal, instead: string, work: (ground: Ground) => Promise<T>): Promise<T> {
  const settings = readSettings(terminal.env);
  const folder = isPostgres(settings.databaseUrl)
    ? { database: '', release: () => {} }
    : openStoppedFolder(settings.dataDir, instead);
  const withStore: Ground['withStore'] = async (use) => {
    const store = await openFor(terminal, settings, folder.database);
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  };
  try {
    return await work({ settings, file: folder.database, withStore });
  } finally {
    folder.release();
  }
}

/** Opens the records of a database for a command. */
export async function openFor(terminal: Terminal, settings: Settings, file: string): Promise<Store> {
  const fatal = (cause: unknown): never => {
    throw cause;
  };
  const log = { error: (_: object, text: string): void => terminal.err(`easel: ${text}`), info: () => undefined };
  // Commands must work on a full disk, too
  const disk = { refuseContent: () => undefined };
  const deps = { settings, clock: systemClock, scheduler: createScheduler(), disk, log, fatal };
  return (await openEaselStore(deps, file)).store;
}
