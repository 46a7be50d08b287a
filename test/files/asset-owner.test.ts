import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createEasel } from '../../server/app.ts';
import { readSettings } from '../../server/settings.ts';
import { fakeClock } from '../kit/clock.ts';
import { type Easel, startEasel } from '../kit/easel.ts';
import { getFile, storedNames, uploaded } from '../kit/files.ts';
import { picture } from '../kit/samples.ts';
import { until } from '../kit/until.ts';

/** A database and the files beside it belong together: a database that does not know the files would delete them all. */
let folder: string;
let data: Buffer;
/** Data folders of two servers, each filled once. */
let made: string;
const fillings = new Map<string, { id: string; image: string }>();
beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), 'easel-owners-'));
  data = await picture('png', 21, 22);
  for (const name of ['one', 'two']) fillings.set(name, await fill(join(made, name)));
});
afterAll(() => rmSync(made, { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'easel-owner-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A data folder with one picture on a canvas, whose server has stopped. */
function filled(name: 'one' | 'two'): { path: string; id: string; image: string } {
  const path = join(folder, name);
  cpSync(join(made, name), path, { recursive: true, preserveTimestamps: true });
  return { path, ...fillings.get(name)! };
}

async function fill(path: string): Promise<{ id: string; image: string }> {
  mkdirSync(path);
  const easel = await startEasel({ folder: path });
  const canvas = await easel.canvas();
  const { id } = await uploaded(easel, easel.admin, `${canvas}/images`, data);
  const { server_id } = (await easel.request('GET', '/server-info')).body;
  await easel.close();
  return { id: server_id, image: `${canvas}/images/${id}` };
}

const idIn = (path: string): string => readFileSync(join(path, 'assets/server-id'), 'utf8').trim();
const databaseFiles = (path: string): string[] => readdirSync(path).filter((name) => name.startsWith('easel.db'));

/** Returns the reason why the server does not start; asserts that nothing in the folder of the files has changed. */
async function refused(path: string): Promise<string> {
  const before = existsSync(join(path, 'assets')) && readdirSync(join(path, 'assets'), { recursive: true });
  const cause = await startEasel({ folder: path }).then(
    () => 'it started',
    (error: Error) => error.message,
  );
  expect(existsSync(join(path, 'assets')) && readdirSync(join(path, 'assets'), { recursive: true })).toEqual(before);
  return cause;
}

/** Starts, and asserts that the picture is there. */
async function works({ path, image }: { path: string; image: string }): Promise<Easel> {
  const easel = await startEasel({ folder: path });
  expect((await getFile(easel, easel.admin, `${image}/download`)).bytes).toEqual(data);
  return easel;
}

describe('the id of the server', () => {
  test('stands beside its files, and the same server finds its own', async () => {
    const one = filled('one');
    expect(idIn(one.path)).toBe(one.id);
    await (await works(one)).close();
    expect(idIn(one.path)).toBe(one.id);
  });

  test('comes to an installation from before there were ids at its next start', async () => {
    const one = filled('one');
    rmSync(join(one.path, 'assets/server-id'));
    await (await works(one)).close();
    expect(idIn(one.path)).toBe(one.id);
  });
});

describe('a start is refused, and no file touched,', () => {
  test('when the database is new and there are files, until their database is back', async () => {
    const one = filled('one');
    mkdirSync(join(folder, 'aside'));
    for (const name of databaseFiles(one.path)) renameSync(join(one.path, name), join(folder, 'aside', name));
    const says = `the database ${one.path}/easel.db is new, but ${one.path}/assets holds files of the server ${one.id}, which`;
    expect(await refused(one.path)).toContain(says);
    rmSync(join(one.path, 'assets/server-id'));
    expect(await refused(one.path)).toContain(`${one.path}/assets holds files, which this server would delete`);
    // Remains of the refused start must not mix with the restored database
    expect(statSync(join(one.path, 'easel.db-wal'), { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    for (const name of databaseFiles(join(folder, 'aside'))) renameSync(join(folder, 'aside', name), join(one.path, name));
    await (await works(one)).close();
  });

  test('when the files are those of another server, unless its id says that they are not', async () => {
    const [one, two] = [filled('one'), filled('two')];
    rmSync(join(one.path, 'assets'), { recursive: true });
    renameSync(join(two.path, 'assets'), join(one.path, 'assets'));
    const says = await refused(one.path);
    expect(says).toContain(`holds files of the server ${two.id}, and ${one.path}/easel.db is of ${one.id}`);
    const [, id, file] = /echo (\S+) > (\S+)$/.exec(says)!;
    writeFileSync(file!, `${id}\n`);
    await (await works(one)).close();
  });

  test('when canvases have files and the folder has none, as when its disk is not mounted', async () => {
    const one = filled('one');
    renameSync(join(one.path, 'assets'), join(folder, 'aside'));
    expect(await refused(one.path)).toContain(`${one.path}/assets holds none: put that folder back`);
    mkdirSync(join(one.path, 'assets'));
    const [, id, file] = /echo (\S+) > (\S+)$/.exec(await refused(one.path))!;
    writeFileSync(file!, `${id}\n`);
    const easel = await startEasel({ folder: one.path });
    expect((await getFile(easel, easel.admin, `${one.image}/download`)).status).toBe(404);
    await easel.close();
  });
});

test('an id without files in the folder of a new server does not keep it from starting', async () => {
  const one = filled('one');
  for (const name of databaseFiles(one.path)) rmSync(join(one.path, name));
  for (const name of readdirSync(join(one.path, 'assets')).filter((name) => /^..$/.test(name))) {
    rmSync(join(one.path, 'assets', name), { recursive: true });
  }
  await (await startEasel({ folder: one.path })).close();
  expect(idIn(one.path)).not.toBe(one.id);
});

/** Starts a server with a log, removes the picture from its canvas, and lets hours pass until the sweep has logged something. */
async function swept(one: { path: string; image: string }, meanwhile = () => undefined as void): Promise<unknown[]> {
  const lines: [level: string, fields: object, text: string][] = [];
  const isOfSweep = (text: string): boolean => text !== 'audit log';
  const to = (level: string) => (fields: object, text: string) => isOfSweep(text) && lines.push([level, fields, text]);
  const clock = fakeClock(Date.now());
  const settings = readSettings({ EASEL_PORT: '0', EASEL_DATA_DIR: one.path });
  const log = { debug: to('debug'), info: to('info'), warn: to('warn'), error: to('error') };
  const easel = await createEasel({ settings, clock, log, fatal: to('fatal') as never });
  await easel.store.submit({
    scopes: [one.image.split('/')[2]!],
    author: { id: null, name: '', ip: '' },
    permit: () => undefined,
    *run(tx) {
      yield* tx.scope(one.image.split('/')[2]!).remove(one.image.split('/')[4]!);
    },
  });
  meanwhile();
  const hourPasses = (): boolean => {
    clock.advance(3_600_000);
    return lines.length > 0;
  };
  await until(hourPasses, 20);
  await easel.close();
  return lines;
}

test('files of another server that are put there while the server runs are not deleted', async () => {
  const [one, two] = [filled('one'), filled('two')];
  const lines = await swept(one, () => writeFileSync(join(one.path, 'assets/server-id'), `${two.id}\n`));
  expect(lines[0]).toEqual(['error', { err: expect.any(Error) }, 'the sweep of files failed']);
  expect(storedNames(one.path)).toHaveLength(1);
});

test('the log says how many files the sweep deleted, and at a finer level which', async () => {
  const one = filled('one');
  const [hash] = storedNames(one.path);
  expect(await swept(one)).toEqual([
    ['info', { files: 1 }, 'files that nothing refers to were deleted'],
    ['debug', { hashes: [hash] }, 'deleted'],
  ]);
});
