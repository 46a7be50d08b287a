import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { afterAll, describe, expect, test } from 'vitest';
import { databaseName, databaseUrl } from './settings/database-url.ts';
import { defaultOf, type Environment, type Setting, WrongSettings } from './settings/read.ts';
import { dangers, defaultText, readSettings, settingWarnings, table } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'easel-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const pem = file('tls.pem', 'any text');
const ed25519 = generateKeyPairSync('ed25519').publicKey;
const der = ed25519.export({ format: 'der', type: 'spki' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'pem', type: 'spki' }).toString();

type Key = keyof typeof table;
const rows = Object.entries(table) as [Key, (typeof table)[Key]][];

/** Defaults of existing servers (interface/conventions 1.10), and others that people rely on; docs/settings.md has them all. */
const defaults: Partial<Record<Key, string>> = {
  host: '127.0.0.1',
  port: '8080',
  httpsPort: '8443',
  tlsCert: '',
  tlsKey: '',
  dataDir: './data',
  databaseUrl: 'sqlite:',
  eventsUrl: '',
  assetsUrl: 'file:',
  backupUrl: '',
  backupEveryMinutes: '60',
  backupKeep: '24h 14d 8w 12m',
  backupFiles: '1',
  adminEmail: 'admin@localhost',
  adminPassword: 'generated',
  externalUrl: '',
  keepaliveSeconds: '15',
  streamListMode: 'changes',
  streamWriteTimeoutSeconds: '60',
  trustedProxies: '172.0.0.0/8',
  corsAllowedOrigins: '',
  ipVideoSources: '',
  maxUploadBytes: '2147483648',
  clientCommandTimeoutMs: '5000',
  clientGraceSeconds: '5',
  mailOutboxDir: '',
  licensePublicKey: '',
  // our own
  maxConnections: 'seven tenths of the files that the process may open (`ulimit -n`), or one for each 32 KiB of the heap',
  maxStreamsPerCaller: '0',
  minUploadRate: '1024',
  bodyMemoryBytes: 'an eighth of memory, or of the heap when that is less; at least 40 MiB',
  maxSessionsPerUser: '1000',
  maxTokensPerUser: '1000',
  maxCanvasesPerUser: '100000',
  diskReserveBytes: '268435456',
  cacheBytes: 'a quarter of memory, or of the room in the heap when that is less',
  canvasBytes: 'a quarter of memory, or of the room in the heap when that is less',
  mipmapCacheBytes: '2147483648',
  renderMaxPixels: '268402689',
  renderMemoryBytes: '2 GiB, at most half of memory',
  renderSeconds: '60',
  previews: '1',
  logRequests: '0',
  logLevel: 'info',
};

/** Values other than the default. A setting that is missing here gets the first of `plain` that it takes. */
const chosen: Partial<Record<Key, string>> = {
  host: '::1',
  port: '0',
  httpsPort: '443',
  tlsCert: pem,
  tlsKey: pem,
  dataDir: '/var/lib/easel',
  databaseUrl: 'sqlite:',
  eventsUrl: 'memory:',
  assetsUrl: 'file:',
  backupUrl: 'file:/srv/backup',
  backupKeep: '7d 2y',
  adminEmail: 'ada@canvas.example',
  adminPassword: 'correct horse, battery',
  externalUrl: 'https://canvas.example:8000/',
  keepaliveSeconds: '300',
  streamListMode: 'full',
  streamWriteTimeoutSeconds: '5',
  trustedProxies: '10.0.0.0/8,::1/128',
  corsAllowedOrigins: 'https://a.example,http://b.example:8000',
  ipVideoSources: 'https:,*.cams.example,http://10.0.0.7:8080,https://cam.example:*',
  maxUploadBytes: '1000000',
  maxSessionsPerUser: '0',
  maxTokensPerUser: '5',
  maxCanvasesPerUser: '50',
  clientCommandTimeoutMs: '250',
  clientGraceSeconds: '0',
  mailOutboxDir: './mails',
  licensePublicKey: der.toString('base64'),
  maxConnections: '100',
  maxStreamsPerCaller: '10',
  minUploadRate: '0',
  bodyMemoryBytes: '50000000',
  cacheBytes: '1073741824',
  canvasBytes: '104857600',
  diskReserveBytes: '0',
  mipmapCacheBytes: '10000000000',
  renderMaxPixels: '1000000',
  renderMemoryBytes: '1073741824',
  renderSeconds: '5',
  previews: '0',
  metricsListen: '[::1]:9464',
  metricsToken: 'a-token',
  logRequests: '1',
  logLevel: 'debug',
};

const plain = ['1', '2', '0', '1000', '1000000000', 'x', 'https://a.example'];

const other = Object.fromEntries(
  rows.map(([key, row]) => [key, chosen[key] ?? plain.find((text) => isAnother(row as never, text))!]),
);

function isAnother(row: Setting<unknown>, text: string): boolean {
  try {
    return row.type.show(row.type.read(text)) === text && text !== defaultText(row);
  } catch {
    return false;
  }
}

const wrong: [Key, ...string[]][] = [
  ['host', 'a b', 'http://localhost', '127.0.0.1:80'],
  ['port', '-1', '65536', '80.5', 'http', '0x50'],
  ['httpsPort', '65536'],
  ['tlsCert', join(folder, 'none.pem')],
  ['databaseUrl', 'postgres:', 'postgres://db', 'mysql://db/easel', 'sqlite:elsewhere.db'],
  ['eventsUrl', 'nats:', 'postgres://db', 'memory'],
  [
    'assetsUrl',
    '/files',
    'file:elsewhere',
    's3://',
    's3://No_Bucket',
    's3://bucket/a b',
    's3://bucket/..a',
    's3://bucket?endpoint=x',
    's3://bucket?endpoint=https://s3.example/path',
    's3://bucket?endpoint=https://key:secret@s3.example',
    's3://bucket?region=EU',
    's3://bucket?path_style=yes',
    's3://bucket?region=eu-1&region=eu-2',
    's3://bucket?colour=red',
    's3://bucket#a',
    's3://key:secret@bucket',
  ],
  ['assetCacheBytes', '1'],
  ['backupUrl', 'backups', 'file:', 'file:backups', 'ftp://a.example/b'],
  ['backupEveryMinutes', '-1', '10081', '1h'],
  ['backupKeep', '24', '7 d', '0d', '1h 2h'],
  ['backupFiles', 'yes'],
  ['adminEmail', 'ada', '@canvas.example', 'a b@canvas.example'],
  ['adminPassword', 'x'.repeat(1025)],
  [
    'externalUrl',
    'canvas.example',
    'ftp://canvas.example',
    '/easel',
    'https://a.example/easel',
    'https://a.example/?x',
    'https://u@a.example',
  ],
  ['auditRetentionDays', '-1', '36501', '30d'],
  ['keepaliveSeconds', '0', '301', '1e2', '15s'],
  ['streamListMode', 'delta', 'FULL'],
  ['streamWriteTimeoutSeconds', '0'],
  ['trustedProxies', '10.0.0.1', '10.0.0.0/33', '::1/129', 'proxy/8', '10.0.0.0/8/8', '10.0.0.0/8,nonsense'],
  ['corsAllowedOrigins', 'a.example', 'https://a.example/', 'https://A.example', 'ws://a.example', '*, x'],
  [
    'ipVideoSources',
    '*',
    'https://cam.example/live',
    'https://Cam.example',
    'rtsp:',
    "'unsafe-inline'",
    'a.example; script-src *',
    'a.*.example',
    'cam.example b.example',
  ],
  ['mipmapCacheBytes', '0', '1000'],
  ['renderMaxPixels', '0'],
  ['renderMemoryBytes', '0', '1000'],
  ['renderSeconds', '0', '3601'],
  ['previews', 'on'],
  ['maxUploadBytes', '0', '2GB', '99999999999999999999'],
  ['clientCommandTimeoutMs', '0'],
  ['clientGraceSeconds', '-1'],
  ['licensePublicKey', 'nonsense', rsa],
  ['maxConnections', '15'],
  ['maxStreamsPerCaller', '-1'],
  ['minUploadRate', '-1'],
  ['bodyMemoryBytes', '33554431'],
  ['cacheBytes', '-1'],
  ['canvasBytes', '1000'],
  ['diskReserveBytes', '-1'],
  ['metricsListen', '9464', '127.0.0.1', ':9464', '::1:9464', '[127.0.0.1]:9464', 'a b:1', '127.0.0.1:65536', 'http://a:1'],
  ['metricsToken', 'x'.repeat(1025)],
  ['logRequests', 'yes', 'true'],
  ['logLevel', 'loud'],
];

function linesOf(env: Environment): readonly string[] {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof WrongSettings) return error.lines;
    throw error;
  }
  return [];
}

describe('defaults', () => {
  test.each(Object.entries(defaults))('of %s stays', (key, text) => expect(defaultText(table[key as Key] as never)).toBe(text));

  test('are what an empty environment gives', () => {
    const settings = readSettings({});
    for (const [key, row] of rows) expect(settings[key]).toEqual(defaultOf(row as never));
  });

  test('give the cache a quarter of memory, and never more than a quarter of the heap', () => {
    const { cacheBytes } = readSettings({});
    expect(cacheBytes).toBeGreaterThan(10_000_000);
    expect(cacheBytes).toBeLessThanOrEqual(getHeapStatistics().heap_size_limit / 4);
  });
});

describe('every setting', () => {
  const direct = Object.fromEntries(rows.map(([key, row]) => [row.name, other[key]]));
  const files = Object.fromEntries(rows.map(([key, row]) => [`${row.name}_FILE`, file(key, `${other[key]}\n`)]));

  test.each([
    ['the environment', direct],
    ['files', files],
  ])('is read from %s', (_, env) => {
    const settings = readSettings(env);
    for (const [key, row] of rows)
      expect([key, (row.type.show as (v: unknown) => string)(settings[key])]).toEqual([key, other[key]]);
    expect(settingWarnings(env)).toEqual([]);
  });

  test('has a name that is its key, a reason, and one home', () => {
    for (const [key, row] of rows) {
      expect(row.name).toBe(`EASEL_${key.replace(/[A-Z]/g, '_$&').toUpperCase()}`);
      expect(row.why).toMatch(/\.$/);
    }
  });

  test('may be set to nothing, which is the default, and for lists the empty list', () => {
    const settings = readSettings(Object.fromEntries(rows.map(([, row]) => [row.name, ''])));
    expect(settings.trustedProxies).toEqual([]);
    expect({ ...settings, trustedProxies: ['172.0.0.0/8'] }).toEqual(readSettings({}));
  });
});

describe('a wrong value', () => {
  const cases = wrong.flatMap(([key, ...texts]) => texts.map((text) => [table[key].name, text] as const));

  test.each(cases)('is refused by name: %s=%s', (name, text) => {
    const both = name === 'EASEL_TLS_CERT' ? { EASEL_TLS_KEY: pem } : {};
    const lines = linesOf({ ...both, [name]: text });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${name} (must|names) [^\n]+$`));
  });

  test('is reported with all the others, one line each', () => {
    const lines = linesOf({
      EASEL_PORT: 'x',
      EASEL_TLS_KEY: pem,
      EASEL_ASSETS_ACCESS_KEY: 'key',
      EASEL_LOG_LEVEL: 'loud',
      EASEL_HOST: 'a',
      EASEL_HOST_FILE: pem,
    });
    expect(lines).toEqual([
      'EASEL_HOST and EASEL_HOST_FILE are both set: keep one',
      'EASEL_PORT must be a whole number, 0 to 65535, not "x"',
      'EASEL_LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud"',
      'EASEL_TLS_CERT is missing: EASEL_TLS_KEY is set, and TLS needs both',
      'EASEL_ASSETS_SECRET_KEY is missing: EASEL_ASSETS_ACCESS_KEY is set, and S3 needs both',
    ]);
  });

  test('in a file that cannot be read names the file', () => {
    expect(linesOf({ EASEL_PORT_FILE: join(folder, 'none') })[0]).toMatch(
      /^EASEL_PORT cannot be read from the file ".*none" \(ENOENT\)$/,
    );
  });

  test('never shows a password, nor an address that may hold one', () => {
    const lines = linesOf({ EASEL_ADMIN_PASSWORD: 'geheim'.repeat(200), EASEL_DATABASE_URL: 'mysql://easel:geheim@db' });
    expect(lines).toHaveLength(2);
    expect(lines.join()).not.toContain('geheim');
  });
});

describe('metrics', () => {
  const listen = (address: string, more: Environment = {}) => linesOf({ EASEL_METRICS_LISTEN: address, ...more });

  test('that other machines reach need a token', () => {
    for (const address of ['0.0.0.0:9464', '[::]:9464', 'wall.example:9464', '10.0.0.1:9464']) {
      expect(listen(address)).toEqual([
        `EASEL_METRICS_TOKEN is missing: EASEL_METRICS_LISTEN is ${address}, which other machines reach`,
      ]);
      expect(listen(address, { EASEL_METRICS_TOKEN: 'x' })).toEqual([]);
    }
  });

  test('that only this machine reaches need none', () => {
    for (const address of ['127.0.0.1:9464', '127.0.0.2:0', '[::1]:9464', 'localhost:1']) expect(listen(address)).toEqual([]);
  });
});

describe('particular types', () => {
  test('the address of a database is shown without its password, and named without its account', () => {
    const url = 'postgres://easel:geheim@db:5433/easel?schema=two&sslmode=require&password=geheim';
    expect(readSettings({ EASEL_DATABASE_URL: url }).databaseUrl).toBe(url);
    expect(databaseUrl.show(url)).toBe('postgres://easel:********@db:5433/easel?schema=two&sslmode=require&password=********');
    expect(databaseName(url)).toBe('postgres://db:5433/easel?schema=two');
    expect(databaseUrl.show('sqlite:')).toBe('sqlite:');
  });

  test('lists drop spaces and empty entries', () => {
    expect(readSettings({ EASEL_CORS_ALLOWED_ORIGINS: ' https://a.example , ,*,' }).corsAllowedOrigins).toEqual([
      'https://a.example',
      '*',
    ]);
  });

  test.each([
    ['PEM', ed25519.export({ format: 'pem', type: 'spki' }).toString()],
    ['base64 of DER', der.toString('base64')],
    ['base64url of the 32 bytes', der.subarray(-32).toString('base64url')],
  ])('a licence key may be %s', (_, text) => {
    expect(readSettings({ EASEL_LICENSE_PUBLIC_KEY: text }).licensePublicKey?.equals(ed25519)).toBe(true);
  });
});

describe('dangerous combinations are reported', () => {
  const told = (env: Environment): string[] => dangers(readSettings(env)).map((line) => line.split(' ')[0]!);
  const tls = { EASEL_TLS_CERT: pem, EASEL_TLS_KEY: pem };

  test.each([
    ['not on loopback', {}],
    ['not on loopback by another name', { EASEL_HOST: '127.0.0.2' }],
    ['not on loopback of IPv6', { EASEL_HOST: '::1' }],
    ['with TLS and the own proxies', { ...tls, EASEL_HOST: '0.0.0.0', EASEL_TRUSTED_PROXIES: '10.1.0.0/16' }],
    ['with TLS and no proxies', { ...tls, EASEL_HOST: '::', EASEL_TRUSTED_PROXIES: '' }],
  ])('%s: nothing', (_, env) => expect(told(env)).toEqual([]));

  test.each([
    ['beyond loopback', { EASEL_HOST: '0.0.0.0' }, ['EASEL_HOST', 'EASEL_TRUSTED_PROXIES']],
    ['beyond loopback of IPv6', { EASEL_HOST: '::' }, ['EASEL_HOST', 'EASEL_TRUSTED_PROXIES']],
    ['on a name', { EASEL_HOST: 'wall.example', EASEL_TRUSTED_PROXIES: '' }, ['EASEL_HOST']],
    ['with TLS', { ...tls, EASEL_HOST: '10.0.0.1' }, ['EASEL_TRUSTED_PROXIES']],
    [
      'with the default written out',
      { ...tls, EASEL_HOST: '::', EASEL_TRUSTED_PROXIES: '172.0.0.0/8' },
      ['EASEL_TRUSTED_PROXIES'],
    ],
  ])('%s', (_, env, names) => expect(told(env)).toEqual(names));
});

describe('a variable that is not a setting', () => {
  test('is reported with the nearest name', () => {
    const env = { EASEL_PROT: '80', EASEL_ADMIN_PASSWORD_FLE: 'x', EASEL_COLOUR_OF_THE_SKY: 'x', PATH: 'x' };
    expect(settingWarnings(env)).toEqual([
      'EASEL_ADMIN_PASSWORD_FLE is not a setting: did you mean EASEL_ADMIN_PASSWORD_FILE?',
      'EASEL_COLOUR_OF_THE_SKY is not a setting',
      'EASEL_PROT is not a setting: did you mean EASEL_PORT?',
    ]);
    expect(linesOf(env)).toEqual([]);
  });
});
