import { kinds } from '../../model/resources/index.ts';
import type { Clock } from '../clock.ts';
import type { Disk } from '../disk.ts';
import type { Log } from '../http/deps.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Scheduler } from '../scheduler.ts';
import { databaseName, isPostgres } from '../settings/database-url.ts';
import { roomInHeap } from '../settings/machine.ts';
import type { Settings } from '../settings.ts';
import type { Driver } from '../store/drivers/driver.ts';
import { reasonOf } from '../store/drivers/postgres/reasons.ts';
import { openSqlite, type SqliteThreads } from '../store/drivers/sqlite/driver.ts';
import type { MemoryLimits } from '../store/memory/loader.ts';
import { openStore } from '../store/open.ts';
import type { Bus, Registry, Store } from '../store/store.ts';

export interface StoreDeps {
  readonly settings: Pick<Settings, 'databaseUrl' | 'cacheBytes' | 'canvasBytes'>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly disk: Pick<Disk, 'refuseContent'>;
  readonly log: Pick<Log, 'error' | 'info'>;
  /** The server cannot go on without risking acknowledged data, so this must end the process. */
  readonly fatal: (cause: unknown) => void;
  readonly threads?: SqliteThreads;
  /** The database of several nodes, instead of the one of the settings. */
  readonly openDriver?: typeof openSqlite;
  readonly wrapDriver?: (driver: Driver) => Driver;
  readonly bus?: Bus;
  /** Default: nobody reads what is counted. */
  readonly metrics?: Metrics | undefined;
}

interface OpenedStore {
  readonly store: Store;
  /** The registry of the nodes that share the database; undefined: one process has it for itself. */
  readonly registry: Registry | undefined;
}

/**
 * Opens the store with every kind of record, in the database that the settings name. @param file the embedded one. Throws one line for
 * a person.
 */
export async function openEaselStore(deps: StoreDeps, file: string): Promise<OpenedStore> {
  const { settings, clock, scheduler, disk, log, fatal, bus, metrics, wrapDriver = (driver) => driver } = deps;
  const unreadable = (scope: string, cause: unknown): void => log.error({ err: cause, scope }, 'a canvas cannot be read');
  const notice = (text: string, isTrouble: boolean): void => log[isTrouble ? 'error' : 'info']({}, text);
  let driver: Driver | undefined;
  try {
    driver = wrapDriver(await (isPostgres(settings.databaseUrl) ? openShared(deps) : openOwn(deps, file)));
    const memory = memoryLimits(settings);
    const { refuseContent } = disk;
    const options = { driver, kinds, clock, scheduler, memory, fatal, unreadable, refuseContent, bus, notice, metrics };
    return { store: await openStore(options), registry: driver.registry };
  } catch (cause) {
    await driver?.close().catch(() => undefined);
    // The database thread puts the name of the error in front
    const said = reasonOf(cause).replace(/^(\w*Error: )+/, '');
    throw new Error(`the database ${databaseIn(settings, file)} cannot be opened: ${said}`, { cause });
  }
}

/** The database of these settings, as people know it. @param file the embedded one */
export const databaseIn = ({ databaseUrl }: Pick<Settings, 'databaseUrl'>, file: string): string =>
  isPostgres(databaseUrl) ? databaseName(databaseUrl) : file;

function openOwn({ clock, scheduler, log, fatal, threads, openDriver = openSqlite }: StoreDeps, file: string): Promise<Driver> {
  const warn = (text: string): void => log.error({ file }, text);
  return openDriver({ file, fatal, warn, now: clock.now, scheduler, threads });
}

/** The client library is only loaded where it is used. */
async function openShared({ settings, clock, scheduler, log, fatal }: StoreDeps): Promise<Driver> {
  const { openPostgres } = await import('../store/drivers/postgres/driver.ts');
  const said = (text: string, cause?: unknown): void =>
    cause === undefined ? log.info({}, text) : log.error({ err: cause }, text);
  const pause = (ms: number): Promise<void> => new Promise((resume) => clock.after(ms, resume));
  return openPostgres({ url: settings.databaseUrl, fatal, said, pause, now: clock.now, scheduler });
}

/** Half of the free heap is left for requests and streams, unless the settings say otherwise. */
function memoryLimits({ cacheBytes, canvasBytes }: StoreDeps['settings']): MemoryLimits {
  return { cacheBytes, canvasBytes, loadedBytes: Math.max(roomInHeap() / 2, cacheBytes + canvasBytes), ephemeral };
}

/** An ephemeral record takes about a kilobyte: room for tens of thousands, and no more for one runaway client. */
const ephemeral = { scopeBytes: 16 * 1024 ** 2, bytes: 64 * 1024 ** 2 };
