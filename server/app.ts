import { kinds } from '../model/resources/index.ts';
import { createAccess } from './access/access.ts';
import { createActivity } from './access/activity.ts';
import { createAuthenticate } from './access/authenticate.ts';
import { builtInLicence } from './access/checks.ts';
import { type FirstStart, firstStart } from './access/first-start.ts';
import { createLoginFailures } from './access/login-failures.ts';
import { type Cost, createPasswords } from './access/passwords.ts';
import { createPresenter } from './access/present.ts';
import { createRules } from './access/rules.ts';
import { startTokenExpiry } from './access/token-expiry.ts';
import { openBlobs } from './assets/open-blobs.ts';
import { createPreviews } from './assets/preview/previews.ts';
import { openRendering } from './assets/rendering.ts';
import { startSweep } from './assets/sweep.ts';
import { createUploads } from './assets/uploads.ts';
import { buildVersion } from './build-info.ts';
import { createStreams } from './changes/streams.ts';
import type { Clock } from './clock.ts';
import { type DataFolder, openDataFolder, type SecretFile, secretFile } from './data-folder.ts';
import { createHttp, type Http } from './http/http.ts';
import type { Limits, Log } from './http/parts.ts';
import type { Route } from './http/route.ts';
import { routeTable } from './routes/index.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';
import type { Settings } from './settings.ts';
import type { Driver } from './store/driver.ts';
import { openSqlite, type SqliteThreads } from './store/sqlite/driver.ts';
import { openStore } from './store/store.ts';
import type { Store } from './store/types.ts';

export interface EaselParts {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Log;
  /** The server cannot go on without risking what it acknowledged: end the process. */
  readonly fatal: (cause: unknown) => void;
  /** What tests replace. */
  readonly threads?: SqliteThreads;
  readonly scheduler?: Scheduler;
  readonly passwordCost?: Cost;
  readonly limits?: Partial<Limits>;
  readonly wrapDriver?: (driver: Driver) => Driver;
}

/** A server with all its parts joined, not yet listening. */
export interface Easel {
  readonly store: Store;
  readonly http: Http;
  readonly routes: readonly Route[];
  /** What the first start made; undefined at later ones. */
  readonly firstStart: FirstStart | undefined;
  /** Holds the generated password of the first administrator until somebody removes it. */
  readonly passwordFile: SecretFile;
  /** Listener first, then streams, then everything acknowledged is on disk, then the folder is free. */
  close(): Promise<void>;
}

/** Makes the parts and joins them: the only place that knows all of them. Throws one line for a person. */
export async function createEasel(parts: EaselParts): Promise<Easel> {
  const { settings, clock, log, scheduler = createScheduler() } = parts;
  const folder = openDataFolder(settings.dataDir);
  const store = await openEaselStore(parts, scheduler, folder.database);
  const passwords = createPasswords(parts.passwordCost);
  const activity = createActivity(clock);
  const authenticate = createAuthenticate({ directory: store.directory, clock, activity });
  const access = createAccess(store);
  const present = createPresenter({ store, access });
  const rules = createRules({ directory: store.directory, access, licence: builtInLicence });
  const countFailure = createLoginFailures(clock);
  const { externalUrl } = settings;
  const version = buildVersion();
  const files = await openFiles(parts, scheduler, folder, store);
  const routes = routeTable({
    store,
    scheduler,
    rules,
    access,
    present,
    authenticate,
    passwords,
    countFailure,
    version,
    externalUrl,
    messageBytes: settings.bodyMemoryBytes,
    copyBytes: Math.max(LEAST_COPY, Math.floor(settings.cacheBytes / 2)),
    ...files,
  });
  const fault = (cause: unknown): void => log.error({ err: cause }, 'a stream failed');
  const streams = createStreams({
    store: { onChange: (listener) => store.onChange(listener), pin: files.previews.pin },
    ...{ clock, scheduler, activity, fault },
    settings: streamSettings(settings),
  });
  const httpSettings = { ...settings, externalUrl: () => externalUrl };
  const http = createHttp({
    routes,
    authenticate,
    streams,
    store,
    ...{ clock, scheduler },
    settings: httpSettings,
    log,
    version,
    limits: parts.limits,
  });
  const passwordFile = secretFile(folder.path('admin-password'));
  // Behind everything that refuses to start: a generated password is told only by a server that was made
  const made = await firstStart(store, settings, passwords, passwordFile);
  const expiry = startTokenExpiry({ store, clock, activity, onFailure: (cause) => log.error({ err: cause }, 'token expiry') });
  const close = async (): Promise<void> => {
    await http.close();
    await files.close();
    expiry.close();
    await store.close();
    folder.release();
  };
  return { store, http, routes, firstStart: made, passwordFile, close };
}

async function openEaselStore(parts: EaselParts, scheduler: Scheduler, file: string): Promise<Store> {
  const { settings, clock, fatal, threads, wrapDriver = (driver) => driver } = parts;
  try {
    const driver = wrapDriver(await openSqlite({ file, fatal, now: clock.now, scheduler, threads }));
    return await openStore({ driver, kinds, clock, scheduler, cacheBytes: settings.cacheBytes, fatal });
  } catch (cause) {
    // The database thread tells the name of an error, too
    const said = (cause as Error).message.replace(/^(\w*Error: )+/, '');
    throw new Error(`the database ${file} cannot be opened: ${said}`, { cause });
  }
}

/** Everything about the bytes of files. `close` before that of the store, which a drawing writes to. */
async function openFiles({ settings, clock, log }: EaselParts, scheduler: Scheduler, { path }: DataFolder, store: Store) {
  const blobs = await openBlobs(path('assets'), clock);
  const { renderers, mipmaps } = openRendering({
    settings,
    clock,
    log,
    folder: path('mipmaps'),
    local: (hash) => blobs.local(hash),
  });
  const referred = (hashes: readonly string[]): Promise<ReadonlySet<string>> => store.referred(hashes);
  const uploads = createUploads({ blobs, renderers, maxUploadBytes: settings.maxUploadBytes, referred });
  const failed = (cause: unknown, canvas: string): void => log.info({ err: cause, canvas }, 'a preview cannot be drawn');
  const drawing = { store, scheduler, blobs, renderers, mipmaps };
  const previews = createPreviews({ ...drawing, clock, enabled: settings.previews, failed });
  const sweep = startSweep({
    blobs,
    referred,
    clock,
    onFailure: (cause) => log.error({ err: cause }, 'the sweep of files failed'),
  });
  const close = async (): Promise<void> => {
    await sweep.close();
    const drawn = previews.close();
    await renderers.close();
    await drawn;
  };
  return { blobs, renderers, mipmaps, uploads, previews, close };
}

/** A folder with so much text can always be copied, however small the cache is. */
const LEAST_COPY = 16 * 1024 ** 2;

const streamSettings = (settings: Settings) => ({
  keepaliveSeconds: settings.keepaliveSeconds,
  streamListMode: settings.streamListMode,
  writeTimeoutSeconds: settings.streamWriteTimeoutSeconds,
});
