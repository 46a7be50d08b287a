import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { type Easel, type Person, useEasel } from '../kit/easel.ts';
import { getFile, postFile, uploaded } from '../kit/files.ts';
import { NOWHERE } from '../kit/places.ts';
import { bmp, inUtf16, mp4, pdf, picture, pngHead, svg } from '../kit/samples.ts';
import { until } from '../kit/until.ts';

const IMMUTABLE = 'private, max-age=157680000, immutable';

const easel = useEasel({ clock: systemClock });
let canvas: string;
let stranger: Person;
let hash: string;
let jpeg: Buffer;
beforeAll(async () => {
  canvas = await easel.canvas();
  stranger = await easel.user();
  jpeg = await picture('jpeg', 877, 1080);
  hash = (await upload('images', jpeg, 'plan of the floor.jpg')).hash;
});

const upload = (collection: string, bytes: Buffer, name?: string) =>
  uploaded(easel, easel.admin, `${canvas}/${collection}`, bytes, name);

const header = (of = canvas): Record<string, string> => ({ 'canvas-id': of.split('/').at(-1)! });
const get = (path: string, headers = header(), caller: Person | Easel['anonymous'] = easel.admin) =>
  getFile(easel, caller, path, headers);
const said = async (answer: ReturnType<typeof get>) => {
  const { status, msg } = await answer;
  return `${status} ${msg ?? ''}`.trim();
};

describe('info', () => {
  test('says the resolution, the highest level and the pages, and may be cached for ever', async () => {
    const { headers, bytes } = await get(`/mipmaps/${hash}`);
    expect(JSON.parse(bytes.toString())).toEqual({ resolution: { width: 877, height: 1080 }, max_level: 4, pages: 1 });
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json',
      'cache-control': IMMUTABLE,
      'x-content-type-options': 'nosniff',
    });
    expect(headers.get('content-disposition')).toMatch(/^inline; filename="[^"]+"$/);
  });

  test('is answered in parts like a file', async () => {
    const whole = (await get(`/mipmaps/${hash}`)).bytes.toString();
    const part = await easel.admin.get(`/mipmaps/${hash}`, { ...header(), range: 'bytes=2-11' });
    expect([part.status, part.text]).toEqual([206, whole.slice(2, 12)]);
    const behind = await easel.admin.get(`/mipmaps/${hash}`, { ...header(), range: `bytes=${whole.length}-` });
    expect([behind.status, behind.headers['content-range']]).toEqual([416, `bytes */${whole.length}`]);
  });

  test.each([
    ['images', () => picture('png', 300, 20), { resolution: { width: 300, height: 20 }, max_level: 2, pages: 1 }],
    ['images', () => picture('gif', 128, 128), { resolution: { width: 128, height: 128 }, max_level: 0, pages: 1 }],
    ['images', () => picture('tiff', 30, 20), { resolution: { width: 30, height: 20 }, max_level: 0, pages: 1 }],
    ['images', () => picture('webp', 30, 20), { resolution: { width: 30, height: 20 }, max_level: 0, pages: 1 }],
    ['images', () => bmp(200, 100, 24), { resolution: { width: 200, height: 100 }, max_level: 1, pages: 1 }],
    ['images', () => inUtf16(svg(300, 200), 'big'), { resolution: { width: 300, height: 200 }, max_level: 2, pages: 1 }],
    ['images', () => svg(640, 480), { resolution: { width: 640, height: 480 }, max_level: 3, pages: 1 }],
    ['pdfs', () => pdf({ pages: 3 }), { resolution: { width: 1191, height: 1684 }, max_level: 4, pages: 3 }],
  ])('of %s, %#', async (collection, make, info) => {
    const file = await upload(collection, await make());
    expect(JSON.parse((await get(`/mipmaps/${file.hash}`)).bytes.toString())).toEqual(info);
  });
});

describe('a level', () => {
  test('is a WebP of its size with the headers of the interface', async () => {
    for (const [level, width, height] of [
      [0, 877, 1080],
      [1, 438, 540],
      [4, 54, 67],
    ]) {
      const { headers, bytes } = await get(`/mipmaps/${hash}/${level}`);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height });
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'image/webp',
        'content-length': String(bytes.length),
        'cache-control': IMMUTABLE,
        'x-content-type-options': 'nosniff',
      });
      expect(headers.get('content-disposition')).toMatch(/^inline; filename="[^"]+\.webp"$/);
    }
  });

  test('of a page of a PDF', async () => {
    const file = await upload('pdfs', pdf({ pages: 2 }));
    const { bytes } = await get(`/mipmaps/${file.hash}/3?page=1`);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 148, height: 210 });
  });

  test('stands below the data folder, and is made again when it was removed there', async () => {
    const folder = join(easel.folder, 'mipmaps');
    const { hash: fresh } = await upload('pdfs', pdf({ pages: 3 }));
    await get(`/mipmaps/${fresh}/3`);
    expect(readdirSync(join(folder, fresh.slice(0, 2)))).toContain(`${fresh}-0-3.webp`);
    rmSync(folder, { recursive: true });
    // A small one is in memory for a minute; any other is made
    for (const level of [3, 2]) expect((await get(`/mipmaps/${fresh}/${level}`)).status).toBe(200);
    expect(existsSync(join(folder, fresh.slice(0, 2), `${fresh}-0-2.webp`))).toBe(true);
  });

  test('HEAD has the head of GET', async () => {
    const { bytes } = await get(`/mipmaps/${hash}/1`);
    const head = await getFile(easel, easel.admin, `/mipmaps/${hash}/1`, header(), 'HEAD');
    expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([200, String(bytes.length), 0]);
  });
});

describe('an asset', () => {
  test('is the file as it was sent, with its type and name', async () => {
    const { headers, bytes } = await get(`/assets/${hash}`);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'inline; filename="plan of the floor.jpg"',
      'cache-control': IMMUTABLE,
      'x-content-type-options': 'nosniff',
    });
  });

  test('can be asked for in part', async () => {
    const { status, headers, bytes } = await get(`/assets/${hash}`, { ...header(), range: 'bytes=2-5' });
    expect([status, bytes]).toEqual([206, jpeg.subarray(2, 6)]);
    expect(headers.get('content-range')).toBe(`bytes 2-5/${jpeg.length}`);
    expect((await get(`/assets/${hash}`, { ...header(), range: `bytes=${jpeg.length}-` })).status).toBe(416);
  });

  test('of SVG is served where no script of it runs', async () => {
    const file = await upload('images', svg(40, 20, '<script>alert(1)</script>'));
    const { headers } = await get(`/assets/${file.hash}`);
    expect(headers.get('content-type')).toBe('image/svg+xml');
    expect(headers.get('content-security-policy')).toMatch(/\bsandbox(?!.*allow-)/);
  });

  test('of a video is served, though it has no levels', async () => {
    const { hash } = await upload('videos', mp4(640, 360));
    expect((await get(`/assets/${hash}`)).headers.get('content-type')).toBe('video/mp4');
    expect(await said(get(`/mipmaps/${hash}`))).toMatch(/^501 /);
    expect(await said(get(`/mipmaps/${hash}/x?page=-1`)), '501 comes before 400').toMatch(/^501 /);
  });
});

describe('refusals, in their order', () => {
  const paths = (of = hash) => [`/mipmaps/${of}`, `/mipmaps/${of}/0`, `/assets/${of}`];
  const each = (of: string | undefined, headers: Record<string, string>, caller: Person | Easel['anonymous'] = easel.admin) =>
    Promise.all(paths(of).map((path) => said(get(path, headers, caller))));
  const three = (text: string) => [text, text, text];

  test('401 without a token, whatever else is wrong', async () => {
    expect(await each('nothing', {}, easel.anonymous)).toEqual(three('401 Unauthorized'));
    expect(await each('nothing', {}, easel.as('wrong'))).toEqual(three('401 Invalid token'));
  });

  test('403 of the blocked', async () => {
    const blocked = await easel.user();
    await easel.admin.post(`/users/${blocked.id}/block`);
    expect(await each('nothing', {}, blocked)).toEqual(three('403 User is blocked'));
  });

  test('404 of the canvas: no header, no id, unknown', async () => {
    for (const headers of [{}, header('no-uuid'), header(NOWHERE), header(`${canvas}x`)] as Record<string, string>[]) {
      for (const text of await each(hash, headers, stranger)) expect(text).toMatch(/^404 Canvas .*not found$/);
    }
  });

  test('403 without a right on the canvas, before the hash is looked at', async () => {
    expect(await each('nothing', header(), stranger)).toEqual(three('403 Permission denied'));
  });

  test('404 says when the header is missing', async () => {
    expect(await each(hash, {})).toEqual(three('404 Canvas (the header canvas-id is missing) not found'));
  });

  test('404 of a hash that is unknown, or of another canvas', async () => {
    const other = await easel.canvas();
    expect(await each('nothing', header())).toEqual(three('404 Asset nothing not found'));
    expect(await each('../../etc', header()).catch(() => [])).toBeDefined();
    expect(await each(hash, header(other))).toEqual(three(`404 Asset ${hash} not found`));
    for (const path of ['/mipmaps/nothing/x', '/mipmaps/nothing/0?page=x']) expect(await said(get(path))).toMatch(/^404 Asset/);
  });

  test('404 when the last widget with the file is gone, though its levels are still there', async () => {
    const file = await upload('images', await picture('png', 31, 13));
    expect((await get(`/mipmaps/${file.hash}/0`)).status).toBe(200);
    await easel.admin.delete(`${canvas}/images/${file.id}`);
    expect(await each(file.hash, header())).toEqual(three(`404 Asset ${file.hash} not found`));
  });

  test('501 of what cannot be decoded', async () => {
    for (const [collection, bytes] of [
      ['images', (await picture('jpeg', 300, 300)).subarray(0, 700)],
      ['images', Buffer.from('GIF89a')],
      ['pdfs', Buffer.from('%PDF-1.4 nothing')],
    ] as const) {
      const file = await upload(collection, bytes);
      expect(await said(get(`/mipmaps/${file.hash}`))).toMatch(/^501 /);
      expect(await said(get(`/mipmaps/${file.hash}/0`))).toMatch(/^501 /);
      expect((await get(`/assets/${file.hash}`)).bytes).toEqual(bytes);
    }
  });

  test('501 of what cannot be decoded or is too large comes before 400, though its head can be read', async () => {
    const cut = (await picture('png', 600, 600)).subarray(0, 120);
    for (const [bytes, size] of [
      [cut, { width: 600, height: 600 }],
      [pngHead(40_000, 20_000), { width: 40_000, height: 20_000 }],
    ] as const) {
      const file = await upload('images', Buffer.from(bytes));
      expect(file.size).toEqual(size);
      for (const path of ['', '/0', '/-1', '/99', '/x', '?page=7', '/0?page=-1'])
        expect([path, await said(get(`/mipmaps/${file.hash}${path}`))]).toEqual([path, expect.stringMatching(/^501 /)]);
    }
  });

  test('400 of a level or page that is not there', async () => {
    for (const level of ['5', '-1', '1.5', 'x', '1e0', '0x1', '', ' 1', '%00', '99999999999999999999']) {
      if (level === '') continue;
      expect([level, await said(get(`/mipmaps/${hash}/${level}`))]).toEqual([level, '400 level must be an integer from 0 to 4']);
    }
    for (const page of ['1', '-1', '1.5', 'x', '0x0', '1e0', '99999999999999999999']) {
      for (const path of [`/mipmaps/${hash}?page=${page}`, `/mipmaps/${hash}/99?page=${page}`])
        expect([path, await said(get(path))]).toEqual([path, '400 page must be an integer from 0 to 0']);
    }
  });

  test('no refusal is kept by caches', async () => {
    for (const path of [`/mipmaps/${hash}/9`, '/mipmaps/nothing', '/assets/nothing'])
      expect((await get(path)).headers.get('cache-control')).toBe('no-store');
  });
});

describe('who may see an asset', () => {
  test('whoever may view the canvas, also by its link, but not without a token', async () => {
    const shared = await easel.canvas();
    const file = await uploaded(easel, easel.admin, `${shared}/images`, jpeg);
    await easel.admin.post(`${shared}/permissions`, { link_permission: 'view' });
    expect((await get(`/assets/${file.hash}`, header(shared), stranger)).status).toBe(200);
    expect(await said(get(`/assets/${file.hash}`, header(shared), easel.anonymous))).toBe('401 Unauthorized');
  });

  test('the name of the canvas in the header may be in capitals', async () => {
    expect((await get(`/mipmaps/${hash}`, { 'canvas-id': header()['canvas-id']!.toUpperCase() })).status).toBe(200);
  });
});

test('a request that breaks off leaves the queue: nothing is rendered for nobody', async () => {
  const noise = '<filter id="f"><feTurbulence baseFrequency="0.1" numOctaves="100"/></filter>';
  const slow = svg(1500, 1500, `${noise}<rect width="1500" height="1500" filter="url(#f)"/>`);
  const hashes: string[] = [];
  for (const bytes of [slow, await picture('png', 300, 300), await picture('png', 301, 301)]) {
    hashes.push((await upload('images', bytes)).hash);
  }
  const [first, broken, last] = hashes as [string, string, string];
  const made = (of: string): string[] =>
    readdirSync(join(easel.folder, 'mipmaps'), { recursive: true, encoding: 'utf8' }).filter((name) => name.includes(of));
  const rendered = get(`/mipmaps/${first}/0`);
  // The size of the first picture was read, and its level is being rendered
  await until(() => made(first).length === 1);
  const breaking = new AbortController();
  const headers = { ...header(), 'private-token': easel.admin.token };
  const left = fetch(`${easel.url}/api/v1/mipmaps/${broken}`, { headers, signal: breaking.signal }).catch(() => 'broken off');
  const after = get(`/mipmaps/${last}`);
  breaking.abort();
  expect([await left, (await after).status, (await rendered).status]).toEqual(['broken off', 200, 200]);
  expect([made(broken), made(last).length]).toEqual([[], 2]);
}, 60_000);

test('an upload with wrong bytes makes nothing', async () => {
  await easel.unchanged(async () => {
    for (const [collection, bytes] of [
      ['images', pdf()],
      ['pdfs', jpeg],
      ['videos', jpeg],
      ['images', Buffer.from('hello')],
    ] as const)
      expect((await postFile(easel, easel.admin, `${canvas}/${collection}`, bytes)).status).toBe(400);
  });
});

test('a level of a test is what the library makes of the file', async () => {
  const direct = await sharp(jpeg).resize(54, 67, { fit: 'fill' }).webp({ quality: 80, effort: 2 }).toBuffer();
  expect((await get(`/mipmaps/${hash}/4`)).bytes).toEqual(direct);
  const kept = readFileSync(join(easel.folder, 'mipmaps', hash.slice(0, 2), `${hash}-0-4.webp`));
  expect(kept).toEqual(direct);
});
