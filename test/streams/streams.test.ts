import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { type Person, type StreamReader, startEasel, useEasel } from '../kit/easel.ts';
import { give } from '../kit/places.ts';

const easel = useEasel({ env: { EASEL_KEEPALIVE_SECONDS: '1' } });
let canvas: string;
beforeAll(async () => {
  canvas = await easel.canvas();
});

const makeNote = async (text: string, where = canvas) => (await easel.admin.post(`${where}/notes`, { text })).body;

/** Opens a stream and skips its first message. */
async function watching(who: Person, path: string): Promise<StreamReader> {
  const stream = await who.watch(path);
  await stream.next();
  return stream;
}

/** Waits until the server has seen what this process did to its sockets. */
async function roundTrips(count = 5): Promise<void> {
  for (let trip = 0; trip < count; trip++) await easel.anonymous.get('/server-info');
}

describe('a list stream', () => {
  test('of an empty collection begins with [] at once, under the headers of a stream', async () => {
    const stream = await easel.admin.watch(`${await easel.canvas()}/notes`);
    expect(await stream.line()).toBe('[]');
    expect(stream.response.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-cache, no-store',
      'x-accel-buffering': 'no',
      'transfer-encoding': 'chunked',
    });
    expect(stream.response.headers).not.toHaveProperty('content-length');
  });

  test('with changes=0 sends the whole collection at each change, and each deleted item once', async () => {
    const where = await easel.canvas();
    const stream = await watching(easel.admin, `${where}/notes?changes=0`);
    const a = await makeNote('one', where);
    const b = await makeNote('two', where);
    expect(await stream.next()).toEqual([a]);
    expect(await stream.next()).toEqual([a, b]);
    await easel.admin.delete(`${where}/notes/${a.id}`);
    expect(await stream.next()).toEqual([b, { ...a, state: 'deleted' }]);
    const patched = (await easel.admin.patch(`${where}/notes/${b.id}`, { text: 'two!' })).body;
    expect(await stream.next()).toEqual([patched]);
  });

  test.each(['', '?changes=1', '?changes'])(
    'begins with the whole collection, and then sends what changed: "%s"',
    async (query) => {
      const where = await easel.canvas();
      const a = await makeNote('one', where);
      const stream = await easel.admin.watch(`${where}/notes${query}`);
      expect(await stream.next()).toEqual([a]);
      const b = await makeNote('two', where);
      expect(await stream.next()).toEqual([b]);
      await easel.admin.delete(`${where}/notes/${a.id}`);
      expect(await stream.next()).toEqual([{ ...a, state: 'deleted' }]);
    },
  );

  test('sends three awaited PATCHes as three messages, and nothing for one that changes nothing', async () => {
    const where = await easel.canvas();
    const { id } = await makeNote('zero', where);
    const stream = await watching(easel.admin, `${where}/notes`);
    for (const text of ['one', 'one', 'two', 'three']) await easel.admin.patch(`${where}/notes/${id}`, { text });
    for (const text of ['one', 'two', 'three']) expect((await stream.next())[0].text).toBe(text);
  });

  test('escapes the line separators that a client would split on', async () => {
    const where = await easel.canvas();
    const stream = await watching(easel.admin, `${where}/notes`);
    await makeNote('a\u2028b\u2029c\u0085d', where);
    expect(await stream.line()).toContain('"text":"a\\u2028b\\u2029c\\u0085d"');
  });

  test('of a canvas that is deleted reports everything as deleted and ends; the same request is 404', async () => {
    const where = await easel.canvas();
    const note = await makeNote('one', where);
    const [notes, empty, widgets] = [
      await watching(easel.admin, `${where}/notes`),
      await watching(easel.admin, `${where}/browsers`),
      await easel.admin.watch(`${where}/widgets?changes=1`),
    ];
    const all = await widgets.next();
    await easel.admin.delete(where);
    expect(await notes.next()).toEqual([{ ...note, state: 'deleted' }]);
    expect(await empty.next()).toEqual([]);
    expect(await widgets.next()).toEqual(all.map((widget: object) => ({ ...widget, state: 'deleted' })));
    expect(await Promise.all([notes, empty, widgets].map((stream) => stream.ended))).toEqual(['clean', 'clean', 'clean']);
    expect((await easel.admin.get(`${where}/notes?subscribe`)).status).toBe(404);
  });
});

test('a keepalive is one LF after keepalive_seconds, and only that', async () => {
  const stream = await watching(easel.admin, `${await easel.canvas()}/notes`);
  for (let each = 0; each < 2; each++) {
    easel.clock.advance(1100);
    expect(await stream.line()).toBe('');
  }
  expect(stream.unread).toEqual([]);
});

test('subscribe=false is the plain answer', async () => {
  const { headers, body } = await easel.admin.get(`${canvas}/notes?subscribe=false`);
  expect([Array.isArray(body), headers['content-length'] !== undefined]).toEqual([true, true]);
});

test('an item stream sends each state, then deleted, and ends; the same request is 404', async () => {
  const note = await makeNote('one');
  const path = `${canvas}/notes/${note.id}`;
  const stream = await easel.admin.watch(path);
  expect(await stream.next()).toEqual(note);
  const patched = (await easel.admin.patch(path, { text: 'two' })).body;
  expect(await stream.next()).toEqual(patched);
  await easel.admin.delete(path);
  expect(await stream.next()).toEqual({ ...patched, state: 'deleted' });
  expect(await stream.ended).toBe('clean');
  expect((await easel.admin.get(`${path}?subscribe`)).status).toBe(404);
});

describe('a stream ends', () => {
  test('without a word after logout, and the same request is 401', async () => {
    const person = await easel.user();
    const stream = await watching(person, '/canvases');
    await person.post('/users/logout');
    expect(await stream.ended).toBe('clean');
    expect(stream.unread).toEqual([]);
    expect((await person.get('/canvases?subscribe')).status).toBe(401);
  });

  test('without a word when its user is blocked, and the same request is 403', async () => {
    const person = await easel.user();
    const stream = await watching(person, '/canvases');
    await easel.admin.post(`/users/${person.id}/block`);
    expect(await stream.ended).toBe('clean');
    expect(stream.unread).toEqual([]);
    expect((await person.get('/canvases?subscribe')).status).toBe(403);
  });

  test('with everything deleted when the permission is gone, and the same request is 403', async () => {
    const person = await easel.user();
    const where = await easel.canvas();
    const note = await makeNote('seen', where);
    await give(easel.admin, where, person, 'view');
    const stream = await watching(person, `${where}/notes`);
    await give(easel.admin, where, person, 'none');
    expect(await stream.next()).toEqual([{ ...note, state: 'deleted' }]);
    expect(await stream.ended).toBe('clean');
    expect((await person.get(`${where}/notes?subscribe`)).status).toBe(403);
  });

  test('cleanly at shutdown', async () => {
    const other = await startEasel();
    const stream = await watching(other.admin, `${await other.canvas()}/notes`);
    await other.close();
    expect(await stream.ended).toBe('clean');
    expect(stream.unread).toEqual([]);
  });
});

test('a token with an open stream outlives its expiry, and ends a minute after the stream', async () => {
  const person = await easel.user();
  const stream = await watching(person, '/canvases');
  easel.clock.advance(25 * 3600 * 1000);
  expect((await person.get('/canvases')).status).toBe(200);
  stream.close();
  await roundTrips();
  easel.clock.advance(59_000);
  expect((await person.get('/canvases')).status).toBe(200);
  easel.clock.advance(33_000);
  expect((await person.get('/canvases')).status).toBe(401);
  easel.admin = await easel.signIn('admin@corp.example', 'admin-password');
});

describe('in real time', () => {
  const real = useEasel({ clock: systemClock });

  test('a reader that subscribes while others write ends with the state of the plain GET', async () => {
    const where = await real.canvas();
    const path = `${where}/notes`;
    const write = async (writer: number): Promise<void> => {
      for (let change = 0; change < 15; change++) {
        const { id } = (await real.admin.post(path, { text: `${writer} ${change}` })).body;
        if (change % 3 === 1) await real.admin.patch(`${path}/${id}`, { text: 'patched' });
        if (change % 3 === 2) await real.admin.delete(`${path}/${id}`);
      }
    };
    const writing = Promise.all([0, 1, 2, 3].map(write));
    const streams: StreamReader[] = [];
    for (const form of fc.sample(fc.constantFrom('0', '1'), { numRuns: 12, seed: 7 })) {
      streams.push(await real.admin.watch(`${path}?changes=${form}`));
      await real.admin.get(path);
    }
    await writing;
    const mark = (await real.admin.post(path, { text: 'the mark' })).body;
    const list = (await real.admin.get(path)).body;
    for (const stream of streams) expect(await unionOf(stream, mark.id)).toEqual(byId(list));
  });
});

interface Item {
  readonly id: string;
  readonly state: string;
}

/** Merges by id and drops deleted items, until the marked item has come. */
async function unionOf(stream: StreamReader, mark: string): Promise<Item[]> {
  const items = new Map<string, Item>();
  while (!items.has(mark)) {
    for (const item of (await stream.next()) as Item[]) {
      if (item.state === 'normal') items.set(item.id, item);
      else expect(items.delete(item.id), 'only what was sent is told as deleted').toBe(true);
    }
  }
  stream.close();
  return byId([...items.values()]);
}

const byId = (items: readonly Item[]): Item[] => [...items].sort((a, b) => (a.id < b.id ? -1 : 1));
