import { existsSync, readdirSync, readFileSync } from 'node:fs';
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
    const [whole, head] = [await ask(path), await ask(path, {}, 'HEAD')];
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
    const [plain, coded] = [await ask(path), await ask(path, { 'Accept-Encoding': accepted })];
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

describe.each(['/confirm-email', '/reset-password'])('%s', (path) => {
  it('is in the language of the browser, and says that it depends on that', async () => {
    for (const [lang, word] of [
      ['en', path === '/confirm-email' ? 'Confirm your e-mail address' : 'Choose a new password'],
      ['de', path === '/confirm-email' ? 'E-Mail-Adresse bestätigen' : 'Neues Passwort wählen'],
    ]) {
      const { status, headers, bytes } = await ask(`${path}?token=a-token-of-a-mail`, { 'Accept-Language': lang! });
      expect([status, headers['content-type'], headers.vary]).toEqual([200, 'text/html; charset=utf-8', 'Accept-Language']);
      expect(bytes.toString()).toContain(`<html lang="${lang}">`);
      expect(bytes.toString()).toContain(`<h1>${word}</h1>`);
      expect(bytes.toString()).not.toContain('{{');
    }
  });

  it('never sees the token, runs no script of its own text, and tells no other server where it was', async () => {
    const { headers, bytes } = await ask(`${path}?token=a-token-of-a-mail`);
    expect(bytes.toString()).not.toContain('a-token-of-a-mail');
    expect(bytes.toString()).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|<style|\sstyle=/);
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('loads only what the server has', async () => {
    const page = (await ask(path)).bytes.toString();
    const loaded = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!);
    expect(loaded).toContain('/pages/account.js');
    for (const address of loaded) expect([address, (await ask(address)).status]).toEqual([address, 200]);
  });
});

it('the build holds the viewer, so that it runs without the package', () => {
  const viewer = new URL('../../../dist/server/http/pages/viewer/', import.meta.url);
  for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE'])
    expect([file, existsSync(new URL(file, viewer))]).toEqual([file, true]);
});

describe('a page that asks for a password', () => {
  const folder = new URL('./', import.meta.url);
  const names = readdirSync(folder).filter((name) => !name.endsWith('.ts'));
  const texts = names.map((name) => [name, readFileSync(new URL(name, folder), 'utf8')] as const);
  const inputs = texts.flatMap(([name, text]) => [...text.matchAll(/<input\b[^>]*>/g)].map(([input]) => [name, input] as const));

  it('takes passwords in fields that hide them and let managers fill them in', () => {
    const asked = inputs.filter(([, input]) => /password|name="again"/.test(input));
    expect(asked.length).toBeGreaterThanOrEqual(2);
    for (const [name, input] of asked) {
      expect([name, input]).toEqual([name, expect.stringMatching(/ type="password"/)]);
      expect([name, input]).toEqual([name, expect.stringMatching(/ autocomplete="(new|current)-password"/)]);
    }
    expect(texts.filter(([name, text]) => !name.startsWith('docs') && /paste/i.test(text)).map(([name]) => name)).toEqual([]);
  });
});
