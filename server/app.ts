import { randomUUID } from 'node:crypto';
import { externalOrigin } from '../model/resources/config/server-config.ts';
import { Server } from '../model/resources/server.ts';
import type { Actor } from './access/actor.ts';
import { createActivity } from './access/authentication/activity.ts';
import { type AttemptLimits, createAttempts } from './access/authentication/attempts.ts';
import { createAuthenticate } from './access/authentication/authenticate.ts';
import { createLastUsed } from './access/authentication/last-used.ts';
import { createLoginFailures } from './access/authentication/login-failures.ts';
import { type Cost, createPasswords } from './access/authentication/passwords.ts';
import { createSessionUse } from './access/authentication/session-use.ts';
import { type Access, createAccess } from './access/authorization/access.ts';
import type { LicenceInForce } from './access/authorization/checks.ts';
import { createRules } from './access/authorization/rule-table.ts';
import { type AssetDeps, type Assets, openAssets } from './assets/assets.ts';
import { createDeletedFiles, type DeletedFiles } from './assets/deleted-files.ts';
import { createStreams, type StreamDeps, type Streams } from './changes/streams.ts';
import type { Clock } from './clock.ts';
import { watchDisk } from './disk.ts';
import { createDisplays } from './displays/displays.ts';
import { type Feature, joinFeatures } from './feature.ts';
import { type FeatureDeps, features } from './features.ts';
import { createHealth, type Health } from './health/health.ts';
import type { Limits, Log } from './http/deps.ts';
import type { Route } from './http/routing/route.ts';
import { createHttp, type Http } from './http/serving/http.ts';
import { jobsOf } from './jobs/jobs.ts';
import { createLeases, type LeaseTaker } from './jobs/leases.ts';
import { createLicence } from './licence/licence.ts';
import { createMailer } from './mail/mailer.ts';
import { Metrics } from './metrics/metrics.ts';
import { NO_CALLS } from './nodes/calls.ts';
import { ALONE, type Membership } from './nodes/membership.ts';
import { createLogTail, type LogTail } from './operator/log-tail.ts';
import type { Network } from './outgoing/public-network.ts';
import { createPreviews, type Previews } from './previews/previews.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';
import { isPostgres } from './settings/database-url.ts';
import type { Settings } from './settings.ts';
import { claimAssets, requireOwnAssets, requireUnchanged } from './start/asset-owner.ts';
import { openAssetPlace } from './start/asset-place.ts';
import { buildVersion } from './start/build-info.ts';
import { openDataFolder } from './start/data-folder.ts';
import { createFilesHold } from './start/files-lock.ts';
import { type FirstAdministrator, type FirstStart, meetAdministrator } from './start/first-start.ts';
import { joinInstallation } from './start/join-installation.ts';
import { openBus } from './start/open-bus.ts';
import { databaseIn, openEaselStore, type StoreDeps } from './start/open-store.ts';
import { makeSampleAtFirstSignIn, type SampleDeps } from './start/sample-canvas.ts';
import { type SecretFile, secretFile } from './start/secret-file.ts';
import { watchFiles } from './start/watch-files.ts';
import type { Driver } from './store/drivers/driver.ts';
import type { SqliteThreads } from './store/drivers/sqlite/driver.ts';
import type { Bus, Store } from './store/store.ts';
import { USE_WRITTEN_MS } from './users/jobs/session-use.ts';
import { createSignInMetrics } from './users/sign-in-metrics.ts';

export interface EaselDeps {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Log & Record<'debug' | 'warn', (fields: object, text: string) => void>;
  /** The server cannot go on without risking what it acknowledged: end the process. */
  readonly fatal: (cause: unknown) => void;
  /** The newest lines of the log. Default: none. */
  readonly logTail?: LogTail;
  /**
   * Only for one command: without ports, jobs and the first administrator, and not one of the nodes of the installation.
   */
  readonly isForCommand?: boolean;
  /** The other nodes of the installation, and how they tell each other. Default: there are none. */
  readonly nodes?: LeaseTaker;
  readonly bus?: Bus;
  /** What tests replace. */
  readonly threads?: SqliteThreads;
  readonly scheduler?: Scheduler;
  readonly passwordCost?: Cost;
  readonly limits?: Partial<Limits>;
  readonly licence?: LicenceInForce;
  readonly network?: Network | undefined;
  /** All that the server can do above its engine. */
  readonly features?: readonly Feature<FeatureDeps>[];
  readonly wrapDriver?: (driver: Driver) => Driver;
  readonly openDriver?: StoreDeps['openDriver'];
}

/** A server with all its parts joined, not yet listening. */
export interface Easel {
  readonly store: Store;
  readonly http: Http;
  readonly streams: Streams;
  readonly routes: readonly Route[];
  readonly access: Access;
  readonly metrics: Metrics;
  /** For tests: what the sample canvas is made with. */
  readonly sample: SampleDeps;
  readonly version: string;
  /** The data folder, which this server has for itself. Absolute. */
  readonly folder: string;
  /** The first administrator, when this start made it or an earlier one could not tell its password. */
  readonly firstStart: FirstStart | undefined;
  /** What whoever started it should know, one line each. */
  readonly warnings: readonly string[];
  /** Holds the generated password of the first administrator until somebody removes it. */
  readonly passwordFile: SecretFile;
  /**
   * From now on the server says that it is not ready, and serves on. Resolves when balancers have had the time of the setting to see
   * that, or with the second call.
   */
  drain(): Promise<void>;
  /** Listener first, then streams, then everything acknowledged is on disk, then the folder is free. */
  close(): Promise<void>;
}

/** Makes the parts and joins them: the only place that knows all of them. Throws one line for a person, and has nothing open then. */
export async function createEasel(deps: EaselDeps): Promise<Easel> {
  const opened: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const end of opened.splice(0).reverse()) await end();
  };
  try {
    return { ...(await assembled(deps, (end) => opened.push(end))), close };
  } catch (cause) {
    await close();
    throw cause;
  }
}

/** What everything else stands on: the data folder, the records, and the place of the files. */
async function openGround(deps: EaselDeps & Pick<StoreDeps, 'scheduler' | 'metrics'>, onClose: OnClose) {
  const { settings, clock, log } = deps;
  const folder = openDataFolder(settings.dataDir);
  onClose(folder.release);
  const disk = await watchDisk({ folder: settings.dataDir, reserve: settings.diskReserveBytes, clock });
  onClose(disk.close);
  const { store, bus, registry } = await openData({ ...deps, disk }, folder.database, onClose);
  const place = await openAssetPlace({ settings, path: folder.path, log });
  onClose(place.close);
  const files = { place, database: databaseIn(settings, folder.database), store };
  if (!deps.isForCommand) await requireOwnAssets(files);

  // Other nodes would take one more for a server that has files apart from theirs
  const installation = await (deps.isForCommand ? notJoined(bus) : joinInstallation({ ...deps, registry, bus }));
  onClose(installation.close);
  const areFilesApart = watchFiles({ settings, nodes: installation.nodes, log });
  const isApart = (): boolean => installation.nodes.isApart;
  const health = createHealth({ store, disk, clock, log, isShared: store.isShared, events: bus, areFilesApart, isApart });
  onClose(health.close);
  return { folder, disk, store, files, health, installation };
}

const notJoined = (bus: Bus | undefined) => ({ nodes: ALONE, calls: NO_CALLS, bus, close: ALONE.close });

/** A command finds an administrator, or needs none. */
const NOTHING_MET: FirstAdministrator = { firstStart: undefined, warnings: [] };

/** Takes what ends a part; the last one made ends first. */
type OnClose = (end: () => unknown) => void;

async function assembled(deps: EaselDeps, onClose: OnClose): Promise<Omit<Easel, 'close'>> {
  const { settings, clock, log, scheduler = createScheduler() } = deps;
  const version = buildVersion();
  const metrics = new Metrics();

  const { folder, disk, store, files, health, installation } = await openGround({ ...deps, scheduler, metrics }, onClose);
  const callers = knowCallers({ ...deps, metrics, bus: installation.bus }, store);
  const { access, activity, passwords } = callers;

  const place = { path: folder.path, open: files.place.open, address: () => http.address };
  const { assets, deletedFiles, sample } = await openFiles({ ...deps, ...place, disk, store, access, metrics });
  const failed = (cause: unknown, canvas: string): void => log.info({ err: cause, canvas }, 'a preview cannot be drawn');
  const leases = createLeases(deps.nodes ?? installation.nodes, clock);
  const previews = createPreviews({ ...assets, store, scheduler, clock, enabled: settings.previews, failed, take: leases.take });
  const mailer = createMailer({ store, clock, settings, address: () => http.address });
  const askAgain = (): void => {
    for (const part of [streams, displays]) part.askAgain();
  };
  if (!deps.isForCommand) onClose(makeSampleAtFirstSignIn(sample, (canvas) => previews.drawNow(canvas)));
  const shared = { ...callers, store, clock, scheduler, settings, version, log, previews, mailer, metrics };
  const streams = openStreams(deps, { store, scheduler, activity, previews, metrics, nodes: installation.nodes });
  const rightsChanged = (): void => streams.askAgain();
  const displays = createDisplays({ ...shared, ...installation, rightsChanged });
  const parts: FeatureDeps = {
    ...shared,
    ...assets,
    deletedFiles,
    leases,
    displays,
    health,
    disk,
    nodes: installation.nodes,
    database: isPostgres(settings.databaseUrl) ? undefined : folder.database,
    askAgain,
    network: deps.network,
    logTail: deps.logTail ?? createLogTail(clock, 'info'),
    requireOwnFiles: () => requireUnchanged(files),
    holdFiles: createFilesHold(folder.folder),
    reloadCertificates: () => http.reloadCertificates(),
  };
  const { routes, jobs, open, cutOff } = joinFeatures<FeatureDeps>(deps.features ?? features, parts);
  const background = jobsOf(jobs, log);
  // A drawing under way is waited for, and ends with the processes that draw
  onClose(() => Promise.all([background.close(), assets.renderers.close()]));
  if (!deps.isForCommand) await displays.open();
  await open();
  const externalUrl = (): string => externalOrigin(store.directory, settings.externalUrl);
  const http = createHttp({ ...shared, routes, streams, limits: deps.limits, settings: { ...settings, externalUrl } });
  onClose(() => http.close());
  onClose(cutOff);
  onClose(() => displays.close());

  // Behind everything that refuses to start
  const passwordFile = secretFile(folder.path('admin-password'));
  const administrator = deps.isForCommand ? NOTHING_MET : await meetAdministrator(store, settings, passwords, passwordFile);
  if (!deps.isForCommand) await claimAssets(files).then(() => background.start());
  const drain = createDrain(health, settings, clock);
  const made = { store, http, streams, routes, access, metrics, sample, version };
  return { ...made, folder: folder.folder, passwordFile, drain, ...administrator };
}

type FileDeps = Omit<AssetDeps, 'wanted' | 'settings'> &
  Pick<EaselDeps, 'settings' | 'log'> &
  Pick<SampleDeps, 'store' | 'access' | 'address'>;

interface Files {
  readonly assets: Assets;
  readonly deletedFiles: DeletedFiles;
  readonly sample: SampleDeps;
}

/** The bytes of files, and the sample canvas, which is made of some. */
async function openFiles(parts: FileDeps): Promise<Files> {
  const { settings, log, store, clock } = parts;
  const deletedFiles = createDeletedFiles({ store, clock, days: settings.deletedFilesDays });
  const assets = await openAssets({ ...parts, wanted: deletedFiles.wanted });
  const sample: SampleDeps = {
    ...parts,
    uploads: assets.uploads,
    enabled: settings.sampleCanvas,
    address: () => externalOrigin(store.directory, settings.externalUrl) || parts.address(),
    failed: (cause) => log.warn({ err: cause }, 'the sample canvas cannot be made'),
  };
  return { assets, deletedFiles, sample };
}

/** The store, and the bus by which it wakes those of other servers. */
async function openData(deps: EaselDeps & StoreDeps, file: string, onClose: (end: () => unknown) => void) {
  let opened: Store | undefined;
  const installation = (): string | undefined => opened?.directory.get(Server, 'server')?.server_id;
  const bus = deps.bus ?? (await openBus({ ...deps, node: randomUUID(), installation }));
  onClose(() => bus?.close());
  const { store, registry } = await openEaselStore({ ...deps, bus }, file);
  opened = store;
  onClose(() => store.close());
  return { store, bus, registry };
}

function createDrain(health: Pick<Health, 'retire'>, { drainSeconds }: Settings, clock: Clock): Easel['drain'] {
  let end: (() => void) | undefined;
  return () =>
    new Promise((resolve) => {
      health.retire();
      if (end || drainSeconds === 0) resolve();
      end?.();
      end = resolve;
      clock.after(drainSeconds * 1000, resolve);
    });
}

interface CallerDeps extends EaselDeps {
  readonly metrics: Metrics;
}

/** Authentication and rules. */
function knowCallers({ metrics, settings, clock, log, bus, licence: replaced, passwordCost }: CallerDeps, store: Store) {
  const activity = createActivity(clock);
  const access = createAccess(store);
  const lastUsed = createLastUsed(clock);
  const sessionUse = createSessionUse(clock, settings.sessionIdleHours, store.isShared ? USE_WRITTEN_MS : 0);
  const { directory } = store;
  const serverLicence = createLicence({ directory, clock, log, publicKey: settings.licensePublicKey });
  const licence = replaced ?? serverLicence;
  return {
    activity,
    access,
    licence,
    serverLicence,
    lastUsed,
    sessionUse,
    passwords: createPasswords(passwordCost),
    authenticate: createAuthenticate({ directory, clock, activity, sessionUse }),
    noteUse(actor: Actor, address: string): void {
      lastUsed.note(actor.accessToken, address);
      sessionUse.note(actor);
    },
    rules: createRules({ directory, access, licence, live: (scope) => store.seen(scope) }),
    countFailure: createLoginFailures(clock),
    countSignIn: createSignInMetrics(metrics),
    attempts: createAttempts(clock, attemptLimits(settings), bus),
  };
}

const attemptLimits = (settings: Settings): AttemptLimits => ({
  failuresPerAccount: settings.signInFailuresPerAccount,
  failuresPerAddress: settings.signInFailuresPerAddress,
  mailsPerRecipient: settings.mailsPerRecipient,
  mailsPerAddress: settings.mailsPerAddress,
});

interface OpenStreamsDeps extends Pick<StreamDeps, 'scheduler' | 'activity' | 'metrics'> {
  readonly store: Store;
  readonly previews: Previews;
  readonly nodes: Pick<Membership, 'onApart'>;
}

function openStreams({ settings, clock, log }: EaselDeps, { store, previews, nodes, ...parts }: OpenStreamsDeps): Streams {
  const streams = createStreams({
    store: {
      feed: store.feed,
      pin: (scope) => previews.pin(scope),
      revision: (scope) => store.revision(scope),
    },
    clock,
    ...parts,
    fault: (cause) => log.error({ err: cause }, 'a stream failed'),
    settings: streamSettings(settings),
  });
  nodes.onApart(() => streams.sendAway('apart'));
  return streams;
}

const streamSettings = (settings: Settings) => ({
  keepaliveSeconds: settings.keepaliveSeconds,
  streamListMode: settings.streamListMode,
  writeTimeoutSeconds: settings.streamWriteTimeoutSeconds,
});
