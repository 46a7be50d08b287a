import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canvas, type Dummy, described, signedIn, startDummy } from '../../../test/http/dummy-server.ts';
import { ask, type RawAnswer, request } from '../../../test/http/raw-connection.ts';
import type { Route } from '../routing/route.ts';

let dummy: Dummy;
beforeAll(async () => {
  dummy = await startDummy({ settings: { trustedProxies: ['10.0.0.0/8'] } });
});
afterAll(() => dummy.close());

const call = (line: string, headers: Record<string, string> = {}, body = ''): Promise<RawAnswer> =>
  ask(dummy.port, request(line.replace(' ', ' /api/v1'), headers, body));
const note = `/canvases/${canvas}/notes/n`;

describe('an answer', () => {
  it('of JSON has its type, its length in bytes, its revision and a tag', async () => {
    const { status, headers } = await call('GET /pieces');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': '17',
      'cache-control': 'private, no-cache',
    });
    expect([headers['easel-revision'], headers.etag]).toEqual(['7', expect.stringMatching(/^"[\w-]{22}"$/)]);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('in pieces arrives whole', async () => {
    expect((await call('GET /pieces')).body).toBe('[{"text":"äö"}]');
  });

  it('of DELETE is empty, with length 0 and no type', async () => {
    const { status, headers, body } = await call('DELETE /users/1000', {}, 'not JSON');
    expect([status, headers['content-length'], headers['content-type'], body]).toEqual([200, '0', undefined, '']);
  });

  it.each([
    'GET /server-info',
    'GET /nothing',
    'POST /canvases',
    'DELETE /users/x',
    'OPTIONS /x',
    'PUT /canvases',
    'HEAD /server-info',
  ])('to %s echoes a harmless X-Request-ID and replaces any other', async (line) => {
    const idFor = async (sent: string) => (await call(line, { 'X-Request-ID': sent })).headers['x-request-id'];
    for (const good of ['a', 'A.b_c-9', 'x'.repeat(128)]) expect(await idFor(good)).toBe(good);
    for (const bad of ['', 'x'.repeat(129), 'a b', 'ä', 'a,b', '{}'])
      expect(await idFor(bad)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  });

  it('ignores Accept, and compresses nothing short', async () => {
    const headers = { Accept: 'text/html', 'Accept-Encoding': 'gzip' };
    expect(await call('GET /pieces', headers)).toMatchObject({ status: 200, body: '[{"text":"äö"}]' });
  });
});

describe('a refusal', () => {
  it.each([
    ['no credential', 'GET /canvases/x', { 'Private-Token': '' }, 401, 'Unauthorized'],
    ['no credential, link', `GET ${note}`, { 'Private-Token': '' }, 401, 'Unauthorized'],
    ['a wrong credential', 'GET /canvases/x', { 'Private-Token': 'wrong' }, 401, 'Invalid token'],
    ['a wrong credential, link', `GET ${note}`, { 'Private-Token': 'wrong' }, 401, 'Invalid token'],
    ['a blocked owner', 'GET /canvases/x', { 'Private-Token': 'blocked' }, 403, 'User is blocked'],
    ['a missing role', 'PATCH /server-config', {}, 403, 'Permission denied'],
    ['a scope that is gone', 'GET /canvases/gone', {}, 404, 'Canvas gone not found'],
    ['a conflict', 'POST /faults/conflict', {}, 409, 'Taken'],
  ])('because of %s', async (_, line, headers, status, msg) => {
    const answer = await call(line, headers as Record<string, string>);
    expect([answer.status, answer.body]).toEqual([status, JSON.stringify({ msg })]);
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
    expect('www-authenticate' in answer.headers).toBe(status === 401);
  });

  it.each(['sync', 'async'])('because of an unexpected error (%s) says nothing of the error; the log does', async (kind) => {
    const answer = await call(`POST /faults/${kind}`, { 'X-Request-ID': `fault-${kind}` });
    expect([answer.status, answer.body]).toEqual([500, '{"msg":"Internal server error"}']);
    const line = dummy.lines.find((one) => one.request === `fault-${kind}` && one.err);
    expect(line).toMatchObject({ level: 50, route: `/faults/${kind}`, err: { message: 'secret detail' } });
  });

  it.each(['EMFILE', 'ENFILE', 'ENOSPC', 'EDQUOT'])('because of %s is worth another try', async (code) => {
    const handle = () => {
      throw Object.assign(new Error('at the bottom of something'), { code });
    };
    const own = await startDummy({ routes: [{ ...described, method: 'POST', path: '/x', access: signedIn, handle }] });
    const { status, headers, body } = await ask(own.port, request('POST /api/v1/x'));
    expect([status, headers['retry-after'], body]).toEqual([503, '2', '{"msg":"Service temporarily unavailable"}']);
    expect(own.lines).toContainEqual(expect.objectContaining({ level: 50, route: '/x' }));
    await own.close();
  });

  it('that cannot be written is the constant', async () => {
    expect(await call('GET /faults/unspeakable')).toMatchObject({ status: 500, body: '{"msg":"Internal server error"}' });
  });
});

describe('a credential', () => {
  const actorOf = async (line: string, headers: Record<string, string>): Promise<number> =>
    JSON.parse((await call(line, headers)).body).actor;
  const cookie = { 'Private-Token': '', Cookie: 'session=sam' };

  it('is ignored where none is needed', async () => {
    expect(await actorOf('GET /server-info', { 'Private-Token': 'wrong' })).toBe(100);
    expect(await actorOf('POST /users/login', { 'Private-Token': 'blocked' })).toBe(100);
  });

  it('that is optional counts only when it is valid', async () => {
    expect(await actorOf('GET /server-config', {})).toBe(1004);
    expect(await actorOf('GET /server-config', { 'Private-Token': 'wrong' })).toBe(100);
    expect(await actorOf('GET /server-config', { 'Private-Token': 'blocked' })).toBe(100);
  });

  it('sent twice counts as the first one', async () => {
    expect(await actorOf('GET /canvases/x', { 'Private-Token': 'sam', 'private-token': 'wrong' })).toBe(1004);
  });

  it('may be a bearer token where there is no other, and other schemes are ignored', async () => {
    const bearer = (Authorization: string, token = ''): Promise<number | undefined> =>
      actorOf('GET /canvases/x', { 'Private-Token': token, Authorization });
    expect(await bearer('Bearer sam')).toBe(1004);
    expect(await bearer('bEARER \t sam')).toBe(1004);
    expect(await bearer('Bearer wrong', 'sam')).toBe(1004);
    expect((await call('GET /canvases/x', { Authorization: 'Bearer sam', 'Private-Token': 'wrong' })).body).toContain('Invalid');
    expect((await call('GET /canvases/x', { Authorization: 'Bearer wrong', 'Private-Token': '' })).body).toContain('Invalid');
    for (const Authorization of ['Basic c2Ft', 'Bearer', 'Bearer ', 'Bearersam', 'sam', 'Token sam']) {
      expect((await call('GET /canvases/x', { Authorization, 'Private-Token': '' })).body).toContain('Unauthorized');
      expect(await actorOf('GET /canvases/x', { Authorization, ...cookie })).toBe(1004);
    }
    expect((await call('GET /canvases/x', { ...cookie, Authorization: 'Bearer wrong' })).status).toBe(401);
  });

  it('in the header goes before the cookie', async () => {
    expect(await actorOf('GET /canvases/x', cookie)).toBe(1004);
    expect((await call('GET /canvases/x', { ...cookie, 'Private-Token': 'wrong' })).status).toBe(401);
  });

  it.each([
    ['https://evil.test', 403],
    ['null', 403],
    ['', 403],
    ['http://easel.test:81', 403],
    ['https://easel.test', 403],
    ['http://easel.test', 200],
    ['HTTP://EASEL.TEST', 200],
  ])('in a cookie with the origin %s writes: %i', async (Origin, status) => {
    expect((await call('POST /canvases', { ...cookie, Origin })).status).toBe(status);
  });

  it('in a cookie does not count where only the header does', async () => {
    const route: Route = { ...described, method: 'GET', path: '/file', access: signedIn, cookie: false, handle: () => '{}' };
    const own = await startDummy({ routes: [route] });
    const get = async (headers: Record<string, string>) => (await ask(own.port, request('GET /api/v1/file', headers))).status;
    expect([await get(cookie), await get({ ...cookie, 'Private-Token': 'sam' })]).toEqual([401, 200]);
    await own.close();
  });

  it('in a cookie may read from anywhere, and write without an origin', async () => {
    expect((await call('GET /canvases/x', { ...cookie, Origin: 'https://evil.test' })).status).toBe(200);
    expect((await call('POST /canvases', cookie)).status).toBe(200);
  });

  it('in the header may write from any origin', async () => {
    expect((await call('POST /canvases', { Origin: 'https://evil.test' })).status).toBe(200);
  });
});

describe('the author of a change', () => {
  it('is the user who signed in, at the address of the connection', async () => {
    const { author } = JSON.parse((await call('POST /canvases', { 'X-Forwarded-For': '192.0.2.1' })).body);
    expect(author).toEqual({ id: 1004, name: 'Sam', ip: '127.0.0.1' });
  });

  it('is nobody without a credential', async () => {
    const { author } = JSON.parse((await call('POST /users/login')).body);
    expect(author).toEqual({ id: null, name: '', ip: '127.0.0.1' });
  });
});

describe('the log', () => {
  it('has a line for errors and writes only, without token, query, ids and body', async () => {
    dummy.lines.length = 0;
    await call('GET /server-info?secret=1');
    await call('GET /canvases/hidden-id', { 'Private-Token': 'wrong-token' });
    await call('POST /canvases?secret=1', {}, '{"secret":"body"}');
    await call('GET /secret-path?secret');
    const shown = dummy.lines.map(({ method, route, status, user }) => [method, route, status, user]);
    expect(shown).toEqual([
      ['GET', '/canvases/:canvas_id', 401, undefined],
      ['POST', '/canvases', 200, 1004],
      ['GET', '', 404, undefined],
    ]);
    expect(JSON.stringify(dummy.lines)).not.toMatch(/secret|wrong-token|hidden-id/);
  });

  it('has every answer when the setting says so', async () => {
    const all = await startDummy({ settings: { logRequests: true } });
    await ask(all.port, request('GET /api/v1/server-info'));
    await all.close();
    expect(all.lines).toMatchObject([{ method: 'GET', route: '/server-info', status: 200 }]);
  });
});
