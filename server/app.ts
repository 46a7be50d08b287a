import { type Access, createAccess } from './access/access.ts';
import { createActivity } from './access/activity.ts';
import { createAuthenticate } from './access/authenticate.ts';
import { builtInLicence } from './access/checks.ts';
import { type FirstStart, firstStart, isPasswordIgnored, untold } from './access/first-start.ts';
import { createLoginFailures } from './access/login-failures.ts';
import { type Cost, createPasswords, type Passwords } from './access/passwords.ts';
import { createPresenter } from './access/present.ts';
import { createRules } from './access/rules.ts';
import { startTokenExpiry } from './access/token-expiry.ts';
import { claimAssets, requireOwnAssets, requireUnchanged } from './asset-owner.ts';
import { FileReads } from './assets/file-bytes.ts';
import { openBlobs } from './assets/open-blobs.ts';
import { createPreviews } from './assets/preview/previews.ts';
import { openRendering } from './assets/rendering.ts';
import { startSweep } from './assets/sweep.ts';
import { createUploads } from './assets/uploads.ts';
import { buildVersion } from './build-info.ts';
import { createStreams } from './changes/streams.ts';
import type { Clock } from './clock.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { type Disk, watchDisk } from './disk.ts';
import { createHttp, type Http } from './http/http.ts';
import type { Limits, Log } from './http/parts.ts';
import type { Route } from './http/route.ts';
import { openEaselStore } from './open-store.ts';
import { routeTable } from './routes/index.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';
import { type SecretFile, secretFile } from './secret-file.ts';
import type { Settings } from './settings.ts';
import type { Driver } from './store/driver.ts';
import type { SqliteThreads } from './store/sqlite/driver.ts';
import type { Store } from './store/types.ts';

export interface EaselParts {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Log & { debug(fields: object, text: string): void };
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
  readonly access: Access;
  readonly version: string;
  /** The data folder, which this server has for itself. Absolute. */
  readonly folder: string;
  /** The first administrator, when this start made it or an earlier one could not tell its password. */
  readonly firstStart: FirstStart | undefined;
  /** What whoever started it should know, one line each. */
  readonly warnings: readonly string[];
  /** Holds the generated password of the first administrator until somebody removes it. */
  readonly passwordFile: SecretFile;
  /** Listener first, then streams, then everything acknowledged is on disk, then the folder is free. */
  close(): Promise<void>;
}

/** Makes the parts and joins them: the only place that knows all of them. Throws one line for a person, and has nothing open then. */
export async function createEasel(parts: EaselParts): Promise<Easel> {
  const opened: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const end of opened.splice(0).reverse()) await end();
  };
  try {
    return { ...(await joined(parts, (end) => opened.push(end))), close };
  } catch (cause) {
    await close();
    throw cause;
  }
}

/** `onClose`: what ends a part; the last one made ends first. */
async function joined(parts: EaselParts, onClose: (end: () => unknown) => void): Promise<Omit<Easel, 'close'>> {
  const { settings, clock, log, scheduler = createScheduler() } = parts;
  const folder = openDataFolder(settings.dataDir);
  onClose(folder.release);
  const disk = await watchDisk({ folder: settings.dataDir, reserve: settings.diskReserveBytes, clock });
  onClose(disk.close);
  const store = await openEaselStore({ ...parts, scheduler, disk }, folder.database);
  onClose(() => store.close());
  const passwords = createPasswords(parts.passwordCost);
  const activity = createActivity(clock);
  const authenticate = createAuthenticate({ directory: store.directory, clock, activity });
  const access = createAccess(store);
  const present = createPresenter({ store, access });
  const rules = createRules({ directory: store.directory, access, licence: builtInLicence });
  const countFailure = createLoginFailures(clock);
  const { externalUrl } = settings;
  const version = buildVersion();
  const expiry = startTokenExpiry({ store, clock, activity, onFailure: (cause) => log.error({ err: cause }, 'token expiry') });
  onClose(expiry.close);
  const files = await openFiles(parts, { scheduler, disk, store }, folder);
  onClose(files.close);
  const routes = routeTable({
    store,
    scheduler,
    ...{ rules, access, present, authenticate, passwords, countFailure, activity, version },
    ...routeSettings(settings),
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
  onClose(() => http.close());
  // Behind everything that refuses to start
  const administrator = await meetAdministrator(parts, folder, store, passwords);
  claimAssets({ ...folder, store });
  return { store, http, routes, access, version, folder: folder.folder, ...administrator };
}

/** Makes what a first start makes, the administrator among them. */
async function meetAdministrator({ settings }: EaselParts, { path }: DataFolder, store: Store, passwords: Passwords) {
  const passwordFile = secretFile(path('admin-password'));
  const made = await firstStart(store, settings, passwords, passwordFile);
  const isIgnored = !made && (await isPasswordIgnored(store, settings, passwords));
  return {
    passwordFile,
    firstStart: made ?? (await untold(store, passwords, passwordFile)),
    warnings: isIgnored ? [ignoredPassword] : [],
  };
}

const ignoredPassword =
  'EASEL_ADMIN_PASSWORD has no effect: the administrator was made by an earlier start, and has another password by now. Unset it; easel user reset-password sets a new one';

/** What files stand on. */
interface Below {
  readonly scheduler: Scheduler;
  readonly disk: Disk;
  readonly store: Store;
}

/** Everything about the bytes of files. `close` before that of the store, which a drawing writes to. */
async function openFiles({ settings, clock, log }: EaselParts, { scheduler, disk, store }: Below, folder: DataFolder) {
  const { path } = folder;
  requireOwnAssets({ ...folder, store });
  const reads = new FileReads();
  const blobs = await openBlobs({ folder: path('assets'), clock, disk, reads });
  const { renderers, mipmaps } = openRendering({
    settings,
    clock,
    disk,
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
    requireOwn: () => requireUnchanged({ ...folder, store }),
    onRemoved: (hashes) => {
      log.info({ files: hashes.length }, 'files that nothing refers to were deleted');
      log.debug({ hashes }, 'deleted');
    },
    onFailure: (cause) => log.error({ err: cause }, 'the sweep of files failed'),
  });
  const close = async (): Promise<void> => {
    await sweep.close();
    const drawn = previews.close();
    await renderers.close();
    await drawn;
  };
  return { blobs, renderers, mipmaps, reads, uploads, previews, close };
}

const routeSettings = (settings: Settings) => ({
  externalUrl: settings.externalUrl,
  messageBytes: settings.bodyMemoryBytes,
  userLimits: {
    sessions: settings.maxSessionsPerUser,
    tokens: settings.maxTokensPerUser,
    canvases: settings.maxCanvasesPerUser,
  },
});

const streamSettings = (settings: Settings) => ({
  keepaliveSeconds: settings.keepaliveSeconds,
  streamListMode: settings.streamListMode,
  writeTimeoutSeconds: settings.streamWriteTimeoutSeconds,
});
