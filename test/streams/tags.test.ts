import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../kit/client.ts';
import { connectDisplay, connectWall, type Hello, usualHello } from '../kit/display.ts';
import { useEasel } from '../kit/easel.ts';
import { ok } from '../kit/full-canvas.ts';
import { give, makeFolder, refused } from '../kit/places.ts';
import { NODES, RED } from '../kit/strokes.ts';

const easel = useEasel({ people: ['ann'] });
const { ann } = easel.people;
let canvas: string;
let note: string;
beforeAll(async () => {
  canvas = await easel.canvas();
  note = `${canvas}/notes/${ok(await easel.admin.post(`${canvas}/notes`, { text: 'one' })).id}`;
  await give(easel.admin, canvas, ann, 'view');
});

const tagOf = ({ headers }: Answer): string => headers.etag as string;
const get = async (path: string): Promise<Answer> => {
  const answer = await easel.admin.get(path);
  expect(answer.status).toBe(200);
  return answer;
};
const unless = (path: string, tag: string, headers = {}) => easel.admin.get(path, { 'If-None-Match': tag, ...headers });
const change = (path: string, text: string, headers = {}) => easel.admin.patch(path, { text }, headers);

describe('a tag', () => {
  const paths = ['notes', 'widgets', 'widgets?annotations=1', 'permissions', 'background', 'table-cells', 'uploads-folder'];

  test('is on every list and item, and what it names is not sent again', async () => {
    const all = ['', ...paths.map((path) => `/${path}`)].map((path) => canvas + path);
    for (const path of [...all, note, '/canvases', '/canvas-folders', '/users', '/groups', '/server-config', '/server-info']) {
      const { headers } = await get(path);
      expect([path, headers.etag]).toEqual([path, expect.any(String)]);
      const again = await unless(path, headers.etag as string);
      expect([path, again.status, again.bytes.length]).toEqual([path, 304, 0]);
      for (const name of ['etag', 'cache-control', 'vary', 'easel-revision'])
        expect([path, name, again.headers[name]]).toEqual([path, name, headers[name]]);
      expect(headers['cache-control']).toBe('private, no-cache');
      for (const name of ['content-type', 'content-length']) expect(again.headers).not.toHaveProperty(name);
      expect((await easel.admin.request('HEAD', path)).headers.etag).toBe(headers.etag);
      expect((await easel.admin.request('HEAD', path, undefined, { 'If-None-Match': '*' })).status).toBe(304);
    }
  });

  test('of an item changes when the item does, and with nothing else', async () => {
    const before = tagOf(await get(note));
    ok(await easel.admin.post(`${canvas}/notes`));
    expect((await unless(note, `"other", W/${before}`)).status).toBe(304);
    ok(await change(note, 'two'));
    expect((await unless(note, before)).body.text).toBe('two');
    ok(await change(note, 'one'));
    expect(tagOf(await get(note))).toBe(before);
  });

  test('is that of each answer with an item, however often it is read', async () => {
    const text = 'Café 会議 \u{1F600}';
    const path = `${canvas}/notes/${ok(await easel.admin.post(`${canvas}/notes`, { text })).id}`;
    const first = await get(path);
    const second = await get(path);
    const head = await easel.admin.request('HEAD', path);
    expect([first.body.text, second.text]).toEqual([text, first.text]);
    expect(Number(first.headers['content-length'])).toBe(Buffer.byteLength(first.text));
    for (const name of ['etag', 'content-length', 'content-type', 'cache-control', 'easel-revision'])
      for (const { headers } of [second, head]) expect([name, headers[name]]).toEqual([name, first.headers[name]]);
  });

  test('of a list changes with its canvas', async () => {
    for (const path of ['notes', 'widgets?annotations=1']) {
      const before = tagOf(await get(`${canvas}/${path}`));
      const { id } = ok(await easel.admin.post(`${canvas}/notes`));
      const { status, body } = await unless(`${canvas}/${path}`, before);
      expect([status, body.at(-1).id]).toEqual([200, id]);
    }
  });

  test('names what one caller sees', async () => {
    for (const path of [canvas, '/canvases', '/server-config']) {
      const { status, body } = await ann.get(path, { 'If-None-Match': tagOf(await get(path)) });
      expect([path, status, body]).toEqual([path, 200, ok(await ann.get(path))]);
    }
  });

  test('of a stroke and of a widget with strokes names the form in which they are shown', async () => {
    const stroke = ok(await easel.admin.post(`${note}/annotations`, { line_color: RED, points: NODES }));
    const paths = [`${note}/annotations/${stroke.id}`, `${note}/annotations`, `${canvas}/widgets/${note.split('/').at(-1)}`];
    for (const path of paths) {
      const queries = path.includes('widgets') ? ['', '?annotations=1', '?annotations=1&points=json'] : ['', '?points=json'];
      const answers = await Promise.all(queries.map((query) => get(path + query)));
      expect(new Set(answers.map(tagOf)).size).toBeGreaterThanOrEqual(path.endsWith('annotations') ? 1 : 2);
      for (const [at, query] of queries.entries()) expect((await unless(path + query, tagOf(answers[at]!))).status).toBe(304);
    }
  });

  test('is not looked at by a stream, and is on no stream', async () => {
    const stream = await easel.admin.watch(`${canvas}/notes`, { 'If-None-Match': '*', 'Accept-Encoding': 'gzip' });
    expect([stream.response.statusCode, stream.response.headers.etag]).toEqual([200, undefined]);
    expect(stream.response.headers).not.toHaveProperty('content-encoding');
    expect(await stream.next()).toEqual((await get(`${canvas}/notes`)).body);
  });

  test('of a list does not outlive the process, because another version may show it in another way', async () => {
    const [users, own] = [tagOf(await get('/users')), tagOf(await get(note))];
    await easel.restart();
    expect(tagOf(await get('/users'))).not.toBe(users);
    expect(tagOf(await get(note))).toBe(own);
  });
});

describe('If-Match', () => {
  /** Path, and bodies that change it, of everything that is read and changed at one path. */
  const changed = async (): Promise<[string, object][]> => {
    const { admin } = easel;
    const group = ok(await admin.post('/groups', { name: 'g' }));
    const { id } = ok(await admin.post(`${canvas}/notes`));
    const table = ok(await admin.post(`${canvas}/tables`));
    const stroke = ok(await admin.post(`${note}/annotations`, { line_color: RED }));
    const person = await easel.user();
    const token = ok(await admin.post(`/users/${ann.id}/access-tokens`, { description: 't' }));
    return [
      [`${canvas}/notes/${id}`, { text: 'by another' }],
      [`${canvas}/tables/${table.id}`, { title: 'by another' }],
      [`${note}/annotations/${stroke.id}`, { line_color: '#00ff00ff' }],
      [`${canvas}/background`, { background_color: '#123456ff' }],
      [`${canvas}/color-presets`, { note_text: ['#123456ff'] }],
      [await easel.canvas(), { name: 'by another' }],
      [`/canvas-folders/${(await makeFolder(admin)).id}`, { name: 'by another' }],
      [`/users/${person.id}`, { name: 'by another' }],
      [`/users/${ann.id}/access-tokens/${token.id}`, { description: 'by another' }],
      [`/groups/${group.id}`, { description: 'by another' }],
    ];
  };

  test('lets nobody write over, or delete, what has changed meanwhile', async () => {
    const { admin } = easel;
    for (const [path, body] of await changed()) {
      const stale = { 'If-Match': tagOf(await get(path)) };
      expect([path, (await admin.patch(path, body)).status]).toEqual([path, 200]);
      const isSingle = /background|presets/.test(path);
      for (const method of isSingle ? ['PATCH'] : ['PATCH', 'DELETE'])
        expect([path, await refused(easel, () => admin.request(method, path, body, stale))]).toEqual([
          path,
          '412 Changed meanwhile',
        ]);
      const now = { 'If-Match': `"other", ${tagOf(await get(path))}` };
      expect([path, (await admin.patch(path, body, now)).status]).toEqual([path, 200]);
      if (!isSingle) expect([path, (await admin.delete(path, now)).status]).toEqual([path, 200]);
    }
  });

  test('is decided when the write is made: of two that began with the same state one is refused', async () => {
    const held = { 'If-Match': tagOf(await get(note)) };
    const answers = await Promise.all(['first', 'second', 'third'].map((text) => change(note, text, held)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    expect((await get(note)).body.text).toBe(answers.find(({ status }) => status === 200)!.body.text);
  });

  test('knows an object by its tag in whatever form it was shown', async () => {
    const { admin } = easel;
    const plain = tagOf(await get(canvas));
    const long = { 'Accept-Encoding': 'gzip' };
    // Only what is on it changes, not the canvas itself
    easel.clock.advance(1000);
    ok(await change(note, 'x'.repeat(2000)));
    expect(tagOf(await get(canvas))).not.toBe(plain);
    const packed = tagOf(await admin.get(note, long));
    expect(packed).toMatch(/^"[\w-]{22}-gzip"$/);
    const generic = tagOf(await get(`${canvas}/widgets/${note.split('/').at(-1)}?annotations=1`));
    expect((await admin.patch(canvas, { name: 'as it was' }, { 'If-Match': plain })).status).toBe(200);
    for (const tag of [packed, `W/${packed}`, generic, '*'])
      expect((await admin.patch(note, {}, { 'If-Match': tag })).status).toBe(200);
  });

  test('is looked at after the path and the right', async () => {
    const stale = { 'If-Match': '"stale"' };
    expect(await refused(easel, () => easel.admin.patch(`${canvas}/notes/none`, {}, stale))).toBe('404 Note none not found');
    expect(await refused(easel, () => ann.patch(note, {}, stale))).toBe('403 Permission denied');
  });
});

describe('of a display', () => {
  const input = (id: string): Hello => ({ video_inputs: [{ id, name: id, source: `video=${id}` }] });

  test('a tag does not name what it has when it comes again', async () => {
    const first = await connectDisplay(easel, ann.token, input('front'));
    const { client_id: id, client_secret: secret } = first.welcome;
    const before = tagOf(await ann.get(`/clients/${id}/video-inputs`));
    first.send({ type: 'bye' });
    await first.closed;
    const second = await connectDisplay(easel, ann.token, { client: { ...usualHello.client, id, secret }, ...input('rear') });
    const { status, body } = await ann.get(`/clients/${id}/video-inputs`, { 'If-None-Match': before });
    expect([status, body]).toMatchObject([200, [{ id: 'rear' }]]);
    await second.close();
  });

  test('workspaces and outputs are steered only by whoever knows how they are now', async () => {
    const wall = await connectWall(easel, ann.token);
    const at = `/clients/${wall.welcome.client_id}`;
    const bodies: [string, object][] = [
      [`${at}/workspaces/0`, { pinned: true }],
      [`${at}/video-outputs/0`, { suspended: true }],
    ];
    for (const [path, body] of bodies) {
      const known = { 'If-Match': tagOf(await ann.get(path)) };
      expect([path, (await ann.patch(path, body, known)).status]).toEqual([path, 200]);
      expect([path, (await ann.patch(path, {}, known)).body]).toEqual([path, { msg: 'Changed meanwhile' }]);
    }
    await wall.close();
  });
});

describe('compression', () => {
  const gzip = { 'Accept-Encoding': 'br, gzip;q=0.8' };
  const unpacked = ({ bytes }: Answer): string => gunzipSync(bytes).toString();

  test('of everything from 1 KiB on, for callers who take it', async () => {
    const large = await easel.canvas();
    const small = await easel.canvas();
    for (let at = 0; at < 70; at++) ok(await easel.admin.post(`${large}/notes`, { text: `note ${at}` }));
    const { id } = ok(await easel.admin.post(`${large}/notes`, { text: 'ä'.repeat(1000) }));
    for (const path of ['notes', 'widgets', 'widgets?annotations=1', `notes/${id}`, 'table-cells'].map(
      (one) => `${large}/${one}`,
    )) {
      const plain = await get(path);
      const packed = await easel.admin.get(path, gzip);
      if (plain.bytes.length < 1024) expect(packed.bytes).toEqual(plain.bytes);
      else expect([path, packed.headers['content-encoding'], unpacked(packed)]).toEqual([path, 'gzip', plain.text]);
      if (plain.bytes.length >= 1024) expect(tagOf(packed)).toBe(tagOf(plain).replace(/"$/, '-gzip"'));
      expect((await unless(path, tagOf(packed), gzip)).headers.etag).toBe(tagOf(packed));
      expect(packed.headers.vary).toBe(plain.headers.vary);
    }
    const plain = [
      await easel.admin.get(`${small}/notes`, gzip),
      await easel.admin.get(`${large}/notes`, { 'Accept-Encoding': 'gzip;q=0' }),
    ];
    for (const { headers } of plain) expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'Accept-Encoding']);
  });

  test('follows what changes', async () => {
    const where = await easel.canvas();
    const ids: string[] = [];
    for (let at = 0; at < 300; at++) ids.push(ok(await easel.admin.post(`${where}/notes`, { text: `note ${at}` })).id);
    const read = async (): Promise<string> => unpacked(await easel.admin.get(`${where}/notes`, gzip));
    for (const at of [0, 299, 150]) {
      await read();
      ok(await change(`${where}/notes/${ids[at]}`, 'changed'));
      expect(await read()).toBe((await get(`${where}/notes`)).text);
    }
    const { headers, bytes } = await easel.admin.request('HEAD', `${where}/notes`, undefined, gzip);
    const { bytes: sent } = await easel.admin.get(`${where}/notes`, gzip);
    expect([headers['content-encoding'], headers['content-length'], bytes.length]).toEqual(['gzip', String(sent.length), 0]);
  });
});
