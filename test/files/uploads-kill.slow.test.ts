import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { form, getFile, storedNames } from '../kit/files.ts';
import { Random } from '../kit/random.ts';
import { S3Server } from '../kit/s3/s3-server.ts';
import { wholeFiles } from '../kit/s3/whole-files.ts';
import { bmp } from '../kit/samples.ts';
import { type ServerProcess, type TestFolder, withFolder } from '../kit/server-process.ts';
import { until } from '../kit/until.ts';

const UPLOADS = 20;
const seed = Number(process.env.EASEL_DURABILITY_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Where the server keeps files. */
interface Place {
  readonly env: Readonly<Record<string, string>>;
  /** Hashes of all files, and names of whatever should not be there. */
  names(folder: TestFolder): string[];
}

describe('no widget is without its bytes and no bytes are without their owner after a kill in the middle of 20 uploads', () => {
  test('into a folder', () => killAgain({ env: {}, names: ({ path }) => storedNames(path) }, 4), 120_000);

  test('into S3', async () => {
    const s3 = await new S3Server().start();
    onTestFinished(() => s3.close());
    await killAgain({ env: s3.env('walls'), names: () => wholeFiles(s3.objects.names(), 'walls/') }, 2);
  }, 120_000);
});

async function killAgain(place: Place, rounds: number): Promise<void> {
  const random = new Random(seed);
  await withFolder(async (folder) => {
    const acknowledged: string[] = [];
    for (let round = 0; round < rounds; round++) await killInTheMiddle(folder, place, random, acknowledged);
    console.log(`uploads killed, seed ${seed}: ${acknowledged.length} of ${rounds * UPLOADS} acknowledged`);
    expect(acknowledged.length).toBeGreaterThanOrEqual(rounds);
    expect(acknowledged.length).toBeLessThan(rounds * UPLOADS);
  });
}

/** One canvas for all rounds, so that everything that was ever acknowledged must still be there at the end. */
async function killInTheMiddle(folder: TestFolder, place: Place, random: Random, acknowledged: string[]): Promise<void> {
  const server = await folder.start({ env: place.env });
  const { images, token } = await imagesOf(server);
  const files = Array.from({ length: UPLOADS }, () => picture(random));
  const uploads = files.map((bytes) => send(server, `${images}`, token, bytes, random));
  // After some of them are answered, the others are on their way, being kept, or before their commit
  await some(uploads, 1 + random.below(UPLOADS - 4));
  await server.end('SIGKILL');
  for (const hash of await Promise.all(uploads)) if (hash !== undefined) acknowledged.push(hash);
  await lookAtNext(folder, place, acknowledged);
}

async function lookAtNext(folder: TestFolder, place: Place, acknowledged: readonly string[]): Promise<void> {
  const server = await folder.start({ env: place.env });
  const { images, token } = await imagesOf(server);
  const caller = await server.caller(token);
  const shown = (await caller.get(images)).body as { readonly id: string; readonly hash: string }[];
  const hashes = shown.map(({ hash }) => hash);
  expect([seed, acknowledged.filter((hash) => !hashes.includes(hash))]).toEqual([seed, []]);
  for (const { id, hash } of shown) {
    const { status, bytes } = await getFile({ url: await server.listening }, { token }, `${images}/${id}/download`);
    expect([seed, status, createHash('sha256').update(bytes).digest('hex')]).toEqual([seed, 200, hash]);
  }
  // The sweep at the start needs a moment
  const owned = [...new Set(hashes)].sort();
  await until(() => place.names(folder).length <= owned.length, 50);
  expect([seed, place.names(folder)]).toEqual([seed, owned]);
  caller.close();
  await server.end('SIGKILL');
}

async function imagesOf(server: ServerProcess): Promise<{ images: string; token: string }> {
  const admin = await server.admin();
  const { body } = await admin.get('/canvases');
  const [canvas] = body.length > 0 ? body : [(await admin.post('/canvases')).body];
  admin.close();
  return { images: `/canvases/${canvas.id}/images`, token: admin.token };
}

/** Random pixels, so that no two pictures are equal; some of a few bytes, some of a megabyte. */
function picture(random: Random): Buffer {
  const width = random.of([4, 64, 512]);
  const height = 8 * (1 + random.below(64));
  const pixels = Buffer.alloc(width * height * 4);
  for (let at = 0; at < pixels.length; at += 4) pixels.writeUInt32LE(random.below(2 ** 32), at);
  return bmp(width, height, 32, 0, pixels);
}

/** Sends a file at its own pace. Resolves with its hash when it was acknowledged, with undefined when the server went away. */
async function send(
  server: ServerProcess,
  path: string,
  token: string,
  data: Buffer,
  random: Random,
): Promise<string | undefined> {
  const [body, headers] = form({ data });
  // They begin and end at different moments, like the uploads of twenty people
  const delay = random.below(500);
  const pause = random.below(60);
  const url = `${await server.listening}/api/v1${path}`;
  return new Promise((resolve) => {
    const sent = request(url, { method: 'POST', headers: { ...headers, 'private-token': token, 'content-length': body.length } });
    sent.on('error', () => resolve(undefined));
    sent.on('response', async (response) => {
      const pieces: Buffer[] = [];
      response.on('error', () => resolve(undefined));
      for await (const piece of response) pieces.push(piece as Buffer);
      resolve(response.statusCode === 200 && response.complete ? JSON.parse(Buffer.concat(pieces).toString()).hash : undefined);
    });
    void (async () => {
      await wait(delay);
      for (let at = 0; at < body.length && !sent.destroyed; at += 64 * 1024) {
        sent.write(body.subarray(at, at + 64 * 1024));
        await wait(pause);
      }
      sent.end();
    })();
  });
}

/** Resolves when this many of them have. */
function some(works: readonly Promise<unknown>[], count: number): Promise<void> {
  return new Promise((resolve) => {
    let done = 0;
    for (const work of works) void work.then(() => ++done === count && resolve());
  });
}
