import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenDoor, openDoor } from '../../server/start/open-door.ts';
import { openDatabase } from '../../server/store/drivers/sqlite/engine.ts';
import { easel as command } from '../kit/command.ts';
import { useEasel } from '../kit/easel.ts';
import { uploaded } from '../kit/files.ts';
import { svg } from '../kit/samples.ts';

const work = mkdtempSync(join(tmpdir(), 'easel-doctor-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
let folders = 0;
const fresh = (): string => join(work, String(++folders));

const easel = useEasel({ people: ['ann'] });

/** A canvas with a note, a connector and a picture, and the folder of the server as it is then. */
async function filled() {
  const canvas = await easel.canvas(easel.people.ann, { name: 'Sprint wall' });
  const [one, two] = await Promise.all(
    ['one', 'two'].map(async (text) => (await easel.people.ann.post(`${canvas}/notes`, { text })).body),
  );
  await easel.people.ann.post(`${canvas}/connectors`, { src: { id: one.id }, dst: { id: two.id } });
  const image = await uploaded(
    easel,
    easel.people.ann,
    `${canvas}/images`,
    svg(40, 30, `<rect width="${++folders}" height="9"/>`),
    'a.svg',
  );
  return { canvas: canvas.split('/').at(-1)!, note: one.id as string, hash: image.hash as string };
}
/** A copy of the data folder, which no server has. */
function copied(): string {
  const folder = fresh();
  cpSync(easel.folder, folder, { recursive: true, filter: (path) => !/easel\.(lock|sock)$|running\.json$/.test(path) });
  chmodSync(folder, 0o700);
  return folder;
}
const fileOf = (folder: string, hash: string): string => join(folder, 'assets', hash.slice(0, 2), hash);
const doctor = (folder: string, words = '', env = {}) => command(`doctor ${words}`, { EASEL_DATA_DIR: folder, ...env });
const found = async (folder: string, words: string, env = {}) => {
  const { code, out, err } = await doctor(folder, `${words} --json`, env);
  expect(err).toBe('');
  return { code, checks: JSON.parse(out) as { name: string; state: string; says: string; mend?: string; details?: string[] }[] };
};
const one = async (folder: string, name: string, words = '', env = {}) => {
  const { code, checks } = await found(folder, `${name} ${words}`, env);
  expect(checks.map((check) => check.name)).toEqual([name]);
  return { code, ...checks[0]! };
};

describe('easel doctor', () => {
  let door: OpenDoor;
  beforeAll(async () => {
    door = await openDoor(easel.server.http, easel.folder);
    const running = { pid: process.pid, version: 'test', address: easel.url, socket: door.path, since: '', settings: [] };
    writeFileSync(join(easel.folder, 'running.json'), JSON.stringify(running));
  });
  afterAll(() => {
    rmSync(join(easel.folder, 'running.json'));
    door.remove();
  });

  test('finds nothing that failed on a server that works, and prints problems first and then what to do', async () => {
    await filled();
    const { code, out } = await doctor(easel.folder);
    expect(code).toBe(0);
    const [list, todo] = out.split('\nWhat to do:\n');
    const states = list!
      .trim()
      .split('\n')
      .map((line) => /^\S.*?\s{2,}(ok|degraded|failed)\s/.exec(line)?.[1]);
    expect(states).toEqual(
      [...states].sort((a, b) => ['failed', 'degraded', 'ok'].indexOf(a!) - ['failed', 'degraded', 'ok'].indexOf(b!)),
    );
    expect(states).not.toContain('failed');
    expect(todo).toContain('backup: Set EASEL_BACKUP_URL, and the server makes some');
    expect((await doctor(easel.folder, '--strict')).code).toBe(3);
  });

  test('asks the server that runs, and does without one that does not', async () => {
    await filled();
    const names = (await found(easel.folder, '')).checks.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['server: database', 'server: disk', 'server: event_loop', 'audit']));
    const alone = (await found(copied(), '')).checks.map(({ name }) => name);
    expect(alone.some((name) => name.startsWith('server'))).toBe(false);
    expect(alone).toContain('assets_missing');
  });

  test('makes what takes long only when asked, and says which checks there are', async () => {
    const folder = copied();
    expect((await found(folder, '')).checks.map(({ name }) => name)).not.toContain('integrity');
    const all = (await found(folder, '--much')).checks;
    for (const name of ['integrity', 'records', 'references', 'assets_damaged'])
      expect(all.find((check) => check.name === name)).toMatchObject({ state: 'ok' });
    expect(await doctor(folder, 'fever')).toMatchObject({
      code: 2,
      err: expect.stringContaining('there is no check fever; there are settings, certificate, backup'),
    });
    expect(await doctor(fresh())).toMatchObject({ code: 4, err: expect.stringContaining('there is no data folder') });
  });
});

describe('a check finds', () => {
  test('files that are not there, names canvas and widget, and takes them out of a backup', async () => {
    const { hash } = await filled();
    const folder = copied();
    const place = fresh();
    expect((await command(`backup now --to ${place}`, { EASEL_DATA_DIR: folder })).code).toBe(0);
    expect((await one(folder, 'assets_missing')).state).toBe('ok');
    rmSync(fileOf(folder, hash));
    const missing = await one(folder, 'assets_missing');
    expect(missing).toMatchObject({
      code: 3,
      state: 'failed',
      details: [expect.stringMatching(new RegExp(`^${hash}: Image .* on canvas Sprint wall`))],
    });
    expect(missing.mend).toContain('--backups <folder of backups>');
    expect(await doctor(folder, `assets_missing --fix --backups ${place}`)).toMatchObject({
      code: 2,
      err: expect.stringContaining('Say so with --yes'),
    });
    const mended = await doctor(folder, `assets_missing --fix --yes --backups ${place}`);
    expect(mended).toMatchObject({ code: 0, out: expect.stringContaining('1 of 1 files were taken out of the backups') });
    expect((await one(folder, 'assets_missing')).state).toBe('ok');
    expect(statSync(fileOf(folder, hash)).mode & 0o777).toBe(0o600);
  });

  test('files with another content, and takes them out of a backup', async () => {
    const { hash } = await filled();
    const folder = copied();
    const place = fresh();
    await command(`backup now --to ${place}`, { EASEL_DATA_DIR: folder });
    truncateSync(fileOf(folder, hash), 3);
    expect(await one(folder, 'assets_damaged')).toMatchObject({
      code: 3,
      state: 'failed',
      details: [expect.stringContaining(hash)],
    });
    expect((await doctor(folder, `assets_damaged --fix --yes --backups ${place}`)).code).toBe(0);
    expect((await one(folder, 'assets_damaged')).state).toBe('ok');
  });

  test('files that nobody needs, once they are some hours old', async () => {
    await filled();
    const folder = copied();
    const stray = fileOf(folder, 'ab'.repeat(32));
    execFileSync('mkdir', ['-p', join(stray, '..')]);
    writeFileSync(stray, 'nobody');
    expect((await one(folder, 'assets_stray')).state).toBe('ok');
    const old = new Date(Date.now() - 86_400_000);
    utimesSync(stray, old, old);
    expect(await one(folder, 'assets_stray')).toMatchObject({
      code: 0,
      state: 'degraded',
      says: '1 files, 6 B, to which nothing refers',
    });
  });

  test.each([
    ['records', (id: string) => `UPDATE records SET shown = 'x' WHERE key LIKE '%${id}'`, '1 of ', 'is no JSON'],
    [
      'records',
      (id: string) => `UPDATE records SET version = 999 WHERE key LIKE '%${id}'`,
      '1 of ',
      'was written by a newer version of Easel (Note 999)',
    ],
    ['references', (id: string) => `DELETE FROM records WHERE key LIKE '%${id}'`, '1 records name others', 'which is not there'],
    [
      'audit',
      () => "DROP TRIGGER audit_is_immutable; UPDATE audit SET action = 'x' WHERE id = 2",
      'the audit log is not as it was written: entry 2',
      '',
    ],
  ])('%s that are damaged', async (name, sql, says, detail) => {
    const { note } = await filled();
    const folder = copied();
    expect((await one(folder, name)).state).toBe('ok');
    const database = openDatabase(join(folder, 'easel.db'));
    database.exec(sql(note));
    database.close();
    const check = await one(folder, name);
    expect(check).toMatchObject({
      code: 3,
      state: 'failed',
      says: expect.stringContaining(says),
      mend: expect.stringContaining('easel verify'),
    });
    expect(check.details?.join() ?? '').toContain(detail);
  });

  test('a gap in the audit log, however many entries are missing', async () => {
    const folder = copied();
    const database = openDatabase(join(folder, 'easel.db'));
    database.exec('DROP TRIGGER audit_is_immutable; UPDATE audit SET id = id + 5000 WHERE id = (SELECT max(id) FROM audit)');
    database.close();
    expect(await one(folder, 'audit')).toMatchObject({ code: 3, says: expect.stringContaining('are missing, or entry 50') });
  });

  test('a database file that is damaged', async () => {
    await filled();
    const folder = copied();
    const file = join(folder, 'easel.db');
    const database = openDatabase(file);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const named = "SELECT rootpage FROM sqlite_schema WHERE name = 'audit_by_time'";
    const { rootpage } = database.prepare(named).get() as { rootpage: number };
    const { page_size } = database.prepare('PRAGMA page_size').get() as { page_size: number };
    database.close();
    const bytes = readFileSync(file);
    bytes.fill(0, rootpage * page_size - 200, rootpage * page_size);
    writeFileSync(file, bytes);
    const check = await one(folder, 'integrity');
    expect(check).toMatchObject({ code: 3, state: 'failed', mend: expect.stringContaining('easel restore') });
    bytes.fill(0, 100, page_size);
    writeFileSync(file, bytes);
    expect(await one(folder, 'database')).toMatchObject({
      code: 3,
      state: 'failed',
      says: expect.stringContaining('cannot be read'),
    });
  });

  test('files that others can read, and closes them', async () => {
    const folder = copied();
    chmodSync(join(folder, 'easel.db'), 0o644);
    expect(await one(folder, 'folder')).toMatchObject({ code: 0, state: 'degraded', details: [join(folder, 'easel.db')] });
    const mended = await doctor(folder, 'folder --fix --yes --json');
    expect(mended).toMatchObject({ code: 0, err: expect.stringContaining('are for their account alone now') });
    expect(JSON.parse(mended.out)).toMatchObject([{ name: 'folder', fixable: true }]);
    expect(statSync(join(folder, 'easel.db')).mode & 0o777).toBe(0o600);
    expect((await one(folder, 'folder')).state).toBe('ok');
  });

  test('what killed processes left, once it is a day old, and removes it', async () => {
    const folder = copied();
    const left = join(folder, 'easel.db.restoring');
    writeFileSync(left, 'half', { mode: 0o600 });
    expect((await one(folder, 'leftovers')).state).toBe('ok');
    const old = new Date(Date.now() - 2 * 86_400_000);
    utimesSync(left, old, old);
    expect(await one(folder, 'leftovers')).toMatchObject({ state: 'degraded', details: [left] });
    expect((await doctor(folder, 'leftovers --fix --yes')).code).toBe(0);
    expect(readdirSync(folder)).not.toContain('easel.db.restoring');
  });

  test('a password that is still in a file, settings that are none, and dangerous ones', async () => {
    const folder = copied();
    writeFileSync(join(folder, 'admin-password'), 'secret', { mode: 0o600 });
    const password = await one(folder, 'first_password');
    expect(password).toMatchObject({ state: 'degraded', mend: expect.stringContaining('rm ') });
    expect(JSON.stringify(password)).not.toContain('secret');
    expect(await one(folder, 'settings', '', { EASEL_PROT: '1' })).toMatchObject({
      state: 'degraded',
      says: 'EASEL_PROT is not a setting: did you mean EASEL_PORT?',
    });
    expect(await one(folder, 'settings', '', { EASEL_HOST: '0.0.0.0' })).toMatchObject({
      state: 'degraded',
      says: expect.stringContaining('there is no TLS'),
    });
  });

  test.skipIf(!hasOpenssl)(
    'a certificate that ends, that is for another name, or whose key others can read (skipped without openssl)',
    async () => {
      const folder = copied();
      const made = (days: number): Record<string, string> => {
        folders++;
        const cert = join(work, `${folders}.pem`);
        const key = join(work, `${folders}.key`);
        execFileSync(
          'openssl',
          [
            'req',
            '-x509',
            '-newkey',
            'rsa:2048',
            '-nodes',
            '-subj',
            '/CN=wall.example',
            '-addext',
            'subjectAltName=DNS:wall.example',
            '-days',
            String(days),
            '-keyout',
            key,
            '-out',
            cert,
          ],
          { stdio: 'ignore' },
        );
        chmodSync(key, 0o600);
        return { EASEL_TLS_CERT: cert, EASEL_TLS_KEY: key };
      };
      const long = made(90);
      expect(await one(folder, 'certificate', '', long)).toMatchObject({ state: 'ok' });
      expect(await one(folder, 'certificate', '', made(5))).toMatchObject({
        state: 'degraded',
        says: expect.stringMatching(/ends in [45] days/),
      });
      expect(await one(folder, 'certificate', '', { ...long, EASEL_EXTERNAL_URL: 'https://other.example' })).toMatchObject({
        code: 3,
        says: expect.stringContaining('is not for other.example'),
      });
      chmodSync(long.EASEL_TLS_KEY!, 0o644);
      expect(await one(folder, 'certificate', '', long)).toMatchObject({
        state: 'degraded',
        says: expect.stringContaining('every account of this machine'),
      });
      expect((await doctor(folder, 'certificate --fix --yes', long)).code).toBe(0);
      expect(statSync(long.EASEL_TLS_KEY!).mode & 0o777).toBe(0o640);
    },
  );

  test('that backups are old, or that there are none', async () => {
    const folder = copied();
    const place = fresh();
    await command(`backup now --to ${place}`, { EASEL_DATA_DIR: folder });
    expect(await one(folder, 'backup', `--backups ${place}`)).toMatchObject({
      state: 'ok',
      says: 'the newest backup is 0 minutes old',
    });
    expect(await one(folder, 'backup')).toMatchObject({ code: 0, state: 'degraded' });
    expect(await one(folder, 'backup', `--backups ${fresh()}`)).toMatchObject({
      code: 3,
      state: 'failed',
      says: expect.stringContaining('holds no backups'),
    });
  });

  test('that the backups of the server itself are older than two intervals', async () => {
    const folder = copied();
    const place = fresh();
    await command(`backup now --to ${place}`, { EASEL_DATA_DIR: folder });
    const [name] = readdirSync(join(place, 'backups'));
    const file = join(place, 'backups', name!);
    const at = new Date(Date.now() - 3_600_000).toISOString();
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), at }));
    const every = (minutes: string) => ({ EASEL_BACKUP_URL: place, EASEL_BACKUP_EVERY_MINUTES: minutes });
    for (const [minutes, state] of [
      ['20', 'degraded'],
      ['30', 'ok'],
      ['0', 'ok'],
    ] as const)
      expect(await one(folder, 'backup', '', every(minutes))).toMatchObject({
        state,
        says: 'the newest backup is 60 minutes old',
      });
  });
});
