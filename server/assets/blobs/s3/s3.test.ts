import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blobsContract } from '../../../../test/kit/blobs-contract.ts';
import { endlessDisk } from '../../../../test/kit/disk.ts';
import { S3Server } from '../../../../test/kit/s3/s3-server.ts';
import type { Clock } from '../../../clock.ts';
import { s3Address } from '../../../settings/asset-address.ts';
import type { Bucket } from './bucket.ts';
import { openS3Blobs } from './s3.ts';
import { openBucket } from './sdk-bucket.ts';

const log = { info: () => undefined, error: () => undefined };
const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'easel-s3-'));

async function bucketOf(env: Record<string, string>): Promise<Bucket> {
  const keys = { accessKey: env.EASEL_ASSETS_ACCESS_KEY ?? '', secretKey: env.EASEL_ASSETS_SECRET_KEY ?? '' };
  return openBucket({ ...s3Address(env.EASEL_ASSETS_URL!)!, ...keys, log });
}

/** Objects as the contract wants to see them: those that make up one whole file are one name, its hash. */
function shown(names: readonly string[]): string[] {
  const files = names.flatMap((name) => /^files\/([\da-f]{64})\/\d+\.\d+\.([\da-f-]+)$/.exec(name) ?? []);
  const wholes = new Map<string, string>();
  for (let at = 0; at < files.length; at += 3)
    if (names.includes(`bytes/${files[at + 2]}`)) wholes.set(files[at + 2]!, files[at + 1]!);
  const isOfWhole = (name: string): boolean =>
    [...wholes].some(([id, hash]) => name === `bytes/${id}` || (name.startsWith(`files/${hash}/`) && name.endsWith(id)));
  return [...wholes.values(), ...names.filter((name) => !isOfWhole(name))].sort();
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
        return [...shown(names), ...(await readdir(join(folder, 'incoming')))].sort();
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
