import { kinds } from '../model/resources/index.ts';
import type { Clock } from './clock.ts';
import type { Settings } from './settings.ts';
import type { Driver } from './store/driver.ts';
import { openSqlite, type SqliteThreads } from './store/sqlite/driver.ts';
import { openStore } from './store/store.ts';
import type { Store } from './store/types.ts';

export interface StoreParts {
  readonly settings: Pick<Settings, 'cacheBytes'>;
  readonly clock: Clock;
  /** The server cannot go on without risking what it acknowledged: end the process. */
  readonly fatal: (cause: unknown) => void;
  readonly threads?: SqliteThreads;
  readonly wrapDriver?: (driver: Driver) => Driver;
}

/** The store in this database file, with every kind of record. Throws one line for a person. */
export async function openEaselStore({ settings, clock, fatal, threads, wrapDriver }: StoreParts, file: string): Promise<Store> {
  try {
    const driver = await openSqlite({ file, fatal, now: clock.now, threads });
    return await openStore({ driver: wrapDriver?.(driver) ?? driver, kinds, clock, cacheBytes: settings.cacheBytes, fatal });
  } catch (cause) {
    // The database thread tells the name of an error, too
    const said = (cause as Error).message.replace(/^(\w*Error: )+/, '');
    throw new Error(`the database ${file} cannot be opened: ${said}`, { cause });
  }
}
