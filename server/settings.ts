import { assetSettings } from './settings/assets.ts';
import { attemptSettings } from './settings/attempts.ts';
import { backupSettings, wrongBackups } from './settings/backups.ts';
import { databaseUrl } from './settings/database-url.ts';
import { eventsUrl } from './settings/events-url.ts';
import { exposureWarnings } from './settings/exposure.ts';
import { bodyMemory, mostConnections, quarterOfMemory } from './settings/machine.ts';
import { monitoringSettings, openMetrics } from './settings/monitoring.ts';
import { pageSettings } from './settings/page.ts';
import { pictureSettings } from './settings/pictures.ts';
import { programSettings } from './settings/programs.ts';
import { defaultOf, type Environment, isSet, readTable, type Setting, setting, type ValuesOf } from './settings/read.ts';
import { stoppingSettings } from './settings/stopping.ts';
import {
  choice,
  cidrs,
  ed25519,
  email,
  flag,
  folder,
  host,
  integer,
  origins,
  password,
  readableFile,
  webAddress,
} from './settings/types.ts';
import { unknownVariables } from './settings/unknown.ts';

/**
 * Every setting. `Settings`, `easel settings` and docs/settings.md follow from this table (interface/conventions 1.10).
 */
export const table = {
  host: setting({
    name: 'EASEL_HOST',
    group: 'Listening',
    type: host,
    default: '127.0.0.1',
    unit: '',
    why: 'Address to listen on. `0.0.0.0` or `::` lets other machines connect; without TLS, use them only behind a proxy that has it.',
  }),
  port: setting({
    name: 'EASEL_PORT',
    group: 'Listening',
    type: integer(0, 65535),
    default: 8080,
    unit: '',
    why: 'Port for HTTP; 0 takes a free one. With TLS on, this listener only redirects to HTTPS.',
  }),
  tlsCert: setting({
    name: 'EASEL_TLS_CERT',
    group: 'Listening',
    type: readableFile,
    default: '',
    unit: '',
    why: 'PEM file with the certificate chain. Set it together with the key to serve HTTPS without a proxy.',
  }),
  tlsKey: setting({
    name: 'EASEL_TLS_KEY',
    group: 'Listening',
    type: readableFile,
    default: '',
    unit: '',
    why: 'PEM file with the private key that belongs to the certificate.',
  }),
  httpsPort: setting({
    name: 'EASEL_HTTPS_PORT',
    group: 'Listening',
    type: integer(0, 65535),
    default: 8443,
    unit: '',
    why: 'Port for HTTPS when TLS is on; 0 takes a free one. 443 saves people from typing the port.',
  }),
  externalUrl: setting({
    name: 'EASEL_EXTERNAL_URL',
    group: 'Listening',
    type: webAddress,
    default: '',
    unit: '',
    why: 'Address under which people reach the server, for redirects and for links in answers and mails: a host of its own, without a path. Once an administrator sets `external_url` in the server configuration, that counts instead. Set one of the two before mails are sent: their links lead there.',
  }),
  trustedProxies: setting<readonly string[]>({
    name: 'EASEL_TRUSTED_PROXIES',
    group: 'Listening',
    type: cidrs,
    default: ['172.0.0.0/8'],
    unit: '',
    why: 'Peers whose `X-Forwarded-*` headers the server believes. Narrow it to your proxy: the default is for container networks, and also contains public addresses. Empty: nobody.',
  }),
  corsAllowedOrigins: setting<readonly string[]>({
    name: 'EASEL_CORS_ALLOWED_ORIGINS',
    group: 'Listening',
    type: origins,
    default: [],
    unit: '',
    why: 'Origins of other web pages that may use the interface from a browser; `*` for any. Empty: only the pages of this server.',
  }),
  ...pageSettings,
  ...stoppingSettings,
  dataDir: setting({
    name: 'EASEL_DATA_DIR',
    group: 'Data',
    type: folder,
    default: './data',
    unit: '',
    why: 'Folder for the database and the files, relative to the working directory. Put it on a disk that is backed up.',
  }),
  databaseUrl: setting({
    name: 'EASEL_DATABASE_URL',
    group: 'Data',
    type: databaseUrl,
    default: 'sqlite:',
    unit: '',
    why: 'Where the server stores records. `sqlite:` is the embedded database in the data folder. A PostgreSQL can be shared by several servers; see [PostgreSQL](operating.md#postgresql).',
  }),
  eventsUrl: setting({
    name: 'EASEL_EVENTS_URL',
    group: 'Data',
    type: eventsUrl,
    default: '',
    unit: '',
    why: 'How several servers on one PostgreSQL wake each other: `postgres:` is NOTIFY of that database, `nats://user:password@host:4222` (or `nats://token@…`, or `tls://` for an encrypted one) is NATS without persistence. While it is away the servers ask the database once a second, as they do with `memory:`. Empty: `postgres:` with PostgreSQL, else `memory:`.',
  }),
  ...assetSettings,
  ...backupSettings,
  mailOutboxDir: setting({
    name: 'EASEL_MAIL_OUTBOX_DIR',
    group: 'Data',
    type: folder,
    default: '',
    unit: '',
    why: 'Folder into which the server writes mails as `.eml` files while no SMTP server is configured, for trials: the files hold links that work. Empty: it drops such mails with a line in the log.',
  }),
  auditRetentionDays: setting({
    name: 'EASEL_AUDIT_RETENTION_DAYS',
    group: 'Data',
    type: integer(0, 36_500),
    default: 0,
    unit: 'days',
    why: 'The server removes entries of the audit log that are older than this, and writes an entry that says so. 0: it keeps all. Set it when a rule says how long such data may be kept.',
  }),
  adminEmail: setting({
    name: 'EASEL_ADMIN_EMAIL',
    group: 'First start',
    type: email,
    default: 'admin@localhost',
    unit: '',
    why: 'E-mail address with which the first administrator signs in. Used at the first start only.',
  }),
  adminPassword: setting({
    name: 'EASEL_ADMIN_PASSWORD',
    group: 'First start',
    type: password,
    default: '',
    defaultSays: 'generated',
    unit: '',
    why: 'Password of the first administrator. Used at the first start only. Set it if other people can read what the server prints or writes at that start.',
    secret: true,
  }),
  sampleCanvas: setting({
    name: 'EASEL_SAMPLE_CANVAS',
    group: 'First start',
    type: flag,
    default: true,
    unit: '',
    why: 'When the first administrator signs in for the first time, the server makes a canvas to look at in their home, shared by link to view. 0: it makes none.',
  }),
  licensePublicKey: setting({
    name: 'EASEL_LICENSE_PUBLIC_KEY',
    group: 'Licence',
    type: ed25519,
    default: null,
    unit: '',
    why: 'Key with which the server checks installed licences, for organisations that issue licences; `easel licence keys` makes one, and docs/licence.md says how. Empty: no licence can be installed, and the built-in one counts, which allows everything.',
  }),
  keepaliveSeconds: setting({
    name: 'EASEL_KEEPALIVE_SECONDS',
    group: 'Clients',
    isAdvanced: true,
    type: integer(1, 300),
    default: 15,
    unit: 'seconds',
    why: 'An open stream on which the server wrote nothing for this long gets an empty line. Lower it when a proxy closes quiet connections sooner; above 25, SDKs with a read time-out of 30 s lose the stream.',
  }),
  streamListMode: setting<'full' | 'changes'>({
    name: 'EASEL_STREAM_LIST_MODE',
    group: 'Clients',
    isAdvanced: true,
    type: choice('full', 'changes'),
    default: 'changes',
    unit: '',
    why: 'What list streams send after their first message when the request does not say: only what changed, or `full`, the whole list. Programs that act on every element of a message need `changes`.',
  }),
  streamWriteTimeoutSeconds: setting({
    name: 'EASEL_STREAM_WRITE_TIMEOUT_SECONDS',
    group: 'Clients',
    isAdvanced: true,
    type: integer(1, 3600),
    default: 60,
    unit: 'seconds',
    why: 'The server closes a stream whose reader takes nothing for this long. Raise it for readers on links that stall.',
  }),
  ...programSettings,
  clientCommandTimeoutMs: setting({
    name: 'EASEL_CLIENT_COMMAND_TIMEOUT_MS',
    group: 'Clients',
    isAdvanced: true,
    type: integer(1, 600_000),
    default: 5000,
    unit: 'milliseconds',
    why: 'A request that commands a display client waits this long for its answer. Raise it for slow walls.',
  }),
  clientGraceSeconds: setting({
    name: 'EASEL_CLIENT_GRACE_SECONDS',
    group: 'Clients',
    isAdvanced: true,
    type: integer(0, 3600),
    default: 5,
    unit: 'seconds',
    why: 'A display client still counts as connected for this long after its connection broke. Raise it for displays on unsteady networks.',
  }),
  maxUploadBytes: setting({
    name: 'EASEL_MAX_UPLOAD_BYTES',
    group: 'Limits',
    type: integer(1),
    default: 2 * 1024 ** 3,
    unit: 'bytes',
    why: 'Largest file that may be uploaded. Lower it to protect a small disk.',
  }),
  maxConnections: setting({
    name: 'EASEL_MAX_CONNECTIONS',
    group: 'Limits',
    type: integer(16),
    default: mostConnections,
    defaultSays: 'seven tenths of the files that the process may open (`ulimit -n`), or one for each 32 KiB of the heap',
    unit: '',
    why: 'Connections at the same time; more are refused with 503. One address, unless it is a trusted proxy, gets at most half of them, and streams get three quarters. The default leaves descriptors for files and the database: raise the limit of the process rather than this setting.',
  }),
  maxStreamsPerCaller: setting({
    name: 'EASEL_MAX_STREAMS_PER_CALLER',
    group: 'Limits',
    isAdvanced: true,
    type: integer(0),
    default: 0,
    unit: '',
    why: 'Open streams of one user, or of all callers without a token at one address; more are refused with 429. 0 is half of the connections. Lower it when one program must not take the streams of others.',
  }),
  minUploadRate: setting({
    name: 'EASEL_MIN_UPLOAD_RATE',
    group: 'Limits',
    isAdvanced: true,
    type: integer(0),
    default: 1024,
    unit: 'bytes a second',
    why: 'The server ends an upload that is slower than this on average, after two minutes at the earliest, so that nobody keeps connections and files open for nothing. 0 lets every upload take as long as it needs, for the worst links.',
  }),
  bodyMemoryBytes: setting({
    name: 'EASEL_BODY_MEMORY_BYTES',
    group: 'Limits',
    isAdvanced: true,
    type: integer(32 * 1024 ** 2),
    default: bodyMemory,
    defaultSays: 'an eighth of memory, or of the heap when that is less; at least 40 MiB',
    unit: 'bytes',
    why: 'Memory for the bodies of all requests while the server reads them, so that clients that send much and slowly cannot fill the process; above it, larger bodies are refused with 503 for a moment. One user gets at most half of it, and never more than is left for others. Long lists that are being sent take at most as much again; beyond that they wait for up to a minute. Raise it together with the heap when many clients write large strokes or upload files at the same time.',
  }),
  diskReserveBytes: setting({
    name: 'EASEL_DISK_RESERVE_BYTES',
    group: 'Limits',
    isAdvanced: true,
    type: integer(0),
    default: 256 * 1024 ** 2,
    unit: 'bytes',
    why: 'Room on the disk of the data folder that is kept for the database, at most a twentieth of the disk: with less room, uploads and rendering are refused with 503, and with a quarter of it, so is everything that makes canvases larger. Signing in and out, blocking and deleting go on.',
  }),
  cacheBytes: setting({
    name: 'EASEL_CACHE_BYTES',
    group: 'Limits',
    type: integer(0),
    default: quarterOfMemory,
    defaultSays: 'a quarter of memory, or of the room in the heap when that is less',
    unit: 'bytes',
    why: 'Memory for canvases; beyond it, the server drops the least recently used ones and loads them again when they are needed. Lower it on a shared machine; raise it together with the heap (NODE_OPTIONS=--max-old-space-size).',
  }),
  canvasBytes: setting({
    name: 'EASEL_CANVAS_BYTES',
    group: 'Limits',
    type: integer(1024 ** 2),
    default: quarterOfMemory,
    defaultSays: 'a quarter of memory, or of the room in the heap when that is less',
    unit: 'bytes',
    why: 'Memory that the content of one canvas may take: its widgets and strokes, not its files. A full canvas can be read and emptied, but not extended. Raise it together with the heap (NODE_OPTIONS=--max-old-space-size).',
  }),
  maxSessionsPerUser: setting({
    name: 'EASEL_MAX_SESSIONS_PER_USER',
    group: 'Limits',
    type: integer(0),
    default: 1000,
    unit: '',
    why: 'Temporary tokens that one user may have at a time; a further sign-in ends the oldest, those with an open stream last. 0: any number. Raise it when many programs share an account and sign in again and again.',
  }),
  maxTokensPerUser: setting({
    name: 'EASEL_MAX_TOKENS_PER_USER',
    group: 'Limits',
    type: integer(0),
    default: 1000,
    unit: '',
    why: 'Permanent access tokens that one user may have; a further one is refused with 409. 0: any number.',
  }),
  maxCanvasesPerUser: setting({
    name: 'EASEL_MAX_CANVASES_PER_USER',
    group: 'Limits',
    type: integer(0),
    default: 100_000,
    unit: '',
    why: 'Canvases that one user made or copied and that may exist at the same time, those in the trash included; a further one is refused with 409. 0: any number. Lower it on a server that people outside your team can use.',
  }),
  ...attemptSettings,
  ...pictureSettings,
  logRequests: setting({
    name: 'EASEL_LOG_REQUESTS',
    group: 'Log',
    type: flag,
    default: false,
    unit: '',
    why: '1 logs every request; 0 logs errors, writes, and answers that take more than a second. Set it to 1 while you look for a fault: it costs a quarter of the speed.',
  }),
  ...monitoringSettings,
  logLevel: setting({
    name: 'EASEL_LOG_LEVEL',
    group: 'Log',
    type: choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    default: 'info',
    unit: '',
    why: 'The least severe log lines that the server writes.',
  }),
};

export type Settings = ValuesOf<typeof table>;

/** Variables that commands of `easel` read, and no server. */
export const ofCommands = { token: { name: 'EASEL_TOKEN' } } as const;

/**
 * Every setting from `<NAME>`, from the file that `<NAME>_FILE` names, or its default. Reads those files.
 * @throws WrongSettings with everything that is wrong.
 */
export function readSettings(env: Environment): Settings {
  return readTable(table, env, wrongTogether);
}

/** Variables that look like settings but are not: worth a warning, not a reason to stop. */
export function settingWarnings(env: Environment): string[] {
  const names = [...Object.values(table), ...Object.values(ofCommands)].map((row) => row.name);
  return unknownVariables(names, env);
}

/** Valid but dangerous settings: worth a warning at start. */
export const dangers = (settings: Settings): string[] =>
  exposureWarnings(settings, table.trustedProxies.default as readonly string[]);

/** The default of a setting, as an operator would write it. */
export function defaultText<T>(row: Setting<T>): string {
  return row.defaultSays ?? row.type.show(defaultOf(row));
}

/** Settings that are right one by one but wrong together. */
function wrongTogether(env: Environment): string[] {
  return [
    ...onlyOne(env, table.tlsCert.name, table.tlsKey.name, 'TLS'),
    ...openMetrics(env),
    ...onlyOne(env, table.assetsAccessKey.name, table.assetsSecretKey.name, 'S3'),
    ...wrongBackups(env, table),
  ];
}

/** What is wrong when one of two settings is set that `user` needs together. */
function onlyOne(env: Environment, a: string, b: string, user: string): string[] {
  if (isSet(a, env) === isSet(b, env)) return [];
  const [there, missing] = isSet(a, env) ? [a, b] : [b, a];
  return [`${missing} is missing: ${there} is set, and ${user} needs both`];
}
