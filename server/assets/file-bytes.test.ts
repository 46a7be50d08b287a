import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FileReads } from './file-bytes.ts';

/** Several whole pieces and part of another. */
const content = randomBytes(1_500_000);
const reads = new FileReads();
let folder: string;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'easel-bytes-'));
  path = join(folder, 'file');
  await writeFile(path, content);
});
afterAll(() => rm(folder, { recursive: true }));

async function read(from: number, to: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of reads.of(await open(path), from, to)) {
    // Meanwhile others read: if two readers shared a piece, it would have changed by now
    await new Promise(setImmediate);
    pieces.push(Buffer.from(piece));
  }
  return Buffer.concat(pieces);
}

it('many readers at once each read their own part', async () => {
  const parts = Array.from({ length: 50 }, (_, at) => [at * 1000, content.length - 1 - at * 7777] as const);
  const found = await Promise.all(parts.map(([from, to]) => read(from, to)));
  for (const [at, [from, to]] of parts.entries()) expect(found[at]!.equals(content.subarray(from, to + 1))).toBe(true);
  expect((await read(9, 9)).equals(content.subarray(9, 10))).toBe(true);
});

it('a reader that keeps its piece keeps its bytes', async () => {
  const slow = reads.of(await open(path), 0, content.length - 1)[Symbol.asyncIterator]();
  const { value } = await slow.next();
  await Promise.all([read(500_000, 1_000_000), read(700_000, 1_000_000)]);
  expect(content.indexOf(value as Uint8Array)).toBe(0);
  await slow.return?.();
  await Promise.all([read(500_000, 1_000_000), read(700_000, 1_000_000)]);
  expect(content.indexOf(value as Uint8Array), 'nor are they given to others after it gave up').toBe(0);
});

it('the file is closed after the last piece, when the reader stops, and when nothing is read', async () => {
  const files = [await open(path), await open(path), await open(path)];
  for await (const _ of reads.of(files[0]!, 0, 9));
  for await (const _ of reads.of(files[1]!, 0, content.length - 1)) break;
  const unread = reads.of(files[2]!, 0, 9);
  await unread.close();
  await unread.close();
  expect(files.map(({ fd }) => fd)).toEqual([-1, -1, -1]);
});

it('a file that became shorter is an error, and other files can still be read', async () => {
  const short = join(folder, 'short');
  await writeFile(short, content);
  const file = await open(short);
  await truncate(short, 1000);
  const reading = async () => {
    for await (const _ of reads.of(file, 0, 1999));
  };
  await expect(reading()).rejects.toThrow('the file ends before byte 1000');
  expect(file.fd).toBe(-1);
  expect((await read(0, 9)).length).toBe(10);
});
