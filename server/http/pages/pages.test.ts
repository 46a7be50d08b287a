import { existsSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dummy, startDummy } from '../../../test/http/dummy-server.ts';

let dummy: Dummy;
beforeAll(async () => {
  dummy = await startDummy();
});
afterAll(() => dummy.close());

interface Answer extends Pick<IncomingMessage, 'headers'> {
  readonly status: number;
  readonly bytes: Buffer;
}

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(`${dummy.address}${path}`, { method, headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(chunks) });
    });
    sent.on('error', reject).end();
  });

const lasting = [
  ...['/api/openapi.json', '/api/docs', '/api/asyncapi.json', '/api/docs/displays'],
  ...['/pages/viewer/swagger-ui-bundle.js', '/pages/viewer/swagger-ui.css'],
];
const large = lasting.filter((path) => path !== '/api/docs');

describe.each(lasting)('%s', (path) => {
  it('is not sent again to a client that has it, in any coding', async () => {
    for (const coding of ['', 'gzip', 'br']) {
      const { headers } = await ask(path, { 'Accept-Encoding': coding });
      const again = await ask(path, { 'Accept-Encoding': coding, 'If-None-Match': `"other", W/${headers.etag}` });
      expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
      expect(again.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
      expect((await ask(path, { 'Accept-Encoding': coding, 'If-None-Match': '"other"' })).status).toBe(200);
    }
  });

  it('has the headers of GET for HEAD', async () => {
    const whole = await ask(path);
    const head = await ask(path, {}, 'HEAD');
    for (const name of ['content-type', 'content-length', 'etag', 'content-security-policy']) {
      expect([name, head.headers[name]]).toEqual([name, whole.headers[name]]);
    }
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
  });
});

describe.each(large)('%s', (path) => {
  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['br', 'gzip;q=1.0, BR;q=0.5', brotliDecompressSync],
    ['gzip', 'gzip, br;q=0', gunzipSync],
    ['gzip', 'gzip', gunzipSync],
  ])('is sent as %s to who accepts %s', async (coding, accepted, decode) => {
    const plain = await ask(path);
    const coded = await ask(path, { 'Accept-Encoding': accepted });
    expect(coded.headers).toMatchObject({ 'content-encoding': coding, 'content-length': String(coded.bytes.length) });
    expect(coded.bytes.length).toBeLessThan(plain.bytes.length / 3);
    expect(decode(coded.bytes).equals(plain.bytes)).toBe(true);
    expect(coded.headers.etag).not.toBe(plain.headers.etag);
  });

  it.each(['', 'identity', 'deflate', 'gzip;q=0', 'br;q=x'])('is sent plain to a client that accepts %j', async (accepted) => {
    const { headers } = await ask(path, { 'Accept-Encoding': accepted });
    expect(headers['content-encoding']).toBeUndefined();
  });
});

it('the build holds the viewer, so that it runs without the package', () => {
  const viewer = new URL('../../../dist/server/http/pages/viewer/', import.meta.url);
  for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE'])
    expect([file, existsSync(new URL(file, viewer))]).toEqual([file, true]);
});
