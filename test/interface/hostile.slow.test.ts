import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, RawConnection } from '../http/raw-connection.ts';
import type { Answer, Caller } from '../kit/client.ts';
import { type Gauges, gauges, measured } from '../kit/measured.ts';
import { type ServerProcess, TestFolder } from '../kit/server-process.ts';

/** For a busy machine. */
const patience = { timeout: 60_000 };

/** Requests that no well-meaning client sends. Each answer must be one of the interface, and the server must go on as before. */
let folder: TestFolder;
let server: ServerProcess;
let admin: Caller;
let port: number;
let canvas: string;
let atFirst: Gauges;
beforeAll(async () => {
  folder = new TestFolder();
  await start();
  canvas = `/canvases/${(await admin.post('/canvases', { name: 'hostile' })).body.id}`;
  atFirst = await gauges(server);
});
afterAll(() => folder.remove());

async function start(): Promise<void> {
  server = await folder.start(measured());
  admin = await server.admin();
  port = await server.port();
}

const status = async (answer: Promise<Answer>): Promise<string> => {
  const { status, body } = await answer;
  return status === 200 ? '200' : `${status} ${body.msg}`;
};
const note = (body: object | string): Promise<Answer> => admin.post(`${canvas}/notes`, body);

describe('large and deep bodies', patience, () => {
  const mebibyte = 2 ** 20;

  test('of 10 MB are read; what they hold has its own bounds', async () => {
    expect(await status(note({ title: 'large', unknown: 'x'.repeat(10 * mebibyte) }))).toBe('200');
    expect(await status(note({ text: 'x'.repeat(10 * mebibyte) }))).toBe('400 text is too long: at most 1048576 characters');
    const longest = '\u{1f600}'.repeat(mebibyte);
    expect((await note({ text: longest })).body.text === longest).toBe(true);
    expect(await status(note({ text: `${longest}x` }))).toBe('400 text is too long: at most 1048576 characters');
  });

  test('of more elements or keys than any body has are refused, and nothing is written', async () => {
    const before = (await admin.get(`${canvas}/notes`)).text;
    const keys = Object.fromEntries(Array.from({ length: 400_000 }, (_, at) => [`key ${at} of very many`, at]));
    const elements = '400 Request body has more than 20000 array elements';
    expect(await status(note({ title: 'many', unknown: Array(1_000_000).fill(12345678) }))).toBe(elements);
    expect(await status(note(`{"title":"empty","unknown":[${'[],'.repeat(5_000_000)}[]]}`))).toBe(elements);
    expect(await status(note({ title: 'wide', ...keys }))).toBe('400 Request body has more than 20000 keys');
    expect((await admin.get(`${canvas}/notes`)).text).toBe(before);
    expect(await status(note({ title: 'all', unknown: Array(19_000).fill(1), wide: Array(9000).fill({}) }))).toBe(elements);
    const many = Object.fromEntries(Object.entries(keys).slice(0, 19_000));
    expect(await status(note({ title: 'enough', unknown: Array(19_000).fill(1), ...many }))).toBe('200');
  });

  test('of routes that hold no long text are 413 over a mebibyte, and of those that anybody may use over 16 KiB', async () => {
    const large = { name: 'x', unknown: 'x'.repeat(mebibyte) };
    expect(await status(admin.post('/canvases', large))).toBe('413 Request body is too large');
    expect(await status(admin.post('/users/login', { email: 'x'.repeat(16 * 1024), password: 'x' }))).toBe(
      '413 Request body is too large',
    );
    const keys = Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`key ${at}`, at]));
    expect(await status(admin.post('/users/login', keys))).toBe('400 Request body has more than 32 keys');
  });

  test('over 16 MiB are 413, whether their length is announced or not', async () => {
    const body = JSON.stringify({ text: 'x'.repeat(17 * mebibyte) });
    expect(await status(note(body))).toBe('413 Request body is too large');
    const chunked = await RawConnection.open(port);
    chunked.send(head('POST', `${canvas}/notes`, { 'Transfer-Encoding': 'chunked' }));
    for (let sent = 0; sent < 17; sent++) chunked.send(`100000\r\n${'x'.repeat(mebibyte)}\r\n`);
    expect((await chunked.next()).status).toBe(413);
    chunked.close();
  });

  test('of 100,000 levels are refused', async () => {
    for (const [open, close] of ['[]', ['{"a":', '}']] as const) {
      const deep = (levels: number): string => `{"title":"deep","a":${open!.repeat(levels)}1${close!.repeat(levels)}}`;
      expect(await status(note(deep(100_000)))).toBe('400 Invalid JSON: at most 64 objects and arrays may be inside one another');
      expect(await status(note(`{"a":${open!.repeat(1_000_000)}`))).toBe(
        '400 Invalid JSON: at most 64 objects and arrays may be inside one another',
      );
      expect(await status(note(deep(20)))).toBe('200');
    }
  });
});

describe('names that every object has', patience, () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'valueOf', '__defineGetter__'];
  const poison = '{"isAdmin":true,"admin":true,"polluted":true,"toString":1}';
  const bodies = names.flatMap((name) => [`{"${name}":${poison}}`, `{"${name}":"x"}`, `{"${name}":null}`]);
  const escaped = '{"\\u005f\\u005fproto\\u005f\\u005f":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';

  test('mean nothing as keys of bodies', async () => {
    const { id } = (await note({ title: 'plain' })).body;
    const paths = [
      '/canvases',
      '/canvas-folders',
      '/groups',
      '/users',
      '/users/login',
      `${canvas}/permissions`,
      `${canvas}/tables`,
    ];
    for (const body of [...bodies, escaped]) {
      for (const path of paths) expect([path, (await admin.post(path, body)).status < 500]).toEqual([path, true]);
      const made = (await note(body)).body;
      expect(Object.keys(made)).toEqual(Object.keys((await admin.get(`${canvas}/notes/${id}`)).body));
      for (const path of [`${canvas}/notes/${id}`, canvas, '/users/1000']) {
        expect([path, body, (await admin.patch(path, body)).status]).toEqual([path, body, 200]);
      }
      const nested = `{"location":${body},"size":${body},"authentication":${body},"users":[${body}],"src":${body},"dst":${body}}`;
      for (const path of [`${canvas}/notes`, `${canvas}/connectors`, `${canvas}/permissions`, '/users/login']) {
        expect([path, nested, (await admin.post(path, nested)).status < 500]).toEqual([path, nested, true]);
      }
      expect((await admin.patch('/server-config', nested)).status).toBeLessThan(500);
    }
  });

  test('mean nothing as ids, as queries and as one of several words', async () => {
    for (const name of names) {
      const kinds: Record<string, number> = { '/canvases': 404, '/canvas-folders': 404, '/users': 400, '/groups': 400, '': 404 };
      for (const [path, expected] of Object.entries(kinds)) {
        for (const below of ['', '/permissions', '/access-tokens', '/members', `/${name}`]) {
          const got = await status(admin.get(`${path}/${name}${below}`));
          expect([path, below, got.slice(0, 3)]).toEqual([
            path,
            below,
            below && got.startsWith('404') ? '404' : String(expected),
          ]);
        }
      }
      for (const path of ['notes', 'tables', 'widgets', 'connectors']) {
        expect([path, (await admin.get(`${canvas}/${path}/${name}`)).status]).toEqual([path, 404]);
      }
      expect((await admin.delete(`${canvas}/notes/${name}`)).status).toBe(404);
      expect((await admin.get(`/users?${name}=1&${name}[a]=2&changes=${name}`)).status).toBeLessThan(500);
      expect(await status(admin.get(`/users?subscribe=${name}`))).toBe('400 subscribe must be a boolean');
      const words = [
        { link_permission: name },
        { users: [{ id: 1000, permission: name }] },
        { groups: [{ id: name, permission: 'view' }] },
      ];
      for (const body of words) expect([body, (await admin.post(`${canvas}/permissions`, body)).status]).toEqual([body, 400]);
      expect((await admin.patch(canvas, { mode: name })).status).toBe(400);
      expect((await note({ background_color: name })).status).toBe(400);
      expect((await note({ parent_id: name })).status).toBe(400);
      expect((await admin.get('/users', { 'private-token': name })).status).toBe(401);
    }
  });

  test('are what they were in the server', async () => {
    expect((await gauges(server)).prototype).toEqual(atFirst.prototype);
  });
});

describe('requests that are not valid HTTP', patience, () => {
  const raw = async (bytes: string): Promise<string> => {
    const { status, body } = await ask(port, bytes);
    return `${status} ${JSON.parse(body).msg}`;
  };

  test('bad percent-encoding in path or query is 400', async () => {
    for (const bad of ['%', '%2', '%zz', '%c3%28', '%ff', '%u0041', '%ed%a0%80']) {
      for (const at of [
        `/canvases/${bad}`,
        `/${bad}`,
        `${canvas}/notes/x${bad}y`,
        `/canvases?subscribe=${bad}`,
        `/users?${bad}=1`,
      ]) {
        expect([at, await raw(head('GET', at))]).toEqual([at, '400 Invalid URL']);
      }
    }
  });

  test('odd but well-formed ids are simply unknown', async () => {
    for (const id of [
      '%00',
      '%0d%0aX-Injected:1',
      '..',
      '%2e%2e%2f',
      '%F0%9F%98%80',
      "'%20OR%201=1--",
      '%25',
      'a'.repeat(8000),
    ]) {
      const { status, headers } = await ask(port, head('GET', `/canvases/${id}`));
      expect([id, status, headers['x-injected']]).toEqual([id, 404, undefined]);
    }
  });

  test('huge headers, very many headers and a huge address are refused in one answer', async () => {
    expect(await raw(head('GET', '/users', { 'X-Huge': 'x'.repeat(64 * 1024) }))).toBe('431 Request headers are too large');
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`X-${at}`, 'x']));
    expect(await raw(head('GET', '/users', many))).toBe('431 Request headers are too large');
    expect(await raw(head('GET', `/users?${'x'.repeat(64 * 1024)}`))).toBe('431 Request headers are too large');
    expect((await ask(port, head('GET', '/users', { 'Private-Token': 'x'.repeat(12_000) }))).status).toBe(401);
    expect((await ask(port, head('GET', '/users', { 'Private-Token': '', Cookie: 'a=b; '.repeat(2000) }))).status).toBe(401);
  });

  test('smuggled, torn and wrong framing is refused', async () => {
    const torn = [
      'GET / HTTP/9.9\r\n\r\n',
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      `${head('POST', '/users/login', { 'Content-Length': '5', 'Transfer-Encoding': 'chunked' })}0\r\n\r\n`,
      `${head('POST', '/users/login', { 'Content-Length': '-1' })}`,
      `${head('POST', '/users/login', { 'Transfer-Encoding': 'chunked' })}zz\r\n`,
      'GET /api/v1/users HTTP/1.1\r\nHost: a\r\nBad Header: x\r\n\r\n',
    ];
    for (const bytes of torn) expect([bytes, await raw(bytes)]).toEqual([bytes, '400 Malformed HTTP request']);
  });

  test('pipelined requests are answered in their order', async () => {
    const connection = await RawConnection.open(port);
    const count = 1000;
    const one = (at: number): string => (at % 3 === 0 ? '/server-info' : at % 3 === 1 ? `/canvases/p${at}` : '/users');
    let bytes = '';
    for (let at = 0; at < count; at++) bytes += head('GET', one(at), { 'X-Request-ID': `p${at}` });
    connection.send(bytes);
    for (let at = 0; at < count; at++) {
      const { status, headers } = await connection.next();
      expect([headers['x-request-id'], status]).toEqual([`p${at}`, at % 3 === 1 ? 404 : 200]);
    }
    connection.close();
  });
});

test('the writes that ran, of 40 pipelined ones, are answered before the connection is cut', patience, async () => {
  const path = `/canvases/${(await admin.post('/canvases')).body.id}/notes`;
  const connection = await RawConnection.open(port);
  const body = '{"title":"one of many"}';
  connection.send(`${head('POST', path, { 'Content-Length': String(body.length) })}${body}`.repeat(40));
  const answered: string[] = [];
  for (let at = 0; at < 17; at++) answered.push(JSON.parse((await connection.next()).body).id);
  expect(await connection.rest()).toBe('');
  expect((await admin.get(path)).body.map(({ id }: { id: string }) => id)).toEqual(answered);
});

describe('odd values', patience, () => {
  test('numbers are kept as sent or refused', async () => {
    expect(await status(note('{"scale":1e400}'))).toBe('400 scale must be a number');
    expect(await status(note('{"location":{"x":-1e400,"y":0}}'))).toMatch(/^400 location.x must be a number/);
    expect(await status(note('{"size":{"width":1e-400,"height":1}}'))).toMatch(/^400 size.width must be greater than 0/);
    const { body } = await note('{"location":{"x":-0,"y":1e-320},"scale":5e-324}');
    expect(body).toMatchObject({ location: { x: 0, y: 1e-320 }, scale: 5e-324 });
    expect(await status(note('{"depth":1.7976931348623157e308}'))).toBe('400 depth must be at most 1000000000000000');
  });

  test('numbers that would break raising, numbering or dividing are refused, and the refusal names the bound', async () => {
    const paths = { notes: 'depth', anchors: 'anchor_index' };
    for (const [path, key] of Object.entries(paths)) {
      const before = (await admin.post(`${canvas}/${path}`, {})).body;
      for (const value of [2 ** 53 - 1, 2 ** 53, Number.MAX_VALUE]) {
        expect(await status(admin.post(`${canvas}/${path}`, { [key]: value }))).toMatch(new RegExp(`^400 ${key} must be`));
        expect(await status(admin.patch(`${canvas}/${path}/${before.id}`, { [key]: value }))).toMatch(/^400/);
      }
      const after = (await admin.post(`${canvas}/${path}`, {})).body;
      expect(after[key]).toBeGreaterThan(before[key]);
    }
    const raised = (await note({})).body;
    const above = (await note({})).body;
    expect((await admin.patch(`${canvas}/notes/${raised.id}`, { auto_raise: true })).body.depth).toBeGreaterThan(above.depth);
    const thin = { grid_size: { columns: 100, rows: 1 }, size: { width: 5e-324 } };
    expect(await status(admin.post(`${canvas}/tables`, thin))).toBe('400 size.width must be at least 0.000001');
    const table = (await admin.post(`${canvas}/tables`, { grid_size: thin.grid_size })).body;
    expect(await status(admin.patch(`${canvas}/tables/${table.id}`, { size: thin.size }))).toMatch(/^400 size.width must be at/);
  });

  test('no sum or product of allowed numbers is answered as null', async () => {
    const huge = Number.MAX_VALUE;
    const made = [
      await note({ size: { width: huge, height: huge }, scale: huge }),
      await admin.post(`${canvas}/tables`, { size: { width: huge, height: huge }, grid_size: { columns: 3, rows: 7 } }),
      await admin.post(`${canvas}/browsers`, { size: { width: huge, height: 1 }, scale: 2 }),
    ];
    for (const { status, text } of made) expect([text, status < 500, text.includes('null')]).toEqual([text, true, false]);
    expect((await admin.get(`${canvas}/widgets`)).text).not.toContain(':null');
    expect((await admin.get(`${canvas}/table-cells`)).text).not.toContain(':null');
  });

  test('texts and names come back as they were sent, also after a restart', async () => {
    const odd = [
      '\ud800',
      'a\udc00b',
      '\u0000',
      'a\u0000b',
      '\u2028\u2029\u0085',
      '\ufeff',
      '\u{10ffff}',
      '"\\\n\r\t',
      '\x1b[31m',
      'é',
      'e\u0301',
    ];
    const paths: string[] = [];
    for (const text of odd) {
      const name = `<${text}>`;
      for (const [path, body] of [
        [`${canvas}/notes`, { text, title: text }],
        ['/canvases', { name }],
        ['/canvas-folders', { name }],
        ['/groups', { name, description: text }],
        ['/users', { name, email: `odd-${odd.indexOf(text)}@corp.example` }],
        ['/users/1000/access-tokens', { name }],
      ] as const) {
        const made = await admin.post(path, body);
        expect([body, made.status, made.body]).toMatchObject([body, 200, body]);
        paths.push(`${path}/${made.body.id}`);
      }
    }
    const before = await Promise.all(paths.map((path) => admin.get(path)));
    for (const [at, { text }] of before.entries()) expect([paths[at], isOneLine(text)]).toEqual([paths[at], true]);
    const stream = await admin.watch(`${canvas}/notes`);
    expect((await stream.next()).map((one: { text: string }) => one.text)).toEqual(expect.arrayContaining(odd));
    await server.end('SIGTERM');
    await start();
    const after = await Promise.all(paths.map((path) => admin.get(path)));
    expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
  });

  test('a raw line separator in a body is escaped in the answer, and invalid UTF-8 is refused', async () => {
    expect((await note('{"text":"a\u2028b"}')).text).toContain('"a\\u2028b"');
    for (const bytes of ['\xff', '\xc0\x80', '\xed\xa0\x80', '\xf5\x80\x80\x80']) {
      const body = Buffer.from(`{"text":"${bytes}"}`, 'latin1');
      const request = head('POST', `${canvas}/notes`, { 'Content-Length': String(body.length) });
      expect((await ask(port, Buffer.concat([Buffer.from(request), body]))).body).toMatch(
        /^{"msg":"Invalid JSON: it is not UTF-8 from byte 10 on"}$/,
      );
    }
  });
});

test('none of this was an unexpected error', () => {
  expect(server.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  expect(server.err).toEqual([]);
});

function head(method: string, path: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ Host: 'easel.test', 'Private-Token': admin.token, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${method} /api/v1${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** For every reader of streams, whichever line separators it splits on. */
const isOneLine = (text: string): boolean =>
  [...text].every((character) => character >= ' ' && !'\u0085\u2028\u2029'.includes(character));
