import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { Repository } from '../../cli/backup/repository.ts';
import { readSettings } from '../../server/settings.ts';
import { easel as command } from '../kit/command.ts';
import { type Easel, startEasel } from '../kit/easel.ts';
import { until } from '../kit/until.ts';
import { namesIn } from './backed-up.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const work = mkdtempSync(join(tmpdir(), 'easel-schedule-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));
let folders = 0;
const fresh = (): string => join(work, String(++folders));

/** A server that makes backups there. */
const scheduled = (place: string, env = {}): Promise<Easel> => startEasel({ env: { EASEL_BACKUP_URL: `file:${place}`, ...env } });
const idsIn = (place: string): string[] =>
  Repository.open(place)
    .manifests()
    .map(({ id }) => id);
const textsOf = (easel: Easel): string[] => easel.logged.map(({ text }) => text);

/** Lets the server come to its next backup, and waits until it has made it. */
async function next(easel: Easel, minutes: number): Promise<void> {
  const before = textsOf(easel).filter(isOutcome).length;
  easel.clock.advance(minutes * MINUTE);
  await until(() => textsOf(easel).filter(isOutcome).length > before, 50);
}
const isOutcome = (text: string): boolean => /^a backup (was|could)/.test(text);

/** What the metrics tell of backups. */
async function told(easel: Easel): Promise<Readonly<Record<string, number>>> {
  const text = await easel.server.metrics.text(async (written) => {
    for (;;) {
      const step = written.next();
      if (step.done) return step.value;
    }
  });
  const lines = text.split('\n').filter((line) => line.startsWith('easel_backup'));
  return Object.fromEntries(lines.map((line) => [line.split(' ')[0]!, Number(line.split(' ')[1])]));
}

describe('a server with a place for backups', () => {
  test('makes the first one five minutes after its start and then one each interval, and the rule removes the old ones', async () => {
    const place = fresh();
    const easel = await scheduled(place, { EASEL_BACKUP_EVERY_MINUTES: '30', EASEL_BACKUP_KEEP: '1h' });
    const due = new Date(easel.clock.now() + 5 * MINUTE).toISOString();
    for (let minutes = 1; minutes < 5; minutes++) easel.clock.advance(MINUTE);
    await next(easel, 1);
    const [first] = idsIn(place);
    // The name tells when it was begun
    expect(first).toContain(due.slice(0, 16).replace(/[-:]/g, ''));
    const canvas = await easel.canvas(easel.admin, { name: 'Sprint wall' });
    await easel.admin.post(`${canvas}/notes`, { text: 'in the second' });
    await next(easel, 25);
    expect(idsIn(place)).toEqual([expect.not.stringMatching(first!)]);
    const folder = fresh();
    expect((await command(`restore ${place}`, { EASEL_DATA_DIR: folder })).code).toBe(0);
    const other = await startEasel({ folder });
    expect((await other.admin.get(`${canvas}/notes`)).body).toMatchObject([{ text: 'in the second' }]);
    await other.close();
    const newest = Date.parse(Repository.open(place).manifest(undefined).at) / 1000;
    await until(async () => (await told(easel)).easel_backups === 1, 50);
    expect(await told(easel)).toMatchObject({
      easel_backup_last_success_timestamp_seconds: newest,
      easel_backup_interval_seconds: 1800,
      'easel_backups_total{outcome="done"}': 2,
      'easel_backups_total{outcome="failed"}': 0,
    });
    expect(easel.audit().filter(({ target_type }) => target_type === 'backup')).toEqual([]);
    await easel.close();
  });

  test('serves writes while a backup is made', async () => {
    const place = fresh();
    const easel = await scheduled(place);
    const canvas = await easel.canvas();
    easel.clock.advance(5 * MINUTE);
    let written = 0;
    while (!textsOf(easel).some(isOutcome)) {
      expect((await easel.admin.post(`${canvas}/notes`, { text: String(written++) })).status).toBe(200);
    }
    expect(textsOf(easel)).toContain('a backup was made');
    await easel.close();
  });

  test('ends while one is made, and leaves nothing that keeps the next one from its work', async () => {
    const place = fresh();
    const easel = await scheduled(place);
    easel.clock.advance(5 * MINUTE);
    await easel.restart();
    expect(textsOf(easel).filter(isOutcome)).toEqual([]);
    await next(easel, 5);
    expect((await command(`verify ${place}`)).code).toBe(0);
    await easel.close();
  });

  test('tells when one fails, in the log each time and in the audit log once, and goes on when the place is mended', async () => {
    const place = fresh();
    mkdirSync(place);
    writeFileSync(join(place, 'photo.jpg'), '');
    const easel = await scheduled(place);
    await next(easel, 5);
    await next(easel, 55);
    const msg = `${place} holds something else (photo.jpg): name an empty folder for backups`;
    expect(easel.errors.splice(0)).toEqual([
      ['a backup could not be made', { msg }],
      ['a backup could not be made', { msg }],
    ]);
    const entries = easel.audit().filter(({ action }) => action === 'Backup failed');
    expect(entries).toMatchObject([{ author_id: null, target_type: 'backup', details: JSON.stringify({ msg }) }]);
    expect(readdirSync(place)).toEqual(['photo.jpg']);
    expect(await told(easel)).toMatchObject({ 'easel_backups_total{outcome="failed"}': 2 });
    expect(await told(easel)).not.toHaveProperty('easel_backup_last_success_timestamp_seconds');
    rmSync(join(place, 'photo.jpg'));
    await next(easel, 60);
    expect(idsIn(place)).toHaveLength(1);
    await easel.close();
  });

  test('keeps what is old when a manifest is damaged, makes the new backup all the same, and says so', async () => {
    const place = fresh();
    const easel = await scheduled(place, { EASEL_BACKUP_EVERY_MINUTES: '20' });
    await next(easel, 5);
    const [id] = idsIn(place);
    writeFileSync(join(place, 'backups', `${id}.json`), '{');
    await next(easel, 15);
    expect(easel.logged.filter(({ level }) => level === 'warn')).toMatchObject([
      {
        text: 'a backup was made, and somebody should look',
        fields: { told: [expect.stringContaining(`manifest ${id}.json is damaged`)] },
      },
    ]);
    expect(namesIn(place, 'backups')).toHaveLength(2);
    await easel.close();
  });

  test('reads a part of them each day, and tells what is damaged', async () => {
    const place = fresh();
    const easel = await scheduled(place, { EASEL_BACKUP_EVERY_MINUTES: '0' });
    expect((await command('backup now', { EASEL_DATA_DIR: easel.folder, EASEL_BACKUP_URL: place })).code).toBe(0);
    easel.clock.advance(MINUTE);
    await until(async () => (await told(easel)).easel_backups === 1, 50);
    easel.clock.advance(29 * MINUTE);
    await until(async () => (await told(easel)).easel_backup_findings === 0, 50);
    const lost = namesIn(place, 'objects')[0]!;
    rmSync(lost);
    easel.clock.advance(DAY);
    await until(async () => ((await told(easel)).easel_backup_findings ?? 0) > 0, 50);
    expect(easel.errors.splice(0)).toEqual([
      ['backups are damaged', { findings: expect.arrayContaining([expect.stringContaining(lost.split('/').at(-1)!)]) }],
    ]);
    expect(idsIn(place)).toHaveLength(1);
    await easel.close();
  });
});

test('a server without a place makes none, and its metrics tell of none', async () => {
  const easel = await startEasel();
  easel.clock.advance(DAY);
  expect(textsOf(easel).filter(isOutcome)).toEqual([]);
  expect(Object.keys(await told(easel))).toEqual([]);
  await easel.close();
});

describe('the settings of backups', () => {
  const wrong = (env: object) => {
    try {
      readSettings({ ...env });
      return [];
    } catch (cause) {
      return (cause as { lines: string[] }).lines;
    }
  };
  const S3 = { EASEL_ASSETS_URL: 's3://bucket', EASEL_ASSETS_ACCESS_KEY: 'a', EASEL_ASSETS_SECRET_KEY: 'b' };

  test.each([
    [{ EASEL_BACKUP_URL: 'backups' }, 'EASEL_BACKUP_URL must be file: and the absolute path of a folder'],
    [
      { EASEL_BACKUP_URL: 'file:/srv/data/backups', EASEL_DATA_DIR: '/srv/data' },
      'EASEL_BACKUP_URL names a folder in the data folder, and would be lost with it: name one on another disk',
    ],
    [
      { EASEL_BACKUP_URL: 'file:/srv/b', EASEL_DATABASE_URL: 'postgres://db.example/easel' },
      'EASEL_BACKUP_URL is for the embedded database: with PostgreSQL, back up with pg_dump (docs/nodes.md)',
    ],
    [
      { EASEL_BACKUP_URL: 'file:/srv/b', ...S3 },
      'EASEL_BACKUP_URL copies no files out of S3: set EASEL_BACKUP_FILES=0, and copy the bucket with the tools of the store',
    ],
    [{ EASEL_BACKUP_EVERY_MINUTES: '10081' }, 'EASEL_BACKUP_EVERY_MINUTES must be a whole number, 0 to 10080, not "10081"'],
    [{ EASEL_BACKUP_KEEP: 'a week' }, expect.stringContaining('EASEL_BACKUP_KEEP must be numbers of hours')],
  ])('%o are refused', (env, line) => expect(wrong(env)).toEqual([line]));

  test.each([
    { EASEL_BACKUP_URL: '/srv/b' },
    { EASEL_BACKUP_URL: 'file:///srv/data-backups', EASEL_DATA_DIR: '/srv/data' },
    { EASEL_BACKUP_URL: 'file:/srv/b', EASEL_BACKUP_FILES: '0', ...S3 },
  ])('%o are taken', (env) => expect(wrong(env)).toEqual([]));
});

describe('easel backup, without a place', () => {
  test('takes that of the settings, and says that one is missing where there is none', async () => {
    const place = fresh();
    const easel = await startEasel();
    const env = { EASEL_DATA_DIR: easel.folder, EASEL_BACKUP_URL: `file:${place}`, EASEL_BACKUP_FILES: '0' };
    expect((await command('backup now --id 20261123T021500Z-4f2a', env)).code).toBe(0);
    expect(JSON.parse((await command('backup list --json', env)).out)).toMatchObject([
      { id: '20261123T021500Z-4f2a', has_files: false },
    ]);
    expect((await command('verify', env)).code).toBe(0);
    expect((await command('restore', { ...env, EASEL_DATA_DIR: fresh() })).code).toBe(0);
    expect(JSON.parse((await command('doctor backup --json', env)).out)).toMatchObject([{ state: 'ok' }]);
    for (const words of ['backup now', 'backup list', 'backup prune', 'verify', 'restore'])
      expect(await command(words, { EASEL_DATA_DIR: fresh() }), words).toMatchObject({
        code: 2,
        err: expect.stringContaining('set EASEL_BACKUP_URL'),
      });
    await easel.close();
  });

  test('takes no name that another backup has, and none of another form', async () => {
    const place = fresh();
    const easel = await startEasel();
    const env = { EASEL_DATA_DIR: easel.folder };
    await command(`backup now --to ${place} --id 20261123T021500Z-4f2a`, env);
    const [path] = namesIn(place, 'backups');
    const before = readFileSync(path!, 'utf8');
    expect(await command(`backup now --to ${place} --id 20261123T021500Z-4f2a`, env)).toMatchObject({
      code: 1,
      err: 'easel: there is a backup 20261123T021500Z-4f2a already\n',
    });
    expect((await command(`backup now --to ${place} --id ../../x`, env)).code).toBe(2);
    expect(readFileSync(path!, 'utf8')).toBe(before);
    await easel.close();
  });

  test('removes what a rule does not keep only when somebody agrees', async () => {
    const place = fresh();
    const easel = await startEasel();
    const env = { EASEL_DATA_DIR: easel.folder };
    for (const id of ['20261123T021500Z-0001', '20261123T021500Z-0002'])
      await command(`backup now --to ${place} --id ${id}`, env);
    expect((await command(`backup prune --at ${place} --keep 1m`, env)).code).toBe(2);
    expect((await command(`backup prune --at ${place} --keep 1m --dry-run`, env)).out).toContain(
      '1 backups: nothing was removed',
    );
    expect((await command(`backup prune --at ${place} --keep monthly`, env)).code).toBe(2);
    expect(idsIn(place)).toHaveLength(2);
    expect((await command(`backup prune --at ${place} --keep 1m --yes`, env)).out).toContain('1 backups removed');
    expect(idsIn(place)).toEqual(['20261123T021500Z-0002']);
    await easel.close();
  });
});
