import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isMailAddress, pageAddresses } from '../../../model/page-addresses.ts';
import { type Dummy, startDummy } from '../../../test/http/dummy-server.ts';
import { listPath } from '../../../web/live/list-path.ts';

let dummy: Dummy;
beforeAll(async () => {
  dummy = await startDummy({ settings: { ipVideoSources: ['https://cam.example:8443', '*.cams.example'] } });
});
afterAll(() => dummy.close());

const ask = (path: string, headers: Record<string, string> = {}): Promise<Response> => fetch(dummy.address + path, { headers });
const built = new URL('../../../dist/web/', import.meta.url);
/** The files that the document names. */
const loaded = [...readFileSync(new URL('index.html', built), 'utf8').matchAll(/(?:src|href)="(\/page\/files\/[^"]+)"/g)].map(
  ([, path]) => path!,
);
const addresses = Object.values(pageAddresses).map((path) => path.replace(/:\w+/, '6b0e6f9c-1111-4222-8333-abcdefabcdef'));

describe.each(addresses)('%s', (path) => {
  it('is the page, which browsers keep, but ask for anew', async () => {
    const page = await ask(path);
    const home = await ask('/');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect(await page.text()).toBe(await home.text());
    expect((await ask(path, { 'If-None-Match': page.headers.get('etag')! })).status).toBe(304);
  });

  it('runs and loads only what belongs to the server, and no text becomes code', async () => {
    const { headers } = await ask(path);
    const policy = new Map(
      headers
        .get('content-security-policy')!
        .split('; ')
        .map((one) => [one.split(' ')[0], one]),
    );
    expect(Object.fromEntries(policy)).toMatchObject({
      'default-src': "default-src 'none'",
      'script-src': "script-src 'self'",
      'style-src': "style-src 'self'",
      'require-trusted-types-for': "require-trusted-types-for 'script'",
      'trusted-types': "trusted-types 'none'",
      'base-uri': "base-uri 'none'",
      'frame-ancestors': "frame-ancestors 'none'",
    });
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe.each(addresses.filter((path) => !isMailAddress(path)))('%s', (path) => {
  it('sends forms to the server only', async () =>
    expect((await ask(path)).headers.get('content-security-policy')).toContain("form-action 'self'"));

  it('shows pictures, videos and frames of any server, and takes IP videos from those that the settings name', async () => {
    const policy = (await ask(path)).headers.get('content-security-policy');
    for (const name of ['img-src', 'media-src']) expect(policy).toContain(`${name} 'self' blob: http: https:;`);
    expect(policy).toContain('frame-src http: https:;');
    expect(policy).toContain("connect-src 'self' https://cam.example:8443 *.cams.example;");
  });

  it('tells frames its server only, and keeps cameras to itself', async () => {
    const { headers } = await ask(path);
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('permissions-policy')).toContain('camera=(self), microphone=(self)');
    expect(headers.get('permissions-policy')).toContain('geolocation=()');
  });
});

describe.each(addresses.filter(isMailAddress))('the page behind the link in a mail, %s,', (path) => {
  const link = `${path}?token=a-token-of-a-mail`;

  it('never sees the token, and tells nobody where it was', async () => {
    const { status, headers } = await ask(link);
    expect(await (await ask(link)).text()).not.toContain('a-token-of-a-mail');
    expect([status, headers.get('referrer-policy'), headers.get('x-robots-tag')]).toEqual([200, 'no-referrer', 'noindex']);
    expect(JSON.stringify([...headers])).not.toContain('a-token-of-a-mail');
  });

  it('loads from and sends to this server only', async () => {
    const policy = (await ask(link)).headers.get('content-security-policy')!;
    expect(policy).not.toMatch(/https?:|blob:|\*/);
    expect(policy).toContain("connect-src 'self';");
    expect(policy).toContain("form-action 'none';");
  });

  it('says without scripts what to do, in every language', async () => {
    const [, without = ''] = /<noscript>([\s\S]*)<\/noscript>/.exec(await (await ask(link)).text()) ?? [];
    expect(without).toContain('switch JavaScript on, and open the link in the mail once more');
    expect(without.match(/<p lang="de">.*JavaScript/)).not.toBeNull();
  });
});

it('the page loads a script and a style', () => {
  expect(loaded.map((path) => path.replace(/.*\./, '')).sort()).toEqual(expect.arrayContaining(['css', 'js']));
});

describe.each(loaded)('%s', (path) => {
  it('is kept for ever, because its name holds a hash of its bytes', async () => {
    const { status, headers } = await ask(path);
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it.each([
    ['br', '.br', brotliDecompressSync],
    ['gzip', '.gz', gunzipSync],
  ])('is sent as the build packed it: %s', async (coding, ending, decode) => {
    const plain = await ask(path, { 'Accept-Encoding': 'identity' });
    const packed = await ask(path, { 'Accept-Encoding': coding });
    expect(packed.headers.get('content-encoding')).toBe(coding);
    expect(packed.headers.get('vary')).toBe('Accept-Encoding');
    const file = readFileSync(new URL(`${path.replace('/page/', '')}${ending}`, built));
    expect(packed.headers.get('content-length')).toBe(String(file.length));
    expect(decode(file).toString()).toBe(await plain.text());
  });
});

describe('the files of the page', () => {
  it('have no packed file of their own, and nothing that the build does not name', async () => {
    for (const path of [`${loaded[0]}.br`, '/page/files/', '/page/files/..%2fbuilt.json', '/page/built.json', '/page/index.html'])
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
  });

  it('name the packages that are in them, with their licences', async () => {
    const notice = await (await ask('/page/third-party.txt')).text();
    for (const name of ['preact', '@preact/signals', 'preact-iso', '@fontsource/inter'])
      expect(notice).toMatch(new RegExp(`^${name} \\d`, 'm'));
    expect(notice).toContain('SIL OPEN FONT LICENSE');
  });

  it('hold the style that all pages share, with its fonts', async () => {
    const fonts = await (await ask('/page/shared.css')).text();
    expect(fonts).toContain('--accent: light-dark(');
    const addresses = [...fonts.matchAll(/url\("([^"]+)"\)/g)].map(([, address]) => address!);
    expect(addresses).toHaveLength(28);
    for (const address of addresses) {
      const { status, headers } = await ask(address, { 'Accept-Encoding': 'br' });
      expect([address, status, headers.get('content-type')]).toEqual([address, 200, 'font/woff2']);
      expect(headers.get('content-encoding')).toBeNull();
    }
  });
});

describe('the address of a canvas', () => {
  const canvas = '/open/6b0e6f9c-1111-4222-8333-abcdefabcdef';
  const session = `CanvusSession=${Buffer.from('{"passport":{"user":{"token":"t"}}}').toString('base64')}`;
  const linked = async (headers: Record<string, string> = {}): Promise<string[]> =>
    (await ask(canvas, headers)).headers.get('link')!.split(', ');
  const addressIn = (link: string): string => /<(.*)>/.exec(link)![1]!;

  it('names the code, the letters and the texts that the page loads next, in the language of the browser', async () => {
    for (const [languages, texts] of [
      ['de-AT,de;q=0.9,en;q=0.8', '/page/files/de.'],
      ['fr-CH, en;q=0.5', '/page/files/fr.'],
      ['es-MX, en;q=0.5', '/page/files/es.'],
      ['ja, en;q=0.5', '/page/files/ja.'],
      ['nl, en;q=0.5', '/page/files/en.'],
      ['nl', '/page/files/en.'],
    ]) {
      const links = await linked({ 'Accept-Language': languages! });
      expect(links.map((link) => addressIn(link).replace(/[^.]*\.(js|css)$/, ''))).toEqual(
        expect.arrayContaining(['/page/files/canvas-page.', texts]),
      );
      const fonts = links.filter((link) => link.includes('; as=font; type="font/woff2"; crossorigin')).map(addressIn);
      expect(fonts.map((font) => /latin-(\d+)/.exec(font)![1])).toEqual(['400', '500', '600']);
      for (const link of links) expect((await ask(addressIn(link))).status).toBe(200);
    }
  });

  it('names every file that the code of a canvas imports, so that none of them is found only when another has come', async () => {
    const links = (await linked()).filter((link) => link.endsWith('; rel=modulepreload')).map(addressIn);
    const imports = new Set<string>();
    for (const address of links) {
      const code = await (await ask(address)).text();
      for (const [, file] of code.matchAll(/(?:^|[;}])\s*import(?:[^;"(]*from)?\s*"\.\/([^"]+)"/g))
        imports.add(`/page/files/${file}`);
    }
    expect(imports.size).toBeGreaterThan(2);
    expect(links).toEqual(expect.arrayContaining([...imports]));
    expect(new Set(links).size).toBe(links.length);
  });

  it('names the list that the page loads, only for a browser with a session', async () => {
    const list = `/api/v1${listPath('6b0e6f9c-1111-4222-8333-abcdefabcdef')}`;
    expect((await linked({ Cookie: session })).map(addressIn)).toContain(list);
    expect((await linked()).map(addressIn)).not.toContain(list);
    expect((await ask(canvas)).headers.get('vary')).toBe('Accept-Encoding, Accept-Language, Cookie');
  });

  it('cannot be made to name another address', async () => {
    const { headers } = await ask('/open/a%3E%3B%20rel=preload,%20%3Chttps:%2F%2Fevil.example', { Cookie: session });
    expect(headers.get('link')).not.toContain('<https');
  });
});
