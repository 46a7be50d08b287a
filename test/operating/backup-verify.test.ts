import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Repository } from '../../cli/backup/repository.ts';
import { verifyBackups } from '../../cli/backup/verify.ts';
import { namesIn, objectsOf, useBackups } from './backed-up.ts';

const { run, fresh, backUp, filled } = useBackups();

describe('easel verify', () => {
  const spoiled = async (spoil: (place: string, image: string) => void, words = '') => {
    const { image } = await filled();
    const place = fresh();
    await backUp(place);
    spoil(place, image);
    return run(`verify ${place} ${words}`);
  };
  const pieceOf = (place: string): string => [...objectsOf(place)].find(([, text]) => text.includes('"text":"two"'))![0];

  test('says that a whole repository is whole, and how much it read', async () => {
    const found = await spoiled(() => undefined);
    expect(found).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^everything is whole: 1 backups, \d+ objects and \d+ files read\n$/),
    });
  });

  test.each([
    [
      'an object that is damaged',
      (place: string) => writeFileSync(pieceOf(place), 'x'),
      /canvas Sprint wall \(.*\): 1 of 1 pieces: the object [0-9a-f]{64} is damaged: it cannot be unpacked/,
    ],
    [
      'an object with another content',
      (place: string) => cpSync(namesIn(place, 'objects').find((one) => one !== pieceOf(place))!, pieceOf(place)),
      /Sprint wall .*is damaged: its content has another hash/,
    ],
    ['an object that is not there', (place: string) => rmSync(pieceOf(place)), /Sprint wall .*is not there, or empty/],
    [
      'a file that is cut off',
      (place: string) => namesIn(place, 'files').map((path) => truncateSync(path, 5)),
      /Sprint wall .*: the file [0-9a-f]{64} is damaged/,
    ],
    [
      'a file that is not there',
      (place: string) => namesIn(place, 'files').map((path) => rmSync(path)),
      /Sprint wall .*: the file [0-9a-f]{64} is not there, or empty/,
    ],
  ])('finds %s, and names the canvas', async (_, spoil, line) => {
    const found = await spoiled(spoil);
    expect([found.code, found.err]).toEqual([3, '']);
    expect(found.out).toMatch(line);
  });

  test('finds what is not there also when it reads nothing', async () => {
    const found = await spoiled((place) => rmSync(pieceOf(place)), '--read none');
    expect(found).toMatchObject({ code: 3, out: expect.stringContaining('is not there, or empty') });
    expect((await spoiled((place) => writeFileSync(pieceOf(place), 'x'), '--read none')).code).toBe(0);
  });

  test('reads another seventh each day, and all of it in a week', async () => {
    await filled();
    const place = fresh();
    await backUp(place);
    const repository = Repository.open(place);
    const progress = { step: () => undefined, tell: () => undefined };
    const read = async (depth: 'all' | '1/7', day: number) =>
      (await verifyBackups({ repository, manifests: repository.manifests(), depth, day, progress })).objects;
    const days = await Promise.all([0, 1, 2, 3, 4, 5, 6].map((day) => read('1/7', day)));
    expect(days.reduce((sum, one) => sum + one, 0)).toBe(await read('all', 0));
  });

  test('takes no manifest for that of another backup, and looks at the others', async () => {
    const place = fresh();
    const id = await backUp(place);
    const other = await backUp(place);
    const file = join(place, 'backups', `${id}.json`);
    const manifest = readFileSync(file, 'utf8');
    const damaged = expect.stringContaining(`the manifest ${id}.json is damaged`);
    for (const spoilt of ['{', 'null', '{}', JSON.stringify({ ...JSON.parse(manifest), id: '../../other' })]) {
      writeFileSync(file, spoilt);
      expect(await run(`verify ${place}`)).toMatchObject({ code: 3, out: damaged });
      const before = namesIn(place, '.');
      for (const words of [`restore ${place}`, `backup delete ${id} --at ${place} --yes`, `backup prune --at ${place}`])
        expect(await run(words, { EASEL_DATA_DIR: fresh() })).toMatchObject({ code: 1, err: damaged });
      expect(namesIn(place, '.')).toEqual(before);
      expect((await run(`restore ${place} --backup ${other}`, { EASEL_DATA_DIR: fresh() })).code).toBe(0);
    }
    await backUp(place);
    rmSync(file);
    expect((await run(`verify ${place}`)).code).toBe(0);
  });

  test('finds what the next backup writes again once somebody has removed it', async () => {
    await filled();
    const place = fresh();
    await backUp(place);
    const piece = pieceOf(place);
    writeFileSync(piece, 'x');
    expect((await run(`verify ${place}`)).code).toBe(3);
    rmSync(piece);
    const holding = (text: string): string => [...objectsOf(place)].find(([, object]) => object.includes(text))![0];
    const lost = [() => namesIn(place, 'files'), () => [holding('"author_name"')], () => [holding('{"id":"directory"')]];
    for (const paths of [() => [], ...lost]) {
      for (const path of paths()) rmSync(path);
      await backUp(place);
      expect(await run(`verify ${place}`)).toMatchObject({ code: 0 });
    }
  });

  test('refuses a folder without backups, a depth and a backup that it does not know', async () => {
    const place = fresh();
    expect(await run(`verify ${place}`)).toMatchObject({
      code: 1,
      err: `easel: ${place} holds no backups: there is no repository.json\n`,
    });
    await backUp(place);
    expect(await run(`verify ${place} --read half`)).toMatchObject({ code: 2, err: 'easel: --read needs none, 1/7, all\n' });
    expect(await run(`verify ${place} --backup nowhere`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no backup nowhere'),
    });
  });
});
