import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canvas, type Dummy, startDummy } from '../../../test/http/dummy-server.ts';
import { ask, type RawAnswer, request } from '../../../test/http/raw-connection.ts';

let dummy: Dummy;
beforeAll(async () => {
  dummy = await startDummy();
});
afterAll(() => dummy.close());

const call = (line: string, headers: Record<string, string> = {}): Promise<RawAnswer> => ask(dummy.port, request(line, headers));
const get = (path: string): Promise<RawAnswer> => call(`GET /api/v1${path}`);
const paramsOf = (answer: RawAnswer): unknown => JSON.parse(answer.body).params;

describe('a path', () => {
  it.each([
    `/api/v1/canvases/${canvas}`,
    `/api/v1/canvases/${canvas}/`,
    `/api/v1/canvases/${canvas}///`,
    `//api/v1/canvases/${canvas}`,
    `/api//v1///canvases//${canvas}`,
    `/api/v1/canvases/${canvas.toUpperCase()}`,
    `/api/v1/canv%61ses/${canvas}?x`,
    `http://other.test/api/v1/canvases/${canvas}`,
  ])('%s names the canvas without a redirect', async (path) => {
    const answer = await call(`GET ${path}`);
    expect([answer.status, paramsOf(answer)]).toEqual([200, { canvas_id: canvas }]);
  });

  it.each([
    ['a%2fb', 'a/b'],
    ['a%2Fb%252f', 'a/b%2f'],
    ['..', '..'],
    ['.', '.'],
    ['%2e%2e', '..'],
    ['A-B', 'A-B'],
    ['%3Fx%23', '?x#'],
    ['%C3%A4%00', 'ä\u0000'],
    [':canvas_id', ':canvas_id'],
    ['*', '*'],
    ['x'.repeat(5000), 'x'.repeat(5000)],
    ['x'.repeat(15_000), 'x'.repeat(15_000)],
    ['x;y=1', 'x;y=1'],
    ['x,y&z=(1)', 'x,y&z=(1)'],
    ['x#y', 'x'],
    ['x?y/z', 'x'],
    ['slow-er', 'slow-er'],
  ])('has %s as one segment', async (segment, value) => {
    expect(paramsOf(await get(`/canvases/${segment}`))).toEqual({ canvas_id: value });
  });

  it('does not resolve dots', async () => {
    expect((await get('/canvases/../server-info')).body).toBe('{"msg":"Unknown object type server-info"}');
  });

  it.each(['/canvases/%', '/canvases/%zz', '/%c3%28', '/nothing/%ff', '/canvases/x?a=%zz', '/canvases/x?%'])(
    '%s with bad percent-encoding is 400',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, answer.body]).toEqual([400, '{"msg":"Invalid URL"}']);
      expect(answer.headers['x-request-id']).toBeTruthy();
    },
  );

  it.each([
    ['/api/v1/foo', 'Unknown object type foo'],
    ['/api/v1/FOO/', 'Unknown object type FOO'],
    ['/api/v1/Canvases', 'Unknown object type Canvases'],
    ['/api/V1/canvases', 'Unknown object type V1'],
    ['/api/v1/canvases%2fx', 'Unknown object type canvases/x'],
    ['/api/v1', 'Unknown object type v1'],
    ['/api/v2/canvases', 'Unknown object type v2'],
    ['/api/canvases', 'Unknown object type canvases: every path begins with /api/v1'],
    [`/api/canvases/${canvas}/notes`, 'Unknown object type canvases: every path begins with /api/v1'],
    ['/api', 'Unknown object type api'],
    ['/api/', 'Unknown object type api'],
    [`/api/v1/canvases/${canvas}/video-outputs`, 'Unknown object type video-outputs'],
    ['/api/v1/server-config/install', 'Unknown action install'],
    ['/api/v1/users/password', 'Unknown action password'],
    ['/api/v1/%22%0a', 'Unknown object type "\n'],
  ])('%s is unknown: %s', async (path, msg) => {
    for (const method of ['GET', 'POST', 'PUT', 'PROPFIND']) {
      const answer = await call(`${method} ${path}`, { 'Private-Token': 'wrong' });
      expect([answer.status, JSON.parse(answer.body)]).toEqual([404, { msg }]);
    }
  });

  it('that is fixed goes before an id', async () => {
    expect((await get('/users/current')).body).toBe('{"msg":"User ID current is not an integer"}');
    expect((await get('/users/login')).status).toBe(405);
    for (const near of ['logi', 'login1', 'loginx', 'Login']) {
      expect((await get(`/users/${near}`)).body).toBe(`{"msg":"User ID ${near} is not an integer"}`);
    }
  });

  it.each(['/API/v1/canvases', '/api%2fv1/canvases', '/apis', '/pages', '/pages/viewer', '/pages/Page.css'])(
    '%s is nothing that programs know',
    async (path) => {
      const answer = await call(`GET ${path}`);
      expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    },
  );

  it.each(['http://%/api/v1/canvases/x', 'http:///', 'x', '%zz'])('%s as the target is 400', async (target) => {
    for (const method of ['GET', 'OPTIONS']) expect((await call(`${method} ${target}`)).status).toBe(400);
  });
});

describe('a method', () => {
  it.each([
    ['PUT', '/canvases', 'POST'],
    ['GET', '/canvases', 'POST'],
    ['HEAD', '/canvases', 'POST'],
    ['POST', `/canvases/${canvas}`, 'GET, HEAD, PATCH'],
    ['TRACE', '/server-info', 'GET, HEAD'],
    ['LOCK', '/users/1000', 'DELETE, GET, HEAD'],
    ['QUERY', '/users/login', 'POST'],
  ])('%s on %s is 405, before the credential', async (method, path, allow) => {
    const answer = await call(`${method} /api/v1${path}`, { 'Private-Token': 'wrong' });
    expect([answer.status, answer.headers.allow]).toEqual([405, allow]);
    if (method !== 'HEAD') expect(answer.body).toBe('{"msg":"Method not allowed"}');
  });

  it('PUT with a body of any type is 405', async () => {
    const answer = await ask(dummy.port, request('PUT /api/v1/canvases', { 'Content-Type': '///' }, '{"a":1}'));
    expect(answer.status).toBe(405);
  });

  it('CONNECT is 405 with an error body', async () => {
    const answer = await call('CONNECT example.test:443');
    expect([answer.status, answer.body]).toEqual([405, '{"msg":"Method not allowed"}']);
  });

  it.each(['/api/v1/canvases', '/api/v1/nothing', '/', '/anything', '*'])(
    'OPTIONS %s is 204 without body and credential',
    async (path) => {
      const answer = await ask(dummy.port, `OPTIONS ${path} HTTP/1.1\r\nHost: x\r\nOrigin: https://a.test\r\n\r\n`);
      expect(answer.status).toBe(204);
      expect(answer.headers).not.toHaveProperty('content-length');
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
      expect(answer.headers['x-request-id']).toBeTruthy();
    },
  );
});

describe('HEAD', () => {
  const same = ['content-type', 'content-length', 'cache-control'];

  it.each([`/canvases/${canvas}`, `/canvases/${canvas}/notes`, '/pieces', '/users/me', '/server-info'])(
    '%s has status and headers of GET',
    async (path) => {
      const head = await call(`HEAD /api/v1${path}`);
      const whole = await get(path);
      expect(head.status).toBe(whole.status);
      for (const name of same) expect(head.headers[name]).toBe(whole.headers[name]);
    },
  );

  it('never opens a stream', async () => {
    const answer = await call(`HEAD /api/v1/canvases/${canvas}/notes?subscribe`);
    expect(answer.headers['content-length']).toBe('10');
    expect(dummy.openings).toEqual([]);
  });

  it('makes the checks of GET', async () => {
    expect((await call(`HEAD /api/v1/canvases/${canvas}/notes?subscribe=x`)).status).toBe(400);
    expect((await call(`HEAD /api/v1/canvases/${canvas}`, { 'Private-Token': '' })).status).toBe(401);
  });
});

describe('a page', () => {
  it.each([
    '/',
    '/api/docs',
    '/api/docs/',
    '/api/docs/displays',
    '/pages/docs.js',
    '/pages/docs.css',
    '/pages/displays.css',
    '/pages/page.css',
    '/pages/icon.svg',
    '/pages/icon-small.svg',
  ])('%s loads nothing from elsewhere', async (path) => {
    const answer = await call(`GET ${path}`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.headers['x-request-id']).toBeTruthy();
    expect(answer.body.replace(/xmlns="[^"]*"/, '')).not.toMatch(
      /(src|href)=["']?(https?:)?\/\/|url\(["']?https?:|@import (url\(")?(https?:)?\/\/|import .*http/,
    );
  });

  it('that does not exist is 404 for people', async () => {
    const answer = await call('GET /nothing');
    expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  });

  it('takes GET and HEAD only', async () => {
    const answer = await call('POST /api/docs');
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
    expect((await call('HEAD /')).status).toBe(200);
  });

  it('/api/openapi.json is the API document', async () => {
    const answer = await call('GET /api/openapi.json');
    expect(answer.headers['content-type']).toBe('application/json');
    expect(JSON.parse(answer.body).paths['/users/{user_id}'].get.tags).toEqual(['Things']);
  });
});
