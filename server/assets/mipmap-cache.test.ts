import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../test/kit/clock.ts';
import { MipmapCache } from './mipmap-cache.ts';

let folder: string;
let clock: FakeClock;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'easel-cache-')), 'mipmaps');
  clock = fakeClock();
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

function webp(bytes: number): Buffer {
  const file = Buffer.alloc(bytes);
  file.write('RIFF');
  file.writeUInt32LE(bytes - 8, 4);
  return file;
}

const nameOf = (file: number): string => `${String(file).padStart(64, '0')}-0-1.webp`;
const cacheOf = (mostBytes: number): MipmapCache => new MipmapCache({ folder, mostBytes, clock });

async function write(cache: MipmapCache, file: number, bytes = 8192): Promise<string> {
  const place = await cache.place(nameOf(file));
  writeFileSync(place, webp(bytes));
  clock.advance(120_000);
  await cache.added(nameOf(file));
  return place;
}

const there = async (cache: MipmapCache, files: readonly number[]): Promise<number[]> => {
  const found = await Promise.all(files.map(async (file) => ((await cache.find(nameOf(file))) ? [file] : [])));
  return found.flat();
};

test('the least recently used files are removed when there is no room', async () => {
  const cache = cacheOf(10 * 8192);
  for (let file = 0; file < 10; file += 1) await write(cache, file);
  clock.advance(120_000);
  expect(await there(cache, [0])).toEqual([0]);
  await write(cache, 10);
  expect(readdirSync(join(folder, '00')).length).toBe(9);
  expect(await there(cache, [0, 1, 2, 3, 10])).toEqual([0, 3, 10]);
});

test('a restart knows what is there and when it was used', async () => {
  const before = cacheOf(10 * 8192);
  for (let file = 0; file < 10; file += 1) await write(before, file);
  clock.advance(120_000);
  await before.find(nameOf(0));
  const after = cacheOf(5 * 8192);
  await write(after, 10);
  expect(await there(after, [0, 1, 9, 10])).toEqual([0, 9, 10]);
});

test('small files count with the block that they take', async () => {
  const cache = cacheOf(10 * 4096);
  for (let file = 0; file < 20; file += 1) await write(cache, file, 10);
  const files = readdirSync(join(folder, '00')).map((name) => statSync(join(folder, '00', name)).size);
  expect(files.length).toBeLessThanOrEqual(10);
});

test('a file that a loss of power truncated does not count', async () => {
  const cache = cacheOf(8192);
  for (const left of [0, 7, 12, 4096, 8191]) {
    writeFileSync(await cache.place(nameOf(1)), webp(8192).subarray(0, left));
    expect(await cache.find(nameOf(1))).toBeUndefined();
  }
  writeFileSync(await cache.place(nameOf(1)), Buffer.alloc(8192));
  expect(await cache.find(nameOf(1))).toBeUndefined();
});

test('no name leads out of the folder', async () => {
  const cache = cacheOf(8192);
  for (const name of ['../../x.webp', `${'a'.repeat(64)}-../x.webp`, `${'a'.repeat(64)}-0.webp\0`, '']) {
    await expect(cache.place(name)).rejects.toThrow('not a name');
    await expect(cache.find(name)).rejects.toThrow('not a name');
  }
  expect(existsSync(folder)).toBe(false);
});
