import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Browser, type Page } from '../kit/browser.ts';
import { fakeClock } from '../kit/clock.ts';
import { useEasel } from '../kit/easel.ts';
import { ForgedProvider } from '../kit/forged-oidc.ts';
import { oidcClient } from '../kit/oidc-provider.ts';

// The library looks at the real time
const easel = useEasel({ clock: fakeClock(Date.now()) });
const provider = new ForgedProvider();
beforeAll(() => provider.start());
afterAll(() => provider.close());
beforeEach(async () => {
  provider.mend();
  easel.clock.setDate(Date.now());
  await configure();
});

const discovery = '/.well-known/openid-configuration';
const start = (): Promise<Page> => new Browser(easel).get('/users/login/oidc');

const patch = (oidc: object) => easel.admin.patch('/server-config', { external_url: easel.url, authentication: { oidc } });
async function configure(values: object = {}): Promise<void> {
  expect((await patch({ enabled: true, issuer: provider.issuer, ...oidcClient, ...values })).status).toBe(200);
}

/** Resolves when the provider is asked for this path. */
const reached = (path: string): Promise<void> =>
  new Promise((resolve) => {
    provider.onRequest = (asked) => {
      if (asked === path) resolve();
    };
  });

const unavailable = { status: 503, text: expect.stringContaining('The identity provider cannot be reached') };
const unusable = { status: 409, text: expect.stringContaining('The identity provider is not set up as this server needs it') };
const answered = (status: number, type: string, body: string | Buffer) => ({
  [discovery]: (_: unknown, response: import('node:http').ServerResponse) =>
    response.writeHead(status, { 'content-type': type }).end(body),
});

describe('a provider that does not answer as it should', () => {
  test('is told to the person, and changes nothing', async () => {
    provider.answers = answered(500, 'text/plain', 'broken');
    const page = await easel.unchanged(start);
    expect(page).toMatchObject(unavailable);
    expect([page.headers.get('content-type'), page.headers.get('retry-after')]).toEqual(['text/html; charset=utf-8', '2']);
    expect(page.text).not.toContain(provider.issuer);
  });

  test('is not reached', async () => {
    const gone = new ForgedProvider();
    await gone.start();
    gone.close();
    await configure({ issuer: gone.issuer });
    expect(await start()).toMatchObject(unavailable);
  });

  test('is asked once by everybody who comes while it is slow, and given up after ten seconds', async () => {
    provider.answers = { [discovery]: () => {} };
    const asked = reached(discovery);
    const pages = Array.from({ length: 40 }, start);
    await asked;
    // All of them are in the server when the time is up
    expect((await easel.admin.get('/server-info')).status).toBe(200);
    easel.clock.advance(10_000);
    for (const page of await Promise.all(pages)) expect(page).toMatchObject(unavailable);
    expect(provider.times(`GET ${discovery}`)).toBe(1);
  });

  test('is asked again five seconds later', async () => {
    provider.answers = answered(503, 'text/plain', 'later');
    expect((await start()).status).toBe(503);
    provider.answers = {};
    expect((await start()).status).toBe(503);
    expect(provider.times(`GET ${discovery}`)).toBe(1);
    easel.clock.advance(5000);
    expect((await start()).status).toBe(303);
  });

  test('is asked at once when the settings name another one', async () => {
    const other = new ForgedProvider();
    await other.start();
    try {
      provider.answers = answered(503, 'text/plain', 'later');
      expect((await start()).status).toBe(503);
      await configure({ issuer: other.issuer });
      expect((await start()).location).toMatch(`${other.issuer}/auth?`);
    } finally {
      other.close();
    }
  });

  test.each<[string, Parameters<typeof answered>]>([
    ['answers with too much', [200, 'application/json', JSON.stringify({ x: 'x'.repeat(600_000) })]],
    ['answers with an error', [404, 'application/json', '{}']],
  ])('%s', async (_, answer) => {
    provider.answers = answered(...answer);
    expect(await start()).toMatchObject(unavailable);
  });

  test('sends on to somebody else, who is not asked', async () => {
    provider.answers = {
      [discovery]: (_, response) => response.writeHead(302, { location: `${provider.issuer}/else` }).end(),
      '/else': (_, response) => response.end('{}'),
    };
    expect(await start()).toMatchObject(unavailable);
    expect(provider.times('GET /else')).toBe(0);
  });

  test.each<[string, string, string]>([
    ['answers with a page', 'text/html', '<html>'],
    ['answers with no JSON', 'application/json', '{"issuer":'],
    ['answers with nothing', 'application/json', ''],
    ['answers with a list', 'application/json', '[]'],
  ])('%s', async (_, type, body) => {
    provider.answers = answered(200, type, body);
    expect(await start()).toMatchObject(unusable);
  });

  test.each<[string, object]>([
    ['another issuer', { issuer: 'https://evil.example' }],
    ['an issuer for every tenant', { issuer: 'https://login.idp.example/{tenantid}/v2.0' }],
    ['an issuer that is none', { issuer: 'idp' }],
    ['no endpoint for people', { authorization_endpoint: undefined }],
    ['an endpoint for people that is a script', { authorization_endpoint: 'javascript:alert(1)' }],
    ['an endpoint for codes without TLS', { token_endpoint: 'http://idp.example/token' }],
    ['keys in a file', { jwks_uri: 'file:///etc/passwd' }],
    ['no keys', { jwks_uri: undefined }],
    ['only algorithms with a shared secret', { id_token_signing_alg_values_supported: ['HS256', 'none'] }],
  ])('says %s of itself', async (_, change) => {
    provider.metadata = (right) => ({ ...right, ...change });
    expect(await start()).toMatchObject(unusable);
  });

  test('is not believed at an address that names the document itself', async () => {
    await configure({ issuer: `${provider.issuer}${discovery}` });
    expect(await start()).toMatchObject(unusable);
  });

  test('keeps nobody waiting for the end of a sign-on', async () => {
    const browser = new Browser(easel);
    const { location } = await browser.get('/users/login/oidc');
    const { searchParams } = new URL(location);
    provider.answers = { '/token': () => {} };
    const asked = reached('/token');
    const answer = new URLSearchParams({ code: 'c', state: searchParams.get('state')!, iss: provider.issuer });
    const page = browser.get(`/users/login/oidc/callback?${answer}`);
    await asked;
    easel.clock.advance(10_000);
    expect(await page).toMatchObject(unavailable);
  });

  test('does not keep the server from ending', async () => {
    provider.answers = { [discovery]: () => {} };
    const asked = reached(discovery);
    const page = start();
    await asked;
    await easel.restart();
    expect((await page).status).toBe(503);
  });
});

describe('the client', () => {
  /** How a code is sent to the provider. */
  async function exchange(): Promise<{ readonly authorization: string | undefined; readonly form: Record<string, string> }> {
    const browser = new Browser(easel);
    const { location } = await browser.get('/users/login/oidc');
    const state = new URL(location).searchParams.get('state')!;
    let authorization: string | undefined;
    let body = '';
    provider.answers = {
      '/token': async (request, response) => {
        authorization = request.headers.authorization;
        for await (const chunk of request) body += chunk;
        response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
      },
    };
    const answer = new URLSearchParams({ code: 'a-code', state, iss: provider.issuer });
    expect((await browser.get(`/users/login/oidc/callback?${answer}`)).status).toBe(401);
    return { authorization, form: Object.fromEntries(new URLSearchParams(body)) };
  }

  test('sends the code with what only it knows, and its secret in the header unless the provider says more', async () => {
    const { authorization, form } = await exchange();
    const secret = Buffer.from(authorization!.replace('Basic ', ''), 'base64').toString();
    expect(secret).toBe('easel:a%2Dsecret%2Bof%2Fthe%3Aclient');
    expect(form).toEqual({
      grant_type: 'authorization_code',
      code: 'a-code',
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: `${easel.url}/users/login/oidc/callback`,
    });
  });

  test('sends its secret in the body to a provider that takes it there', async () => {
    provider.metadata = (right) => ({
      ...right,
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    });
    const { authorization, form } = await exchange();
    expect(authorization).toBeUndefined();
    expect(form).toMatchObject(oidcClient);
  });

  test('sends none when it has none', async () => {
    await configure({ client_secret: '' });
    const { authorization, form } = await exchange();
    expect(authorization).toBeUndefined();
    expect(form).toMatchObject({ client_id: 'easel' });
    expect(form).not.toHaveProperty('client_secret');
  });
});
