import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blobsContract } from '../../../../test/kit/blobs-contract.ts';
import { fakeClock } from '../../../../test/kit/clock.ts';
import { endlessDisk } from '../../../../test/kit/disk.ts';
import { S3Server } from '../../../../test/kit/s3/s3-server.ts';
import { wholeFiles } from '../../../../test/kit/s3/whole-files.ts';
import { until } from '../../../../test/kit/until.ts';
import type { Clock } from '../../../clock.ts';
import { s3Address } from '../../../settings/asset-address.ts';
import type { Blobs } from '../../blobs.ts';
import type { Bucket } from './bucket.ts';
import { openS3Blobs } from './s3.ts';
import { openBucket } from './sdk-bucket.ts';

const log = { info: () => undefined, error: () => undefined };
const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'easel-s3-'));

async function bucketOf(env: Record<string, string>): Promise<Bucket> {
  const keys = { accessKey: env.EASEL_ASSETS_ACCESS_KEY ?? '', secretKey: env.EASEL_ASSETS_SECRET_KEY ?? '' };
  return openBucket({ ...s3Address(env.EASEL_ASSETS_URL!)!, ...keys, log });
}

/** Where the contract is also run: a store of your own, `s3://bucket/prefix?endpoint=…`, with the keys of the usual variables. */
const realStore = process.env.EASEL_TEST_S3_URL;

const contractOn = (name: string, begin: () => Promise<{ env: Record<string, string>; close: () => Promise<void> }>): void =>
  blobsContract(name, async () => {
    const folder = await newFolder();
    const { env, close } = await begin();
    const bucket = await bucketOf(env);
    return {
      open: (clock) => openS3Blobs({ bucket, folder, copyBytes: 1e9, clock: clock as Clock, disk: endlessDisk }),
      async names() {
        const names: string[] = [];
        for await (const { name } of bucket.list('')) names.push(name);
        for await (const { name } of bucket.unfinished('')) names.push(`${name}?`);
        return [...wholeFiles(names), ...(await readdir(join(folder, 'incoming')))].sort();
      },
      async close() {
        for await (const { name } of bucket.list('')) await bucket.remove(name);
        bucket.close();
        await close();
        await rm(folder, { recursive: true });
      },
    };
  });

contractOn('objects in S3', async () => {
  const server = await new S3Server().start();
  return { env: server.env('a/b'), close: () => server.close() };
});

if (realStore)
  contractOn('objects in a store of your own', async () => ({
    env: { EASEL_ASSETS_URL: realStore },
    close: async () => undefined,
  }));

describe('one server', () => {
  let server: S3Server;
  let bucket: Bucket;
  let folder: string;
  let blobs: Blobs;
  beforeEach(async () => {
    server = await new S3Server().start();
    bucket = await bucketOf(server.env());
    folder = await newFolder();
    blobs = await open();
  });
  afterEach(async () => {
    bucket.close();
    await server.close();
    await rm(folder, { recursive: true });
  });

  const clock = fakeClock();
  const open = (own = folder, copyBytes = 64 * 1024): Promise<Blobs> =>
    openS3Blobs({ bucket, folder: own, copyBytes, clock, disk: endlessDisk });

  async function kept(bytes: Buffer): Promise<string> {
    const received = await blobs.receive(once(bytes), bytes.length);
    await blobs.keep(received);
    await blobs.discard(received);
    return received.hash;
  }

  it('removes the parts of uploads that its earlier process was receiving when it was killed, and leaves those of others', async () => {
    const other = await mkdtemp(join(tmpdir(), 'easel-s3-'));
    let giveUp!: (reason: Error) => void;
    const isOver = new Promise<never>((_, reject) => {
      giveUp = reject;
    });
    const receiving = [blobs, await open(other)].map((on) => on.receive(stalled(isOver), 1e9));
    const over = Promise.allSettled(receiving);
    const unfinished = (): number => server.objects.names().filter((name) => name.endsWith('?')).length;
    await until(() => unfinished() === 2);
    await (await open()).cutOff();
    expect(unfinished()).toBe(1);
    clock.advance(25 * 3_600_000);
    await (await open()).cutOff();
    expect(unfinished()).toBe(0);
    giveUp(new Error('gone'));
    await over;
    await rm(other, { recursive: true });
  });

  it('leaves what another server claims, and finds out when another has removed bytes that it knew', async () => {
    const folderOfOther = await newFolder();
    const other = await open(folderOfOther);
    const hash = await kept(Buffer.from('shared'));
    expect(await blobs.size(hash)).toBe(6);
    const received = await blobs.receive(once(Buffer.from('shared')), 6);
    expect(await blobs.keep(received)).toBeUndefined();
    const unwanted = { hash, modified: clock.now() };
    expect(await other.remove(unwanted, async () => false)).toBe(false);
    await blobs.discard(received);
    expect(await other.remove(unwanted, async () => false)).toBe(true);
    expect([await blobs.read(hash, 0, 5), server.objects.names()]).toEqual([undefined, []]);
    await rm(folderOfOther, { recursive: true });
  });

  it('fetches a copy once for all who ask for it, and checks it', async () => {
    const hash = await kept(randomBytes(100_000));
    const gets = (): number => server.asked.filter(({ method, key }) => method === 'GET' && key.startsWith('bytes/')).length;
    const before = gets();
    const paths = await Promise.all(Array.from({ length: 5 }, () => blobs.local(hash)));
    expect([new Set(paths).size, gets() - before]).toEqual([1, 1]);
    expect(
      createHash('sha256')
        .update(await readFile(paths[0]!))
        .digest('hex'),
    ).toBe(hash);
    await writeFile(paths[0]!, 'truncated');
    await blobs.local(hash);
    expect(
      createHash('sha256')
        .update(await readFile(paths[0]!))
        .digest('hex'),
    ).toBe(hash);
    const [object] = server.objects.names().filter((name) => name.startsWith('bytes/'));
    server.objects.put(object!, Buffer.alloc(100_000));
    await rm(paths[0]!);
    await expect(blobs.local(hash)).rejects.toThrow(`other bytes than those of ${hash}`);
  });

  it('keeps copies within their bound, the least recently used go first, and those that are held stay', async () => {
    const hashes: string[] = [];
    for (let at = 0; at < 4; at++) hashes.push(await kept(randomBytes(30_000)));
    const letGo = blobs.hold(hashes[0]!);
    const paths: string[] = [];
    for (const hash of hashes) {
      clock.advance(1000);
      paths.push((await blobs.local(hash))!);
    }
    const isThere = (): boolean[] => paths.map((path) => existsSync(path));
    expect(isThere()).toEqual([true, false, false, true]);
    letGo();
    clock.advance(100_000);
    await blobs.local(hashes[1]!);
    expect(isThere()).toEqual([false, true, false, false]);
  });

  it('puts bytes anew that somebody has deleted by hand', async () => {
    const hash = await kept(Buffer.from('deleted'));
    for (const name of server.objects.names()) if (name.startsWith('bytes/')) server.objects.remove(name);
    expect(await blobs.read(hash, 0, 6)).toBeUndefined();
    await kept(Buffer.from('deleted'));
    let text = '';
    for await (const piece of (await blobs.read(hash, 0, 6))!) text += Buffer.from(piece);
    expect(text).toBe('deleted');
  });

  it('ends a claim later when the store is away at the end of an upload that was kept', async () => {
    const received = await blobs.receive(once(Buffer.from('kept')), 4);
    await blobs.keep(received);
    server.isAway = true;
    await blobs.discard(received);
    server.isAway = false;
    expect(server.objects.names().some((name) => name.startsWith('claims/'))).toBe(true);
    expect(await blobs.cutOff()).toEqual([]);
    expect(wholeFiles(server.objects.names())).toEqual([received.hash]);
  });
});

async function* once(bytes: Buffer) {
  yield bytes;
}

/** A sender that sends two parts, and then nothing until it breaks off. */
async function* stalled(isOver: Promise<never>) {
  yield randomBytes(18 * 1024 ** 2);
  await isOver;
}
