import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Easel, startEasel } from '../kit/easel.ts';
import { form, getFile, postFile, uploaded } from '../kit/files.ts';
import { type Objects, S3Fault } from '../kit/s3/objects.ts';
import { S3Server } from '../kit/s3/s3-server.ts';
import { picture } from '../kit/samples.ts';
import { until } from '../kit/until.ts';

/** Files in a bucket: what a client sees is the same as with a folder. */
let s3: S3Server;
let easel: Easel;
let canvas: string;
let image: Buffer;
beforeAll(async () => {
  image = await picture('png', 300, 200);
});
beforeEach(async () => {
  s3 = await new S3Server().start();
  easel = await startEasel({ env: s3.env('walls') });
  canvas = await easel.canvas();
});
afterEach(async () => {
  s3.isAway = false;
  s3.before = () => undefined;
  await easel.close();
  await s3.close();
});

const files = (objects: Objects): string[] => objects.names().filter((name) => name.startsWith('walls/bytes/'));

/** A picture that is sent in three parts. */
const large = (): Buffer => Buffer.concat([image, randomBytes(20 * 1024 ** 2)]);

test('an upload is downloaded again as a whole and in ranges, and rendered; nothing is in the folder of local files', async () => {
  const { id, hash } = await uploaded(easel, easel.admin, `${canvas}/images`, image);
  const path = `${canvas}/images/${id}/download`;
  expect((await getFile(easel, easel.admin, path)).bytes).toEqual(image);
  const part = await getFile(easel, easel.admin, path, { range: 'bytes=10-99' });
  expect([part.status, part.bytes, part.headers.get('content-range')]).toEqual([
    206,
    image.subarray(10, 100),
    `bytes 10-99/${image.length}`,
  ]);
  const info = await getFile(easel, easel.admin, `/mipmaps/${hash}`, { 'canvas-id': canvas.split('/')[2]! });
  expect(JSON.parse(String(info.bytes))).toMatchObject({ resolution: { width: 300, height: 200 } });
  expect(existsSync(join(easel.folder, 'assets'))).toBe(false);
  expect(files(s3.objects)).toHaveLength(1);
});

test('a large upload is sent in parts, and every range of it is exact', async () => {
  const bytes = large();
  const { id } = await uploaded(easel, easel.admin, `${canvas}/images`, bytes);
  expect(s3.asked.filter(({ query }) => query.has('partNumber'))).toHaveLength(3);
  for (const [from, to] of [
    [8 * 1024 ** 2 - 5, 8 * 1024 ** 2 + 5],
    [17_000_000, bytes.length - 1],
    [0, bytes.length - 1],
  ] as const) {
    const { bytes: part } = await getFile(easel, easel.admin, `${canvas}/images/${id}/download`, {
      range: `bytes=${from}-${to}`,
    });
    expect(part.equals(bytes.subarray(from, to + 1))).toBe(true);
  }
});

test('an upload that breaks off leaves nothing', async () => {
  const before = s3.objects.names();
  const url = `${easel.url}/api/v1${canvas}/images`;
  const [body, headers] = form({ data: large() });
  const sent = request(url, {
    method: 'POST',
    headers: { ...headers, 'private-token': easel.admin.token, 'content-length': body.length },
  });
  sent.on('error', () => undefined);
  sent.write(body.subarray(0, body.length - 100));
  await until(() => s3.asked.some(({ query }) => query.has('partNumber')));
  sent.destroy();
  await until(() => s3.objects.names().join() === before.join());
  expect(readdirSync(join(easel.folder, 's3/incoming'))).toEqual([]);
});

test('a file to which nothing refers is removed by the sweep, and one that a canvas has stays', async () => {
  const kept = await uploaded(easel, easel.admin, `${canvas}/images`, image);
  const { id } = await uploaded(easel, easel.admin, `${canvas}/images`, await picture('png', 20, 20));
  await easel.admin.delete(`${canvas}/images/${id}`);
  await until(() => {
    easel.clock.advance(3_600_000);
    return files(s3.objects).length === 1;
  }, 20);
  await until(() => s3.objects.names().length === 3);
  expect(s3.objects.names()).toEqual([
    ...files(s3.objects),
    expect.stringContaining(`walls/files/${kept.hash}/`),
    'walls/server-id',
  ]);
});

describe('while the store', () => {
  test('is away, uploads and downloads are refused with 503, nothing is changed, and both work again afterwards', async () => {
    const { id } = await uploaded(easel, easel.admin, `${canvas}/images`, image);
    const path = `${canvas}/images/${id}/download`;
    s3.isAway = true;
    await easel.unchanged(async () => {
      const refused = await postFile(easel, easel.admin, `${canvas}/images`, await picture('png', 20, 20));
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
      expect((await getFile(easel, easel.admin, path)).status).toBe(503);
    });
    expect((await easel.admin.patch(`${canvas}/images/${id}`, { title: 'goes on' })).status).toBe(200);
    s3.isAway = false;
    expect((await getFile(easel, easel.admin, path)).bytes).toEqual(image);
    await uploaded(easel, easel.admin, `${canvas}/images`, await picture('png', 20, 20));
    expect(easel.errors.splice(0)).toEqual([
      ['the files in S3 cannot be reached', expect.objectContaining({ code: 'ECONNRESET' })],
    ]);
    expect(easel.logged.map(({ text }) => text)).toContain('the files in S3 can be reached again');
  }, 20_000);

  test('refuses a part, the upload is refused with 503 and leaves nothing', async () => {
    const before = s3.objects.names();
    s3.before = ({ query }) => {
      if (query.get('partNumber') === '2') throw new S3Fault(503, 'SlowDown');
    };
    await easel.unchanged(async () => {
      expect((await postFile(easel, easel.admin, `${canvas}/images`, large())).status).toBe(503);
    });
    s3.before = () => undefined;
    await until(() => s3.objects.names().join() === before.join());
    easel.errors.splice(0);
  }, 20_000);

  test('breaks off in the middle of a download, the download breaks off, too', async () => {
    const { id } = await uploaded(easel, easel.admin, `${canvas}/images`, large());
    s3.cutAfter = 100_000;
    await expect(getFile(easel, easel.admin, `${canvas}/images/${id}/download`)).rejects.toThrow('terminated');
    easel.errors.splice(0);
  });

  test('sends a file that the reader gives up, its connection is freed', async () => {
    const { id } = await uploaded(easel, easel.admin, `${canvas}/images`, large());
    const reader = new AbortController();
    const headers = { 'private-token': easel.admin.token };
    await fetch(`${easel.url}/api/v1${canvas}/images/${id}/download`, { headers, signal: reader.signal });
    expect(s3.sending).toBe(1);
    reader.abort();
    await until(() => s3.sending === 0);
  });
});

/** Why a start is refused. */
const refusedStart = (env: Record<string, string>): Promise<string> =>
  startEasel({ env }).then(
    () => 'it started',
    (error: Error) => error.message,
  );

describe('a start is refused in one line', () => {
  test('when the store does not take the keys, which the line does not tell', async () => {
    const env = { ...s3.env('walls'), EASEL_ASSETS_SECRET_KEY: 'another-secret' };
    expect(await refusedStart(env)).toBe(
      'the bucket easel-files cannot be used: the store does not take the keys (SignatureDoesNotMatch); see EASEL_ASSETS_URL',
    );
  });

  test('when there is no such bucket, or nobody answers', async () => {
    const other = (url: string) => refusedStart({ ...s3.env(), EASEL_ASSETS_URL: url });
    expect(await other(`s3://none?endpoint=${s3.endpoint}`)).toContain('cannot be used: there is no such bucket (NoSuchBucket)');
    s3.isAway = true;
    expect(await other(`s3://easel-files?endpoint=${s3.endpoint}`)).toContain('the store does not answer (ECONNRESET)');
  }, 20_000);

  test('when the objects belong to another server, and none is touched', async () => {
    await uploaded(easel, easel.admin, `${canvas}/images`, image);
    const before = s3.objects.names();
    expect(await refusedStart(s3.env('walls'))).toMatch(
      /^the database .*easel.db is new, but s3:\/\/easel-files\/walls\/ holds files of the server [\w-]+, which this server would delete: put their database back, or name another bucket or prefix in EASEL_ASSETS_URL$/,
    );
    expect(s3.objects.names()).toEqual(before);
  });

  test('when canvases have files and the bucket has none', async () => {
    await uploaded(easel, easel.admin, `${canvas}/images`, image);
    const held = s3.objects.names().map((name) => [name, s3.objects.get(name)] as const);
    await easel.restart(async () => {
      for (const [name] of held) s3.objects.remove(name);
      const again = await startEasel({ folder: easel.folder, env: s3.env('walls') }).catch((error: Error) => error.message);
      expect(again).toMatch(
        /s3:\/\/easel-files\/walls\/ holds none: put them back .* aws s3 cp - s3:\/\/easel-files\/walls\/server-id$/,
      );
      for (const [name, bytes] of held) s3.objects.put(name, bytes);
    });
  });
});
