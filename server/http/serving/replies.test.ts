import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dummy, startDummy } from '../../../test/http/dummy-server.ts';
import { LINES, replyingRoutes } from '../../../test/http/replying-routes.ts';
import { type Answer, Caller } from '../../../test/kit/client.ts';
import { Description } from '../../../test/kit/description.ts';
import { openApiDocument } from '../openapi/document.ts';
import { filesIn } from '../pages/lasting-page.ts';

const folder = mkdtempSync(join(tmpdir(), 'easel-built-'));
for (const name of ['index.css', 'secret.txt']) writeFileSync(join(folder, name), 'x {}');
const routes = [...replyingRoutes, ...filesIn('/built', pathToFileURL(`${folder}/`), ['index.css'])];
const description = new Description(openApiDocument(routes));
let dummy: Dummy;
let sam: Caller;
beforeAll(async () => {
  dummy = await startDummy({ routes });
  sam = new Caller({ url: dummy.address }, 'sam');
});
afterAll(async () => {
  sam.close();
  await dummy.close();
  rmSync(folder, { recursive: true });
});

/** Sends a request to the interface; also returns how the answer deviates from the API document. */
async function get(path: string, method = 'GET'): Promise<Answer & { faults: string[] }> {
  const answer = await sam.request(method, path);
  return { ...answer, faults: description.faults({ method, path }, answer) };
}
const page = (path: string, init: RequestInit = {}): Promise<Response> => fetch(dummy.address + path, init);

describe('an answer', () => {
  it('may be a text of unknown length, which is made while it is sent', async () => {
    const { status, headers, text, faults } = await get('/log.csv');
    expect([status, headers['content-type'], headers['transfer-encoding']]).toEqual([200, 'text/csv; charset=utf-8', 'chunked']);
    expect([headers['content-disposition'], headers['content-length']]).toEqual(['attachment; filename="log.csv"', undefined]);
    expect([text.split('\r\n').length - 1, faults]).toEqual([LINES, []]);
    const head = await get('/log.csv', 'HEAD');
    expect([head.status, head.text, head.headers['content-disposition']]).toEqual([200, '', headers['content-disposition']]);
  });

  it.each([
    ['/page', '<!doctype html><p>äö</p>'],
    ['/bytes', '<p></p>'],
  ])('%s may be of any type that is declared', async (path, text) => {
    const { headers, faults, ...answer } = await get(path);
    expect([answer.text, headers['content-type'], faults]).toEqual([text, 'text/html; charset=utf-8', []]);
    expect(headers).toMatchObject({ 'content-length': String(Buffer.byteLength(text)), 'cache-control': 'no-store' });
  });

  it('may be a redirect with cookies', async () => {
    const { status, headers, text, faults } = await get('/sign-on');
    expect([status, headers.location, text, faults]).toEqual([302, '/', '', []]);
    expect(headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2; Path=/']);
    expect(headers).toMatchObject({ 'content-length': '0' });
    expect(headers).not.toHaveProperty('content-type');
  });

  it('may have another status with JSON', async () => {
    const { status, headers, body, faults } = await get('/later');
    expect([status, headers['content-type'], body, faults]).toEqual([202, 'application/json', { is: 'begun' }, []]);
  });

  it('may have no body and no length', async () => {
    const { status, headers, faults } = await get('/gone');
    expect([status, headers['content-length'], headers['content-type'], faults]).toEqual([204, undefined, undefined, []]);
  });

  it('may have headers besides', async () => {
    const { headers, body, faults } = await get('/list');
    expect([headers.link, body, faults]).toEqual(['</api/v1/list?after=2>; rel="next"', [1, 2], []]);
  });

  it.each([
    ['/odd/status', 'answers 202 and does not declare it'],
    ['/odd/header', 'answers 200 with Link and does not declare it'],
    ['/odd/body', 'answers with a body and declares none'],
  ])('%s that is not declared is a fault of the server', async (path, message) => {
    dummy.lines.length = 0;
    expect(await get(path)).toMatchObject({ status: 500, body: { msg: 'Internal server error' } });
    expect(JSON.stringify(dummy.lines[0])).toContain(message);
  });

  it('that the API document does not describe fails its test', async () => {
    expect((await get('/odd/json')).faults.join()).toContain('undeclared');
    const list = await get('/list');
    const faultsOf = (changed: Partial<Answer>): string =>
      description.faults({ method: 'GET', path: '/list' }, { ...list, ...changed }).join();
    expect(faultsOf({ headers: { ...list.headers, 'set-cookie': ['a=1'] } })).toContain('a header set-cookie');
    expect(faultsOf({ headers: { ...list.headers, 'content-type': 'text/csv' } })).toContain('the type is text/csv');
    expect(faultsOf({ status: 202 })).toContain('does not have this status');
  });
});

describe('the site', () => {
  const policy = "default-src 'none'";

  it('has its headers on every answer', async () => {
    for (const path of ['/about', '/about.json', '/site', '/nowhere']) {
      const { headers } = await page(path);
      expect([path, headers.get('content-security-policy')?.startsWith(policy)]).toEqual([path, true]);
      expect([headers.get('x-content-type-options'), headers.get('referrer-policy')]).toEqual(['nosniff', 'no-referrer']);
    }
  });

  it.each([
    ['GET', '/site', 401, 'Unauthorized'],
    ['POST', '/about', 405, 'Method not allowed'],
    ['GET', '/%zz', 400, 'Invalid URL'],
    ['GET', '/nowhere', 404, 'There is no page at this address.'],
  ])('refuses %s %s for people: %i', async (method, path, status, text) => {
    const answer = await page(path, { method });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    expect(await answer.text()).toContain(`<p class="lead">${text}`);
    expect(answer.headers.has('www-authenticate')).toBe(status === 401);
  });

  it('is not in the API document, nor are operations', () => {
    expect(
      Object.keys(openApiDocument(routes).paths as object).filter(
        (path) => !/^\/(odd|log|page|bytes|sign|later|list|gone)/.test(path),
      ),
    ).toEqual([]);
  });

  it('has a file of a folder, which browsers ask for anew each time', async () => {
    const { headers, status } = await page('/built/index.css');
    const [cache, type] = ['no-cache', 'text/css; charset=utf-8'];
    expect([status, headers.get('cache-control'), headers.get('content-type')]).toEqual([200, cache, type]);
    const again = await page('/built/index.css', { headers: { 'If-None-Match': headers.get('etag')! } });
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, cache]);
  });

  it('has no file that was not named', async () => {
    expect((await page('/built/secret.txt')).status).toBe(404);
    expect((await page('/built/..%2f..%2fetc%2fpasswd')).status).toBe(404);
  });
});

describe('operations', () => {
  it.each([
    ['GET', '/healthz/live', 200, 'ok\n'],
    ['GET', '/healthz/ready', 503, 'the bus is away\n'],
    ['GET', '/healthz/nowhere', 404, 'Not found\n'],
    ['GET', '/metrics', 404, 'Not found\n'],
    ['POST', '/healthz/live', 405, 'Method not allowed\n'],
  ])('answer %s %s in plain text: %i', async (method, path, status, text) => {
    const answer = await page(path, { method });
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      status,
      'text/plain; charset=utf-8',
      text,
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect([status === 503, status === 405]).toEqual([answer.headers.has('retry-after'), answer.headers.has('allow')]);
  });
});
