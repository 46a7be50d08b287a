import { beforeAll, describe, expect, test } from 'vitest';
import { Preview } from '../../model/resources/preview.ts';
import { useEasel } from '../kit/easel.ts';
import { getFile, uploaded } from '../kit/files.ts';
import { ok } from '../kit/full-canvas.ts';
import { mp4, pdf, picture, svg } from '../kit/samples.ts';

const easel = useEasel({ people: ['ann', 'bob'], env: { EASEL_PREVIEWS: '1' } });
const { ann, bob } = easel.people;

let canvas: string;
let id: string;
let hash: string;
let bytes: Buffer;
beforeAll(async () => {
  bytes = await picture('png', 300, 200);
  canvas = await easel.canvas(ann);
  id = canvas.slice('/canvases/'.length);
  ({ hash } = await uploaded(easel, ann, `${canvas}/images`, bytes));
});

const cookie = (token: string) => {
  const value = Buffer.from(JSON.stringify({ passport: { user: { token } } })).toString('base64');
  return { Cookie: `CanvusSession=${value}` };
};
const fetched = (path: string, headers: Record<string, string>, method = 'GET') =>
  getFile(easel, { token: '' }, path, headers, method);

describe('a file of a canvas', () => {
  test('is shown to whoever may view it, with the cookie of a page, and kept', async () => {
    const answer = await fetched(`/files/${id}/${hash}`, cookie(ann.token));
    expect(answer.bytes).toEqual(bytes);
    const names = ['content-type', 'cache-control', 'etag', 'x-content-type-options', 'content-security-policy'];
    expect(names.map((name) => answer.headers.get(name))).toEqual([
      'image/png',
      'private, max-age=31536000, immutable',
      `"${hash}"`,
      'nosniff',
      'sandbox',
    ]);
    expect(answer.headers.get('content-disposition')).toMatch(/^inline;/);
  });

  test('is not sent again, and in parts, also when these are for its tag', async () => {
    const own = cookie(ann.token);
    const path = `/files/${id}/${hash}`;
    const [known, part, other, head] = await Promise.all([
      fetched(path, { ...own, 'If-None-Match': `"${hash}"` }),
      fetched(path, { ...own, Range: 'bytes=0-9', 'If-Range': `"${hash}"` }),
      fetched(path, { ...own, Range: 'bytes=0-9', 'If-Range': '"other"' }),
      fetched(path, { ...own, 'If-None-Match': '"other"' }, 'HEAD'),
    ]);
    expect([known.status, known.bytes.length, known.headers.get('etag')]).toEqual([304, 0, `"${hash}"`]);
    expect([part.status, part.bytes]).toEqual([206, bytes.subarray(0, 10)]);
    expect([other.status, other.bytes.length]).toEqual([200, bytes.length]);
    expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([200, String(bytes.length), 0]);
  });

  test('is nothing to strangers, and nothing without a link share, which opens it', async () => {
    const other = await easel.canvas(ann);
    const file = await uploaded(easel, ann, `${other}/images`, bytes);
    const path = `/files/${other.slice('/canvases/'.length)}/${file.hash}`;
    expect((await bob.get(path)).status).toBe(403);
    expect((await easel.anonymous.get(path)).status).toBe(401);
    await ann.post(`${other}/permissions`, { link_permission: 'view' });
    expect((await fetched(path, {})).status).toBe(200);
    ok(await ann.delete(`${other}/images/${file.id}`));
    expect(await ann.get(path)).toMatchObject({ status: 404, body: { msg: `Asset ${file.hash} not found` } });
    const unknown = '0'.repeat(64);
    expect(await ann.get(path.replace(file.hash, unknown))).toMatchObject({ body: { msg: `Asset ${unknown} not found` } });
  });

  test('is only saved when a browser would run it, or cannot show it', async () => {
    const kinds = [
      ['images', svg(), 'attachment'],
      ['pdfs', pdf(), 'attachment'],
      ['videos', mp4(64, 48), 'inline'],
    ] as const;
    for (const [collection, data, expected] of kinds) {
      const file = await uploaded(easel, ann, `${canvas}/${collection}`, data);
      const answer = await fetched(`/files/${id}/${file.hash}`, cookie(ann.token));
      expect(answer.headers.get('content-disposition'), collection).toMatch(new RegExp(`^${expected};`));
      expect(answer.headers.get('content-security-policy'), collection).toBe('sandbox');
    }
  });

  test('comes in parts, whatever of it is asked for', async () => {
    for (const [path, range] of [
      [hash, 'bytes=1-2'],
      [`${hash}/info`, 'bytes=0-'],
      [`${hash}/1`, 'bytes=1-2'],
      [`${hash}/fit`, 'bytes=1-2'],
    ] as const) {
      const part = await fetched(`/files/${id}/${path}`, { ...cookie(ann.token), Range: range });
      const beyond = await fetched(`/files/${id}/${path}`, { ...cookie(ann.token), Range: 'bytes=999999-' });
      expect([part.status, beyond.status]).toEqual([206, 416]);
    }
  });

  test('has levels and what they are', async () => {
    const info = await fetched(`/files/${id}/${hash}/info`, cookie(ann.token));
    expect(JSON.parse(info.bytes.toString())).toMatchObject({ resolution: { width: 300, height: 200 }, pages: 1 });
    const level = await fetched(`/files/${id}/${hash}/1`, cookie(ann.token));
    expect([level.status, level.headers.get('content-type'), level.headers.get('etag')]).toEqual([
      200,
      'image/webp',
      `"${hash}-0-1"`,
    ]);
    const known = await fetched(`/files/${id}/${hash}/1`, { ...cookie(ann.token), 'If-None-Match': `"${hash}-0-1"` });
    expect(known.status).toBe(304);
    expect((await ann.get(`/files/${id}/${hash}/9`)).status).toBe(400);
    const video = await uploaded(easel, ann, `${canvas}/videos`, mp4(80, 60));
    for (const path of ['0', 'info', 'fit', 'fit?width=0'])
      expect((await ann.get(`/files/${id}/${video.hash}/${path}`)).status).toBe(501);
  });
});

describe('the level that fits', () => {
  const fitting = (query: string) => fetched(`/files/${id}/${hash}/fit${query}`, cookie(ann.token));

  test.each([
    ['?width=300&height=200', 0],
    ['?width=150&height=100', 1],
    ['?width=151&height=100', 0],
    ['?width=9000&height=9000', 0],
    ['?width=75', 2],
    ['', 2],
  ])('comes with what the levels are, in one answer: %s', async (query, level) => {
    const answer = await fitting(query);
    const same = await fetched(`/files/${id}/${hash}/${level}`, cookie(ann.token));
    const info = await fetched(`/files/${id}/${hash}/info`, cookie(ann.token));
    expect([answer.status, answer.headers.get('easel-level')]).toEqual([200, `${level}`]);
    expect(answer.headers.get('easel-levels')).toBe(info.bytes.toString());
    expect(answer.bytes.equals(same.bytes)).toBe(true);
    for (const name of ['etag', 'cache-control', 'content-type', 'content-security-policy'])
      expect(answer.headers.get(name), name).toBe(same.headers.get(name));
    const known = await fetched(`/files/${id}/${hash}/fit${query}`, {
      ...cookie(ann.token),
      'If-None-Match': answer.headers.get('etag')!,
    });
    expect([known.status, known.headers.get('easel-level')]).toEqual([304, `${level}`]);
  });

  test.each(['?width=0', '?height=-1', '?width=1.5', '?width=x', '?page=1'])('is refused for %s', async (query) => {
    expect((await fitting(query)).status).toBe(400);
  });
});

describe('the preview of a canvas', () => {
  test('is 404 until it is drawn, and then behind a redirect to its own address', async () => {
    const other = await easel.canvas(ann);
    const path = `/files/${other.slice('/canvases/'.length)}/preview`;
    expect(await ann.get(path)).toMatchObject({ status: 404 });
    const drawn = new Promise<void>((resolve) => {
      easel.server.store.feed.follow((set) => set.changes.some(({ kind }) => kind === Preview) && resolve());
    });
    ok(await ann.post(`${other}/notes`, { text: 'hello' }));
    easel.clock.advance(3_000);
    await drawn;
    const { preview_hash: newest } = ok(await ann.get(other));
    const moved = await fetched(path, cookie(ann.token));
    const location = `/api/v1${path}?hash=${newest}`;
    expect([moved.status, moved.headers.get('location'), moved.headers.get('cache-control')]).toEqual([
      302,
      location,
      'no-store',
    ]);
    const picture = await fetched(`${path}?hash=${newest}`, cookie(ann.token));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(picture.headers.get('cache-control')).toContain('immutable');
    for (const [range, status] of [
      ['bytes=0-3', 206],
      ['bytes=99999999-', 416],
    ] as const) {
      const part = await fetched(`${path}?hash=${newest}`, { ...cookie(ann.token), Range: range });
      expect(part.status).toBe(status);
    }
    // Another file of the store, even one that exists, is no preview of this canvas
    expect((await fetched(`${path}?hash=${hash}`, cookie(ann.token))).status).toBe(302);
    expect((await bob.get(path)).status).toBe(403);
  });
});
