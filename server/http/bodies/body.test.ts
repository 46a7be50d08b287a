import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { canvas, type Dummy, described, signedIn, startDummy } from '../../../test/http/dummy-server.ts';
import { ask, RawConnection, request } from '../../../test/http/raw-connection.ts';
import { fakeClock } from '../../../test/kit/clock.ts';
import type { Call } from '../routing/route.ts';

let dummy: Dummy;
/** Waits for nobody: for what never comes. */
let impatient: Dummy;
let connection: RawConnection | undefined;
beforeAll(async () => {
  dummy = await startDummy({ limits: { unwantedBytes: 100_000 } });
  impatient = await startDummy({ limits: { bodyMs: 100, headersMs: 100, closeMs: 100 } });
});
afterAll(() => Promise.all([dummy.close(), impatient.close()]));
afterEach(() => connection?.close());

const open = async ({ port } = dummy): Promise<RawConnection> => {
  connection = await RawConnection.open(port);
  return connection;
};
const post = (body: string, headers: Record<string, string> = {}) =>
  ask(dummy.port, request('POST /api/v1/canvases', headers, body));
const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

describe('a body', () => {
  it.each([
    undefined,
    '',
    'application/json',
    'application/json; charset=latin1',
    'application/x-www-form-urlencoded',
    'text/plain',
    'application/octet-stream',
    'multipart/mixed; boundary=x',
    '////;;=',
    'json',
    'a'.repeat(3000),
  ])('of content type %s is JSON', async (type) => {
    const answer = await post('{"name":"ä"}', type === undefined ? {} : { 'Content-Type': type });
    expect([answer.status, JSON.parse(answer.body).body]).toEqual([200, { name: 'ä' }]);
  });

  it.each(['multipart/form-data; boundary=x', 'Multipart/Form-Data', ' multipart/form-data'])(
    'of type %s is refused',
    async (type) => {
      const answer = await post('{"name":"a"}', { 'Content-Type': type });
      const msg = 'Invalid JSON: the body is multipart/form-data, and this endpoint takes JSON only';
      expect([answer.status, JSON.parse(answer.body)]).toEqual([400, { msg }]);
    },
  );

  it.each([
    ['without length', ''],
    ['of length 0', 'Content-Length: 0\r\n'],
    ['of length 0 and JSON type', 'Content-Length: 0\r\nContent-Type: application/json\r\n'],
  ])('%s is an empty object', async (_, headers) => {
    const answer = await ask(dummy.port, `POST /api/v1/canvases HTTP/1.1\r\nHost: x\r\nPrivate-Token: sam\r\n${headers}\r\n`);
    expect([answer.status, JSON.parse(answer.body).body]).toEqual([200, {}]);
  });

  it('may come in chunks, and none at all is an empty object', async () => {
    const head = request('POST /api/v1/canvases', { 'Transfer-Encoding': 'chunked' });
    expect(JSON.parse((await ask(dummy.port, `${head}${chunk('{"na')}${chunk('me":"a"}')}0\r\n\r\n`)).body).body).toEqual({
      name: 'a',
    });
    expect(JSON.parse((await ask(dummy.port, `${head}0\r\n\r\n`)).body).body).toEqual({});
    const bytewise = [...'{"name":"abc"}'].map(chunk).join('');
    expect(JSON.parse((await ask(dummy.port, `${head}${bytewise}0\r\n\r\n`)).body).body).toEqual({ name: 'abc' });
  });

  it.each(['[]', 'x', '{"a":1', '"text"', 'null'])('%s is refused', async (body) => {
    const answer = await post(body);
    expect([answer.status, answer.body]).toEqual([400, expect.stringMatching(/^{"msg":"Invalid JSON: [^"]+/)]);
  });

  it('is looked at after the credential and the permission', async () => {
    expect((await post('rubbish', { 'Private-Token': 'wrong' })).status).toBe(401);
    const answer = await ask(dummy.port, request('PATCH /api/v1/server-config', {}, 'rubbish'));
    expect(answer.status).toBe(403);
  });
});

describe('a body over 16 MiB', () => {
  const tooLarge = [413, '{"msg":"Request body is too large"}'];

  it('is refused by its length, before it is sent', async () => {
    const answer = await post('', { 'Content-Length': String(16 * 1024 * 1024 + 1) });
    expect([answer.status, answer.body]).toEqual(tooLarge);
  });

  it('is refused in chunks, and the connection is cut when they go on', async () => {
    const sender = await RawConnection.open(dummy.port);
    sender.send(request('POST /api/v1/canvases', { 'Transfer-Encoding': 'chunked' }));
    const piece = chunk('x'.repeat(1024 * 1024));
    for (let at = 0; at < 17; at++) sender.send(piece);
    const answer = await sender.next();
    expect([answer.status, answer.body]).toEqual(tooLarge);
    sender.send(piece);
    expect(await sender.rest()).toBe('');
  });

  it('of exactly 16 MiB is taken', async () => {
    const body = `{"a":"${'x'.repeat(16 * 1024 * 1024 - 8)}"}`;
    expect((await ask(dummy.port, request('POST /api/v1/canvases', {}, body))).status).toBe(200);
  });
});

describe('a connection', () => {
  const whole = (line: string, body = '') => request(line, {}, body);

  it.each([
    ['GET with a body', `GET /api/v1/canvases/${canvas}`, 200],
    ['DELETE with a body', 'DELETE /api/v1/users/1000', 200],
    ['an unknown path', 'POST /api/v1/nothing', 404],
    ['a wrong method', 'PUT /api/v1/canvases', 405],
    ['a refused permission', 'PATCH /api/v1/server-config', 403],
    ['an invalid body', 'POST /api/v1/canvases', 400],
  ])('goes on after %s', async (_, line, status) => {
    const sender = await open();
    sender.send(whole(line, 'x'.repeat(50_000)));
    expect((await sender.next()).status).toBe(status);
    sender.send(whole('GET /api/v1/server-info'));
    expect((await sender.next()).status).toBe(200);
  });

  it.each(['GET /api/v1/server-info', 'POST /api/v1/nothing'])(
    'is cut when an unwanted body of %s does not end',
    async (line) => {
      const sender = await open(impatient);
      sender.send(`${request(line, { 'Transfer-Encoding': 'chunked' })}${chunk('x')}`);
      await sender.next();
      expect(await sender.rest()).toBe('');
    },
  );

  it('answers any number of pipelined requests that need not wait', async () => {
    const sender = await open();
    sender.send(whole('GET /api/v1/server-info').repeat(300));
    for (let at = 0; at < 300; at++) expect((await sender.next()).status).toBe(200);
  });

  it('is cut when more than 16 requests wait behind one that is not answered', async () => {
    const sender = await open(impatient);
    sender.send(whole('GET /api/v1/canvases/slow').repeat(18));
    expect(await sender.rest()).toBe('');
  });

  it.each([40, 900])(
    'that sends %i writes at once has those answered that were done, in order, and is cut then',
    async (count) => {
      const done: unknown[] = [];
      const handle = async ({ body }: Call): Promise<string> => {
        done.push(body);
        await nextTurn();
        return JSON.stringify(body);
      };
      const other = await startDummy({ routes: [{ ...described, method: 'POST', path: '/notes', access: signedIn, handle }] });
      const sender = await RawConnection.open(other.port);
      sender.send(Array.from({ length: count }, (_, n) => whole('POST /api/v1/notes', `{"n":${n}}`)).join(''));
      const writes = Array.from({ length: 17 }, (_, n) => ({ n }));
      for (const write of writes) {
        const { status, body, headers } = await sender.next();
        expect([status, JSON.parse(body), headers.connection]).toEqual([200, write, write.n === 16 ? 'close' : 'keep-alive']);
      }
      expect([await sender.rest(), done]).toEqual(['', writes]);
      await other.close();
    },
  );

  it('answers pipelined requests in their order', async () => {
    const sender = await open();
    sender.send(
      [whole('POST /api/v1/canvases', '{"n":1}'), whole('GET /api/v1/nothing'), whole('POST /api/v1/canvases', '{"n":2}')].join(
        '',
      ),
    );
    const answers = [await sender.next(), await sender.next(), await sender.next()];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200]);
    expect(JSON.parse(answers[2]!.body).body).toEqual({ n: 2 });
  });

  it('with a length that is too short gets its answer, then 400 for the rest', async () => {
    const sender = await open();
    sender.send(request('POST /api/v1/canvases', { 'Content-Length': '2' }, '{} and more'));
    expect((await sender.next()).status).toBe(200);
    const rest = await sender.next();
    expect([rest.status, rest.body]).toEqual([400, '{"msg":"Malformed HTTP request"}']);
    expect(await sender.rest()).toBe('');
  });

  it('that does not send its whole body is told so', async () => {
    const sender = await open(impatient);
    sender.send(request('POST /api/v1/canvases', { 'Content-Length': '20' }, '{}'));
    const answer = await sender.next();
    expect([answer.status, answer.body]).toEqual([408, '{"msg":"Request timed out"}']);
    expect(await sender.rest()).toBe('');
  });

  it('that closes in the middle of a body harms nobody', async () => {
    const before = dummy.calls.length;
    const sender = await open();
    sender.send(request('POST /api/v1/canvases', { 'Content-Length': '20' }, '{}'));
    sender.close();
    expect((await post('{}')).status).toBe(200);
    expect(dummy.calls.length).toBe(before + 1);
  });

  it('gets an answer whatever it expects', async () => {
    const sender = await open();
    sender.send(request('POST /api/v1/canvases', { Expect: 'wonders' }, '{}'));
    expect((await sender.next()).status).toBe(200);
    sender.send(request('POST /api/v1/canvases', { Expect: '100-continue' }, '{}'));
    expect(await sender.head()).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    expect((await sender.next()).status).toBe(200);
  });
});

describe('a connection of its own', () => {
  it('is not cut later because of a body that was dropped', async () => {
    const clock = fakeClock();
    const other = await startDummy({ clock });
    const sender = await RawConnection.open(other.port);
    sender.send(request('GET /api/v1/server-info', {}, 'x'.repeat(50_000)) + request('GET /api/v1/server-info'));
    await sender.next();
    await sender.next();
    clock.advance(600_000);
    sender.send(request('GET /api/v1/server-info'));
    expect((await sender.next()).status).toBe(200);
    sender.close();
    await other.close();
  });

  it('whose reader takes nothing of a large answer is cut', async () => {
    const large = [Buffer.alloc(32 * 1024 * 1024, ' ')];
    const route = { ...described, method: 'GET' as const, path: '/large', access: signedIn, handle: () => large };
    const other = await startDummy({ routes: [route], limits: { unreadMs: 200 } });
    const reader = connect({ port: other.port, host: '127.0.0.1' }).pause();
    reader.write(request('GET /api/v1/large'));
    const [, answer] = (await once(other.http.server, 'request')) as [unknown, ServerResponse];
    await once(answer, 'close');
    let taken = 0;
    for await (const chunk of reader.on('error', () => {})) taken += chunk.length;
    expect(taken).toBeLessThan(large[0]!.length);
    await other.close();
  });
});

describe('what the HTTP parser refuses', () => {
  it.each([
    ['rubbish', 'rubbish\r\n\r\n'],
    ['an unknown verb', 'FETCH /api/v1/canvases HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a wrong header', 'GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n'],
    ['a space in the path', 'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    ['length and chunks', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['a wrong length', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ten\r\n\r\n'],
    ['no host', 'GET /api/v1/server-info HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET /api/v1/server-info HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n'],
    ['two equal hosts', 'GET /api/v1/server-info HTTP/1.0\r\nHost: x\r\nHOST: x\r\n\r\n'],
    ['a TLS hello', Buffer.from('160301020001000001fc0303', 'hex')],
  ])('%s is 400 with an error body', async (_, bytes) => {
    const answer = await ask(dummy.port, bytes);
    expect([answer.status, answer.body]).toEqual([400, '{"msg":"Malformed HTTP request"}']);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('in the middle of a body is 400, and the handler does not run', async () => {
    const before = dummy.calls.length;
    const sender = await open();
    sender.send(
      `${request('POST /api/v1/canvases', { 'Transfer-Encoding': 'chunked', 'X-Request-ID': 'mine' })}${chunk('{}')}not a size\r\n`,
    );
    const answer = await sender.next();
    expect([answer.status, answer.headers['x-request-id']]).toEqual([400, 'mine']);
    expect(await sender.rest()).toBe('');
    expect(dummy.calls.length).toBe(before);
  });

  it.each([
    ['headers', request('GET /', { Long: 'x'.repeat(20_000) })],
    ['a path', request(`GET /${'x'.repeat(20_000)}`)],
  ])('%s over 16 KiB are refused', async (_, bytes) => {
    const answer = await ask(dummy.port, bytes);
    expect([answer.status, answer.body]).toEqual([431, '{"msg":"Request headers are too large"}']);
  });

  it.each(['gzip, chunked', 'identity, chunked'])('a body coded as %s is 501', async (coding) => {
    const before = dummy.calls.length;
    const sender = await open();
    sender.send(`${request('POST /api/v1/canvases', { 'Transfer-Encoding': coding })}${chunk('{}')}0\r\n\r\n`);
    const answer = await sender.next();
    const said = '{"msg":"Transfer-Encoding must be chunked: no other coding is read"}';
    expect([answer.status, answer.body, dummy.calls.length]).toEqual([501, said, before]);
  });

  it('a body whose coding is written in capitals is read', async () => {
    const head = request('POST /api/v1/canvases', { 'Transfer-Encoding': 'Chunked' });
    expect((await ask(dummy.port, `${head}${chunk('{}')}0\r\n\r\n`)).status).toBe(200);
  });

  it('headers that never end are cut off', async () => {
    const sender = await open(impatient);
    sender.send('GET /api/v1/server-info HTTP/1.1\r\nHost: x\r\nSlow: ');
    const answer = await sender.next();
    expect([answer.status, answer.body]).toEqual([408, '{"msg":"Request timed out"}']);
    expect(await sender.rest()).toBe('');
  });

  it('HTTP/1.0 without a host is answered and closed', async () => {
    const sender = await open();
    sender.send('GET /api/v1/server-info HTTP/1.0\r\n\r\n');
    expect((await sender.next()).status).toBe(200);
    expect(await sender.rest()).toBe('');
  });
});
