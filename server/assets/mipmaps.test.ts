import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../test/kit/clock.ts';
import { endlessDisk } from '../../test/kit/disk.ts';
import type { DurableView } from '../store/store.ts';
import { findAsset } from './find-asset.ts';
import { MipmapCache } from './mipmap-cache.ts';
import { createMipmaps, type Mipmaps } from './mipmaps.ts';
import { CannotRender, type LevelJob, NotStarted, type PageInfo } from './render/types.ts';

const hash = 'ab'.repeat(32);
const image = { hash, type: 'image/png' };
const refusal = (status: number, message: string) => ({ status, message });
const unsupported = refusal(501, 'Mipmaps are not supported for this asset');

let folder: string;
let clock: FakeClock;
let mipmaps: Mipmaps;
let infos: string[];
let levels: LevelJob[];
let failures: string[];
let page: PageInfo;
let broken: boolean;
let noProcess: boolean;

const anybody = { by: 'ann' };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'easel-mipmaps-'));
  clock = fakeClock();
  infos = [];
  levels = [];
  failures = [];
  broken = false;
  noProcess = false;
  page = { width: 1024, height: 768, pages: 1 };
  mipmaps = made();
});
afterEach(() => rmSync(folder, { recursive: true }));

function webp(width: number): Buffer {
  const file = Buffer.alloc(12);
  file.write('RIFF');
  file.writeUInt32LE(4, 4);
  file.writeUInt32LE(width, 8);
  return file;
}

const made = (): Mipmaps =>
  createMipmaps({
    cache: new MipmapCache({ folder, mostBytes: 2 ** 30, clock }),
    clock,
    disk: endlessDisk,
    hold: () => () => undefined,
    local: async (one) => (one === hash ? '/files/one' : undefined),
    failed: ({ message }) => failures.push(message),
    renderers: {
      async info({ path }) {
        infos.push(path);
        return page;
      },
      async level(job) {
        levels.push(job);
        writeFileSync(`${job.to}.part`, 'half');
        if (broken) throw new CannotRender('broken');
        if (noProcess) throw new NotStarted('no descriptor');
        writeFileSync(job.to, webp(job.width));
        rmSync(`${job.to}.part`);
      },
    },
  });

test('info says the size, the levels and the pages, and makes the smallest level', async () => {
  expect(await mipmaps.info(image, 0, anybody)).toEqual({ resolution: { width: 1024, height: 768 }, max_level: 3, pages: 1 });
  expect(levels).toMatchObject([{ path: '/files/one', type: 'image/png', page: 0, width: 128, height: 96 }]);
});

test('requests at the same time get the same level, and so do later ones, even after a restart', async () => {
  const paths = await Promise.all(Array.from({ length: 50 }, () => mipmaps.level(image, 0, 1, anybody)));
  expect(new Set(paths).size).toBe(1);
  expect(readFileSync(paths[0]!)).toEqual(webp(512));
  expect(await mipmaps.level(image, 0, 1, anybody)).toBe(paths[0]);
  expect(await made().level(image, 0, 1, anybody)).toBe(paths[0]);
  expect([infos.length, levels.length]).toEqual([1, 1]);
});

test('a level that was removed is made again', async () => {
  rmSync(await mipmaps.level(image, 0, 1, anybody));
  expect(existsSync(await mipmaps.level(image, 0, 1, anybody))).toBe(true);
});

test('a level beyond what WebP can hold is made to fit, and the resolution stays true', async () => {
  page = { width: 40_000, height: 20_000, pages: 1 };
  expect((await mipmaps.info(image, 0, anybody)).resolution).toEqual({ width: 40_000, height: 20_000 });
  await mipmaps.level(image, 0, 0, anybody);
  expect(levels.at(-1)).toMatchObject({ width: 16_383, height: 8192 });
});

test.each([-1, 4, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('level %d is refused', async (level) => {
  await expect(mipmaps.level(image, 0, level, anybody)).rejects.toMatchObject(
    refusal(400, 'level must be an integer from 0 to 3'),
  );
  expect(levels, 'only the smallest one is made').toMatchObject([{ page: 0, width: 128 }]);
});

test.each([-1, 1, 0.5, Number.NaN, 1e21])('page %d is refused, and nothing is cached for it', async (wrong) => {
  const wanted = refusal(400, 'page must be an integer from 0 to 0');
  await expect(mipmaps.info(image, wrong, anybody)).rejects.toMatchObject(wanted);
  await expect(mipmaps.level(image, wrong, 9, anybody)).rejects.toMatchObject(wanted);
  expect(levels, 'of page 0').toMatchObject([{ page: 0, width: 128 }]);
  expect(readdirSync(join(folder, 'ab'))).toEqual([`${hash}-0-3.webp`, `${hash}-0.json`]);
});

test('a file that cannot be rendered is not supported, even when the level or the page is wrong, too', async () => {
  broken = true;
  await expect(mipmaps.level(image, 0, -1, anybody)).rejects.toMatchObject(unsupported);
  await expect(mipmaps.level(image, 7, 0, anybody)).rejects.toMatchObject(unsupported);
  await expect(mipmaps.info(image, 7, anybody)).rejects.toMatchObject(unsupported);
  expect(levels.length).toBe(1);
});

test('a file that is neither an image nor a PDF is not supported, whatever else is wrong', async () => {
  const video = { hash, type: 'video/mp4' };
  await expect(mipmaps.info(video, Number.NaN, anybody)).rejects.toMatchObject(unsupported);
  await expect(mipmaps.level(video, 0, Number.NaN, anybody)).rejects.toMatchObject(unsupported);
  expect(infos).toEqual([]);
});

test('a file that cannot be rendered is not supported, tried once a minute, and leaves nothing behind', async () => {
  broken = true;
  for (let ask = 0; ask < 3; ask += 1) await expect(mipmaps.info(image, 0, anybody)).rejects.toMatchObject(unsupported);
  expect([levels.length, failures]).toEqual([1, ['broken']]);
  expect(readdirSync(join(folder, 'ab'))).toEqual([`${hash}-0.json`]);
  broken = false;
  clock.advance(61_000);
  expect((await mipmaps.info(image, 0, anybody)).max_level).toBe(3);
});

test('a process that could not be started is 503, and not remembered', async () => {
  noProcess = true;
  await expect(mipmaps.info(image, 0, anybody)).rejects.toMatchObject(refusal(503, 'Service temporarily unavailable'));
  noProcess = false;
  expect((await mipmaps.info(image, 0, anybody)).max_level).toBe(3);
});

test('a date that is set back does not put off the next try', async () => {
  broken = true;
  await expect(mipmaps.info(image, 0, anybody)).rejects.toMatchObject(unsupported);
  broken = false;
  clock.setDate(0);
  clock.advance(61_000);
  expect((await mipmaps.info(image, 0, anybody)).max_level).toBe(3);
});

test('a file that is not there is not supported', async () => {
  await expect(mipmaps.info({ ...image, hash: 'cd'.repeat(32) }, 0, anybody)).rejects.toMatchObject(unsupported);
});

describe('the file of a hash', () => {
  const holder = (type: string) => ({
    kind: { indexes: { assets: () => hash } },
    record: { file: { type, bytes: 5 }, original_filename: `a ${type}` },
  });
  const found = (...types: string[]) => {
    const view = { keys: () => types.keys(), find: (at: number) => holder(types[at]!) };
    return findAsset(view as unknown as DurableView, hash);
  };

  test('has the type of the first holder that knows one', () => {
    const image = { hash, type: 'image/png', bytes: 5, name: 'a image/png' };
    expect(found('application/octet-stream', 'image/png', 'image/gif')).toEqual(image);
    expect(found('image/png', 'application/octet-stream')).toEqual(image);
  });

  test('has no known type when no holder knows it', () => {
    expect(found('application/octet-stream', 'application/octet-stream')?.type).toBe('application/octet-stream');
    expect(found()).toBeUndefined();
  });
});
