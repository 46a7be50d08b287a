import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pruneRepository } from '../../cli/backup/prune.ts';
import { Repository } from '../../cli/backup/repository.ts';
import { easel as command } from '../kit/command.ts';
import { type Caller, startEasel } from '../kit/easel.ts';
import { getFile } from '../kit/files.ts';
import { namesIn, objectsOf, useBackups } from './backed-up.ts';

const { easel, run, fresh, backUp, filled } = useBackups();
const content = async (canvas: string, who: Caller = easel.admin): Promise<unknown> =>
  (await who.get(`${canvas}/widgets?annotations=1`)).body;

describe('a backup of a running server', () => {
  test('is put back into an empty folder: records, files, rights and the audit log are as they were', async () => {
    const { canvas, image } = await filled();
    const place = fresh();
    await backUp(place);
    const before = await content(canvas);
    const bytes = (await getFile(easel, easel.admin, `${image}/download`)).bytes;
    const log = (await easel.admin.get('/audit-log?limit=1000')).body;
    const from = (await easel.admin.watch(`${canvas}/notes?changes=1`)).response.headers['easel-revision'];
    await easel.people.ann.post(`${canvas}/notes`, { text: 'after the backup' });

    const folder = fresh();
    const { code, out, err } = await run(`restore ${place}`, { EASEL_DATA_DIR: folder });
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^restored into .*: \d+ records, \d+ files, \d+ entries of the audit log, as of 2/);
    const other = await startEasel({ folder });
    try {
      const signedIn = (
        await other.anonymous.post('/users/login', { email: easel.people.ann.email, password: easel.people.ann.password })
      ).body;
      const ann = other.as(signedIn.token);
      expect(await content(canvas, ann)).toEqual(before);
      expect((await getFile(other, ann, `${image}/download`)).bytes).toEqual(bytes);
      expect((await other.as(easel.people.ann.token).get('/users')).status).toBe(401);
      const restored = (await other.admin.get('/audit-log?limit=1000')).body;
      expect(restored.filter(({ id }: { id: number }) => id <= log[0].id)).toEqual(log);
      expect(restored).toContainEqual(
        expect.objectContaining({ action: 'Server restored', author_name: expect.stringContaining('easel restore (') }),
      );
      const stream = await ann.watch(`${canvas}/notes?changes=1&from=${from}`);
      expect(stream.response.headers['easel-stream']).toBe('whole');
      expect(await command('audit verify', { EASEL_DATA_DIR: folder })).toMatchObject({ code: 0 });
    } finally {
      await other.close();
    }
  });

  test('writes nothing twice, and of a changed note one piece', async () => {
    const { canvas } = await filled();
    const place = fresh();
    await backUp(place);
    const first = objectsOf(place);
    await backUp(place);
    expect(new Set(objectsOf(place).keys())).toEqual(new Set(first.keys()));
    const [note] = (await easel.admin.get(`${canvas}/notes`)).body;
    await easel.people.ann.patch(`${canvas}/notes/${note.id}`, { text: 'changed' });
    await backUp(place);
    const added = [...objectsOf(place)].filter(([path]) => !first.has(path)).map(([, text]) => text);
    expect(added.filter((text) => text.includes('"kind":'))).toHaveLength(1);
    expect(added.find((text) => text.includes('"kind":'))).toContain('changed');
    const { out } = await run(`backup list --at ${place} --json`);
    expect(JSON.parse(out)).toHaveLength(3);
  });

  test('holds every write that was acknowledged before it began, and no later write without the earlier', async () => {
    const one = await easel.canvas();
    const two = await easel.canvas();
    const place = fresh();
    let acknowledged = 0;
    let isOver = false;
    const writing = (async () => {
      for (let count = 1; !isOver; count++) {
        await easel.admin.post(`${one}/notes`, { text: String(count) });
        await easel.admin.post(`${two}/notes`, { text: String(count) });
        acknowledged = count;
      }
    })();
    for (let times = 0; times < 3; times++) {
      const before = acknowledged;
      const id = await backUp(place);
      const folder = fresh();
      await run(`restore ${place} --backup ${id}`, { EASEL_DATA_DIR: folder });
      const other = await startEasel({ folder });
      const counts = await Promise.all([one, two].map(async (canvas) => (await other.admin.get(`${canvas}/notes`)).body.length));
      await other.close();
      expect(counts[1]).toBeGreaterThanOrEqual(before);
      expect([counts[1], counts[1]! + 1]).toContain(counts[0]);
    }
    isOver = true;
    await writing;
  });

  test('is for its account alone, and can be read with gunzip', async () => {
    await filled();
    const place = fresh();
    await backUp(place);
    const all = [place, ...readdirSync(place, { recursive: true }).map((name) => join(place, String(name)))];
    expect(all.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([]);
    for (const [path, text] of objectsOf(place)) {
      const lines = text.split('\n').filter(Boolean);
      expect(lines.length, path).toBeGreaterThan(0);
      if (!/^[0-9a-f]{64}$/.test(lines[0]!)) for (const line of lines) expect(typeof JSON.parse(line)).toBe('object');
    }
  });

  test('says which settings the server that runs has, without secrets', async () => {
    const settings = [
      { name: 'EASEL_PORT', value: '80', changed: true },
      { name: 'EASEL_METRICS_TOKEN', value: '********', changed: true },
      { name: 'EASEL_HOST', value: '127.0.0.1', changed: false },
    ];
    writeFileSync(join(easel.folder, 'running.json'), JSON.stringify({ settings }));
    const place = fresh();
    const id = await backUp(place);
    rmSync(join(easel.folder, 'running.json'));
    expect(Repository.open(place).manifest(id).settings).toEqual({ EASEL_PORT: '80', EASEL_METRICS_TOKEN: '********' });
  });

  test('names a file that is gone or damaged, and is made all the same', async () => {
    const { image } = await filled();
    const { hash } = (await easel.admin.get(image)).body;
    const folder = fresh();
    cpSync(easel.folder, folder, { recursive: true, filter: (path) => !path.endsWith('.sock') && !path.endsWith('easel.lock') });
    const file = join(folder, 'assets', hash.slice(0, 2), hash);
    for (const [spoil, why] of [
      [() => truncateSync(file, 3), 'its content is damaged'],
      [() => rmSync(file), 'it was not there any more'],
    ] as const) {
      spoil();
      const place = fresh();
      const made = await run(`backup now --to ${place}`, { EASEL_DATA_DIR: folder });
      expect(made).toMatchObject({ code: 3, err: `easel: the file ${hash} is not in it: ${why}\n` });
      expect((await run(`verify ${place}`)).code).toBe(0);
      const restored = await run(`restore ${place}`, { EASEL_DATA_DIR: fresh() });
      expect(restored).toMatchObject({ code: 3, out: expect.stringContaining(`The file ${hash} was not in the backup.`) });
    }
  });
});

describe('easel restore', () => {
  test('is refused where data is, while a server runs, and for a backup that is not whole; nothing is changed', async () => {
    const { canvas } = await filled();
    const place = fresh();
    const id = await backUp(place);
    const before = await content(canvas);
    expect(await run(`restore ${place}`)).toMatchObject({ code: 1, err: expect.stringContaining('a server is running on') });
    const used = fresh();
    mkdirSync(used);
    writeFileSync(join(used, 'easel.db'), 'data');
    expect(await run(`restore ${place}`, { EASEL_DATA_DIR: used })).toMatchObject({
      code: 1,
      err: expect.stringContaining('move it aside (mv'),
    });
    expect(readFileSync(join(used, 'easel.db'), 'utf8')).toBe('data');
    rmSync(namesIn(place, 'objects')[0]!);
    const empty = fresh();
    expect(await run(`restore ${place} --backup ${id}`, { EASEL_DATA_DIR: empty })).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not there'),
    });
    expect(existsSync(empty)).toBe(false);
    expect(await content(canvas)).toEqual(before);
  });

  test('puts no files where the server would not look for them', async () => {
    const place = fresh();
    await backUp(place);
    const folder = fresh();
    const env = {
      EASEL_DATA_DIR: folder,
      EASEL_ASSETS_URL: 's3://bucket',
      EASEL_ASSETS_ACCESS_KEY: 'a',
      EASEL_ASSETS_SECRET_KEY: 'b',
    };
    expect(await run(`restore ${place}`, env)).toMatchObject({
      code: 1,
      err: expect.stringContaining('leave EASEL_ASSETS_URL out'),
    });
    expect(existsSync(folder)).toBe(false);
  });

  test('takes the newest backup of a moment, and none of a newer version', async () => {
    const canvas = await easel.canvas();
    const place = fresh();
    const first = await backUp(place);
    await easel.admin.post(`${canvas}/notes`, { text: 'later' });
    await backUp(place);
    const { at } = Repository.open(place).manifest(first);
    const folder = fresh();
    expect(await run(`restore ${place} --at ${at}`, { EASEL_DATA_DIR: folder })).toMatchObject({
      code: 0,
      out: expect.stringContaining(`as of ${at}`),
    });
    expect(await run(`restore ${place} --at 2001-01-01`, { EASEL_DATA_DIR: fresh() })).toMatchObject({
      code: 1,
      err: expect.stringContaining('as old as 2001-01-01'),
    });
    const file = join(place, 'backups', `${first}.json`);
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...manifest, shape: { ...manifest.shape, tables: 999 } }));
    expect(await run(`restore ${place} --backup ${first}`, { EASEL_DATA_DIR: fresh() })).toMatchObject({
      code: 1,
      err: expect.stringContaining('made by a newer version of Easel'),
    });
  });

  test('goes on where an interrupted one ended, and a server refuses what is half there', async () => {
    const { canvas } = await filled();
    const place = fresh();
    await backUp(place);
    const folder = fresh();
    await run(`restore ${place}`, { EASEL_DATA_DIR: folder });
    // An empty one is made by whoever opens the folder
    rmSync(join(folder, 'easel.db'));
    writeFileSync(join(folder, 'easel.db'), '');
    writeFileSync(join(folder, 'easel.db.restoring'), 'half');
    await expect(startEasel({ folder })).rejects.toThrow('which this server would delete');
    for (const part of ['', '-wal', '-shm']) rmSync(join(folder, `easel.db${part}`), { force: true });
    writeFileSync(join(folder, 'easel.db'), '');
    expect((await run(`restore ${place}`, { EASEL_DATA_DIR: folder })).code).toBe(0);
    const other = await startEasel({ folder });
    expect(await content(canvas, other.admin)).toEqual(await content(canvas));
    await other.close();
  });
});

describe('a folder of backups', () => {
  test('belongs to one server, has one writer, and is made only where nothing else is', async () => {
    const place = fresh();
    await backUp(place);
    const before = namesIn(place, '.');
    const other = await startEasel();
    const refused = await command(`backup now --to ${place}`, { EASEL_DATA_DIR: other.folder });
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('holds backups of another server') });
    await other.close();
    const unlock = Repository.open(place).lock();
    expect(await run(`backup now --to ${place}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('another easel backup is at work'),
    });
    unlock();
    expect(namesIn(place, '.').filter((path) => !path.includes('easel.lock'))).toEqual(
      before.filter((path) => !path.includes('easel.lock')),
    );
    const used = fresh();
    mkdirSync(used);
    writeFileSync(join(used, 'photo.jpg'), '');
    expect(await run(`backup now --to ${used}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('holds something else (photo.jpg)'),
    });
    expect(readdirSync(used)).toEqual(['photo.jpg']);
  });

  test.each([
    ['', {}, 2, '--to is missing'],
    ['--to s3://bucket/b', {}, 1, 'backups in S3 are not built yet'],
    ['--to /nowhere/b', { EASEL_DATABASE_URL: 'postgres://db.example/easel' }, 1, 'with PostgreSQL, back up with pg_dump'],
    [
      '--to /nowhere/b',
      { EASEL_ASSETS_URL: 's3://bucket', EASEL_ASSETS_ACCESS_KEY: 'a', EASEL_ASSETS_SECRET_KEY: 'b' },
      1,
      'files are in S3',
    ],
    ['--to /nowhere/b', { EASEL_DATA_DIR: '/nowhere/data' }, 4, 'there is no database /nowhere/data/easel.db'],
  ])('%s %o is refused in one line', async (words, env, code, line) => {
    const { code: ended, err } = await run(`backup now ${words}`, env);
    expect([ended, err.split('\n').length, err]).toEqual([code, 2, expect.stringContaining(line)]);
  });

  test('keeps its newest backup, and gives room back after a day', async () => {
    const canvas = await easel.canvas();
    const note = (await easel.admin.post(`${canvas}/notes`, { text: 'first' })).body;
    const place = fresh();
    const first = await backUp(place);
    await easel.admin.patch(`${canvas}/notes/${note.id}`, { text: 'second' });
    const second = await backUp(place);
    expect(await run(`backup delete ${second} --at ${place} --yes`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('the newest backup, which always stays'),
    });
    expect(await run(`backup delete ${first} --at ${place}`)).toMatchObject({
      code: 2,
      err: expect.stringContaining('Say so with --yes'),
    });
    expect(Repository.open(place).manifests()).toHaveLength(2);
    expect((await run(`backup delete ${first} --at ${place} --yes`)).code).toBe(0);
    const repository = Repository.open(place);
    const prune = (now: number) =>
      pruneRepository({ repository, isDry: false, now, progress: { step: () => undefined, tell: () => undefined } });
    const now = Date.now();
    expect(await prune(now)).toMatchObject({ removed: 0, waiting: expect.any(Number) });
    expect((await prune(now + 86_399_000)).removed).toBe(0);
    const pruned = await prune(now + 86_400_000);
    expect(pruned.removed).toBeGreaterThan(0);
    expect([...objectsOf(place).values()].some((text) => text.includes('"text":"first"'))).toBe(false);
    expect((await run(`verify ${place}`)).code).toBe(0);
    expect((await run(`restore ${place}`, { EASEL_DATA_DIR: fresh() })).code).toBe(0);
  });

  test.skipIf(process.getuid?.() === 0)('that cannot be written to is one line (skipped for root)', async () => {
    const place = fresh();
    mkdirSync(place);
    chmodSync(place, 0o500);
    expect((await run(`backup now --to ${place}`)).code).toBe(1);
  });
});
