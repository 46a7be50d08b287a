import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useEasel } from '../kit/easel.ts';
import { made } from '../kit/strokes.ts';

/** Names that lead to a server of this test, which counts as public under them, and to one that does not. */
const hosts: Record<string, string> = {
  'private.example': '127.0.0.1',
  'mixed.example': '127.0.0.1',
  'dead.example': '127.0.0.9',
};
const easel = useEasel({
  people: ['Kim', 'Lee'],
  each: 'test',
  network: {
    resolve: async (name) => {
      if (name === 'mixed.example') return ['127.0.0.2', '127.0.0.1'];
      if (name.endsWith('public.example')) return ['127.0.0.2'];
      if (hosts[name]) return [hosts[name]];
      throw new Error('ENOTFOUND');
    },
    isPublic: (address) => ['127.0.0.2', '127.0.0.9'].includes(address),
  },
});
const { Kim, Lee } = easel.people;

let web: Server;
let port: number;
const seen: { path: string; host: string; cookie: string | undefined; credential: string | undefined }[] = [];
beforeAll(async () => {
  web = createServer((request, response) => {
    const path = request.url!;
    seen.push({ path, host: request.headers.host!, cookie: request.headers.cookie, credential: request.headers.authorization });
    const to = path === '/loop' ? path : new URL(path, 'http://x').searchParams.get('to');
    if (to) return response.writeHead(302, { location: to, 'x-frame-options': 'DENY' }).end();
    if (path.startsWith('/denied')) response.setHeader('x-frame-options', 'DENY');
    if (path.startsWith('/ancestors')) response.setHeader('content-security-policy', "frame-ancestors 'none'");
    if (path.startsWith('/hangs')) return;
    response.end('secret');
  });
  // On all of 127.0.0.0/8
  await new Promise<void>((resolve) => web.listen(0, '0.0.0.0', resolve));
  port = (web.address() as AddressInfo).port;
});
beforeEach(() => void seen.splice(0));
afterAll(() => {
  web.closeAllConnections();
  web.close();
});

/** The path of a browser with this address, on a canvas of Kim. */
async function browser(url: string, canvas?: string): Promise<string> {
  const on = canvas ?? (await easel.canvas(Kim));
  const { id } = await made(Kim.post(`${on}/browsers`, { url }));
  return `${on}/browsers/${id}`;
}
const at = (name: string, path = '/'): string => `http://${name}:${port}${path}`;
const framing = async (url: string): Promise<string> => (await Kim.get(`${await browser(url)}/framing`)).body.framing;

describe('the framing of a browser', () => {
  it.each([
    ['/denied', 'forbidden'],
    ['/ancestors', 'forbidden'],
    ['/open', 'allowed'],
  ])('of a page at %s is %s', async (path, expected) => {
    const url = at('public.example', path);
    const place = await browser(url);
    expect(await Kim.get(`${place}/framing`)).toMatchObject({ status: 200, body: { url, framing: expected } });
    expect(seen).toEqual([{ path, host: `public.example:${port}`, cookie: undefined, credential: undefined }]);
  });

  it('is that of the page to which it is redirected', async () => {
    expect(await framing(at('public.example', `/?to=${encodeURIComponent(at('www.public.example', '/open'))}`))).toBe('allowed');
    expect(await framing(at('public.example', '/?to=/denied'))).toBe('forbidden');
    expect(await framing(at('public.example', '/loop'))).toBe('unreachable');
    expect(seen.filter(({ path }) => path === '/loop')).toHaveLength(6);
  });

  it('is asked once for all who look, and again after an hour', async () => {
    const url = at('public.example', '/denied#part');
    const other = at('public.example', '/denied#other');
    await Promise.all([framing(url), framing(other), framing(url)]);
    expect(seen).toHaveLength(1);
    easel.clock.advance(3_600_000);
    expect(await framing(url)).toBe('forbidden');
    expect(seen).toHaveLength(2);
  });

  it.each([
    ['a private address', () => at('private.example')],
    ['a name with one private address', () => at('mixed.example')],
    ['a number that is this machine', () => at('127.0.0.1')],
    ['the same number, written otherwise', () => at('0x7f.1')],
    ['IPv6 of this machine', () => at('[::1]')],
    ['IPv6 that carries this machine', () => at('[::ffff:127.0.0.1]')],
    ['a redirect to a private address', () => at('public.example', `/?to=${encodeURIComponent(at('private.example', '/in'))}`)],
    ['a redirect to a file', () => at('public.example', '/?to=file:///etc/passwd')],
    ['a name and password', () => at('public.example').replace('//', '//kim:secret@')],
    ['a port of another service', () => 'http://public.example:25/'],
    ['no web address', () => 'javascript:alert(1)'],
    ['nothing', () => ''],
  ])('is unknown for %s, which is not asked', async (_, url) => {
    expect(await framing(url())).toBe('unknown');
    expect(seen.filter(({ path }) => !path.includes('?to='))).toEqual([]);
  });

  it('tells no more about a private address than about one where nobody listens', async () => {
    const there = await browser(at('private.example'));
    const nowhere = await browser('http://private.example:9999/');
    const one = await Kim.get(`${there}/framing`);
    const other = await Kim.get(`${nowhere}/framing`);
    expect({ ...one.body, url: '' }).toEqual({ ...other.body, url: '' });
  });

  it('is unreachable where nobody answers, or not in time', async () => {
    expect(await framing('http://public.example:1/')).toBe('unknown');
    expect(await framing('http://nobody.example/')).toBe('unreachable');
    const hangs = framing(at('public.example', '/hangs'));
    await expect.poll(() => seen.length).toBe(1);
    easel.clock.advance(5000);
    expect(await hangs).toBe('unreachable');
  });

  it('is not called unreachable by a server that reaches nobody', async () => {
    const dead = (host: string) => framing(`http://${host}.example/`);
    expect([await dead('one'), await dead('two'), await dead('three'), await dead('four')]).toEqual([
      ...['unreachable', 'unreachable', 'unknown', 'unknown'],
    ]);
  });

  it('of a page of this server is forbidden, without a request', async () => {
    expect(await framing(`${easel.url}/api/docs`)).toBe('forbidden');
  });

  it('is asked for a bounded number of addresses of a canvas in a minute', async () => {
    const canvas = await easel.canvas(Kim);
    const answers = [];
    for (let at_ = 0; at_ < 32; at_++) {
      answers.push((await Kim.get(`${await browser(at('public.example', `/open?${at_}`), canvas)}/framing`)).body.framing);
    }
    expect(answers).toEqual([...Array(30).fill('allowed'), 'unknown', 'unknown']);
    expect(seen).toHaveLength(30);
    // Others have a share of their own
    expect(await framing(at('public.example', '/open?other'))).toBe('allowed');
  });

  it('is seen by whoever sees the browser, and by nobody else', async () => {
    const canvas = await easel.canvas(Kim);
    const place = await browser(at('public.example', '/denied'), canvas);
    expect(await Lee.get(`${place}/framing`)).toMatchObject({ status: 403 });
    expect(await easel.anonymous.get(`${place}/framing`)).toMatchObject({ status: 401 });
    expect(seen).toEqual([]);
    await made(Kim.post(`${canvas}/permissions`, { link_permission: 'view' }));
    expect(await easel.anonymous.get(`${place}/framing`)).toMatchObject({ status: 200, body: { framing: 'forbidden' } });
    const note = await made(Kim.post(`${canvas}/notes`, {}));
    expect(await Kim.get(`${canvas}/browsers/${note.id}/framing`)).toMatchObject({ status: 404 });
  });
});

describe('with EASEL_PAGE_CHECKS=0', () => {
  const quiet = useEasel({
    env: { EASEL_PAGE_CHECKS: '0' },
    network: { resolve: async () => ['127.0.0.2'], isPublic: () => true },
  });
  it('no page is asked', async () => {
    const canvas = await quiet.canvas(quiet.admin);
    const { id } = await made(quiet.admin.post(`${canvas}/browsers`, { url: at('public.example', '/denied') }));
    expect((await quiet.admin.get(`${canvas}/browsers/${id}/framing`)).body.framing).toBe('unknown');
    expect(seen).toEqual([]);
  });
});
