import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { audited } from '../kit/audited.ts';
import { Browser, type Page } from '../kit/browser.ts';
import { fakeClock } from '../kit/clock.ts';
import { useEasel } from '../kit/easel.ts';
import { ForgedProvider, keys, tokens } from '../kit/forged-oidc.ts';
import { oidcClient } from '../kit/oidc-provider.ts';

// The library looks at the real time
const easel = useEasel({ clock: fakeClock(Date.now()) });
const provider = new ForgedProvider();
let kim: number;
beforeAll(async () => {
  await provider.start();
  kim = (await easel.user({ email: provider.email })).id;
});
afterAll(() => provider.close());

const callback = '/users/login/oidc/callback';
beforeEach(async () => {
  provider.mend();
  // What failed in the test before is forgiven
  easel.clock.advance(600_000);
  easel.clock.setDate(Date.now());
  await configure();
});

async function configure(values: object = {}): Promise<void> {
  const oidc = { enabled: true, issuer: provider.issuer, ...oidcClient, trust_emails: false, group_claim: '', ...values };
  const answer = await easel.admin.patch('/server-config', { external_url: easel.url, authentication: { oidc } });
  expect(answer.status).toBe(200);
}

/** Begins a sign-on; returns the parameters with which the provider would send the browser back. */
async function begin(browser: Browser, next = '/'): Promise<Record<string, string>> {
  const { location, status } = await browser.get(`/users/login/oidc?next=${encodeURIComponent(next)}`);
  expect(status).toBe(303);
  const { searchParams } = new URL(location);
  provider.nonce = searchParams.get('nonce')!;
  return { code: 'a-code', state: searchParams.get('state')!, iss: provider.issuer };
}

const back = (browser: Browser, answer: Record<string, string> | string): Promise<Page> =>
  browser.get(`${callback}?${new URLSearchParams(answer)}`);

async function signOn(browser = new Browser(easel), change: object = {}): Promise<Page> {
  return back(browser, { ...(await begin(browser)), ...change });
}

const whoIs = async (browser: Browser) => (await browser.get('/session')).body.user;

/** Makes sure that a sign-on fails, that the page tells nothing, and what the audit log says. */
async function refused(work: (browser: Browser) => Promise<Page>, status: number, reason: string): Promise<void> {
  const browser = new Browser(easel);
  let page: Page | undefined;
  const lines = await audited(easel, async () => {
    page = await work(browser);
  });
  expect([page!.status, page!.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
  expect(page!.text).not.toMatch(/eyJ|nonce|OAUTH|a-code/);
  const failures = lines.filter(({ action }) => action !== 'Server settings changed');
  expect(failures).toMatchObject([{ action: 'Login failed', author_id: null, details: { provider: 'oidc', reason } }]);
  expect(await whoIs(browser)).toBeNull();
  expect(browser.jar.has('CanvusSession')).toBe(false);
}

test('a provider that does right signs somebody on', async () => {
  const browser = new Browser(easel);
  expect((await signOn(browser)).location).toBe('/');
  expect((await whoIs(browser)).id).toBe(kim);
});

const second = 1;
const now = (): number => Math.floor(Date.now() / 1000);

describe('a token proves nothing', () => {
  type Claims = Readonly<Record<string, unknown>>;
  test.each<[string, (claims: Claims) => unknown, string]>([
    ['that is not signed', (claims) => tokens.unsigned(claims), 'signature'],
    ['that is signed with the client secret', (claims) => tokens.hs256(claims, oidcClient.client_secret), 'signature'],
    [
      'that is signed with the public key as a secret',
      (claims) => tokens.hs256(claims, String(keys.own.publicKey.export({ format: 'pem', type: 'spki' }))),
      'signature',
    ],
    ['that another key signed', (claims) => tokens.rs256(claims, {}, keys.other), 'signature'],
    ['that names an unknown key', (claims) => tokens.rs256(claims, { kid: 'other' }, keys.other), 'signature'],
    [
      'that brings its own key',
      (claims) => tokens.rs256(claims, { jwk: keys.other.publicKey.export({ format: 'jwk' }), kid: undefined }, keys.other),
      'signature',
    ],
    [
      'that was changed',
      (claims) =>
        tokens
          .rs256(claims)
          .replace(/\.[^.]+\./, `.${Buffer.from(JSON.stringify({ ...claims, sub: 'ada' })).toString('base64url')}.`),
      'signature',
    ],
    ['of another sign-on', (claims) => tokens.rs256({ ...claims, nonce: 'other' }), 'nonce'],
    ['of no sign-on', (claims) => tokens.rs256({ ...claims, nonce: undefined }), 'token'],
    ['for another client', (claims) => tokens.rs256({ ...claims, aud: 'other' }), 'audience'],
    ['for others as well', (claims) => tokens.rs256({ ...claims, aud: ['easel', 'other'] }), 'audience'],
    ['that was made for another client', (claims) => tokens.rs256({ ...claims, azp: 'other' }), 'audience'],
    ['of another issuer', (claims) => tokens.rs256({ ...claims, iss: 'https://evil.example' }), 'issuer'],
    ['that is expired', (claims) => tokens.rs256({ ...claims, exp: now() - 61 * second }), 'expired'],
    ['without an end', (claims) => tokens.rs256({ ...claims, exp: undefined }), 'token'],
    ['of the future', (claims) => tokens.rs256({ ...claims, iat: now() + 90 * second }), 'not yet valid'],
    ['that is not valid yet', (claims) => tokens.rs256({ ...claims, nbf: now() + 90 * second }), 'not yet valid'],
    ['of nobody', (claims) => tokens.rs256({ ...claims, sub: undefined }), 'token'],
    ['of an empty subject', (claims) => tokens.rs256({ ...claims, sub: '' }), 'subject'],
    ['of a subject without end', (claims) => tokens.rs256({ ...claims, sub: 'x'.repeat(256) }), 'subject'],
    ['that is none', () => 'eyJ.eyJ.x', 'token'],
    ['that is not there', () => undefined, 'token'],
  ])('%s', async (_, token, reason) => {
    provider.token = token;
    await refused((browser) => signOn(browser), 401, reason);
  });

  test('but the clocks may differ by a minute', async () => {
    provider.token = (claims) => tokens.rs256({ ...claims, exp: now() - 50, iat: now() + 50, nbf: now() + 50 });
    expect((await signOn()).status).toBe(303);
  });

  test('and what the provider adds must be about the same person', async () => {
    const answer = JSON.stringify({ sub: 'ada', email: 'kim@corp.example' });
    provider.token = (claims) => tokens.rs256({ ...claims, email: undefined });
    provider.answers = { '/userinfo': (_, response) => response.setHeader('content-type', 'application/json').end(answer) };
    await refused((browser) => signOn(browser), 401, 'subject');
  });
});

describe('an address proves nothing', () => {
  test.each<[string, unknown, object]>([
    ['that the provider calls unverified', false, {}],
    ['that the provider calls unverified, as a text', 'false', {}],
    ['of which the provider says something else', 0, {}],
    ['of which the provider says something else, as a text', 'False', {}],
    ['with a control character', true, { email: 'kim\u0000@corp.example' }],
    ['that looks like another one', true, { email: '\u212aim@corp.example' }],
  ])('%s', async (_, email_verified, more) => {
    provider.token = (claims) => tokens.rs256({ ...claims, email_verified, ...more });
    await refused((browser) => signOn(browser), 403, 'e-mail');
  });

  test('that is told beside the token, and that only the token calls verified', async () => {
    const answer = JSON.stringify({ sub: 'kim', email: 'kim@corp.example', email_verified: false });
    provider.token = (claims) => tokens.rs256({ ...claims, email: undefined });
    provider.answers = { '/userinfo': (_, response) => response.setHeader('content-type', 'application/json').end(answer) };
    await refused((browser) => signOn(browser), 403, 'e-mail');
  });

  test.each([true, 'true'])('but with email_verified %j it does', async (email_verified) => {
    provider.token = (claims) => tokens.rs256({ ...claims, email_verified });
    expect((await signOn()).status).toBe(303);
  });

  test.each([null, undefined])(
    'with email_verified %j it does only where the administrators trust the provider',
    async (said) => {
      provider.token = (claims) => tokens.rs256({ ...claims, email_verified: said });
      expect((await signOn()).status).toBe(403);
      await configure({ trust_emails: true });
      expect((await signOn()).status).toBe(303);
    },
  );

  test('that the token tells is not verified by what is told beside it', async () => {
    const answer = JSON.stringify({ sub: 'kim', email: 'other@corp.example', email_verified: true });
    provider.token = (claims) => tokens.rs256({ ...claims, email_verified: undefined });
    await configure({ group_claim: 'groups' });
    provider.answers = { '/userinfo': (_, response) => response.setHeader('content-type', 'application/json').end(answer) };
    expect((await signOn()).status).toBe(403);
    expect(provider.times('GET /userinfo')).toBe(1);
  });
});

describe('an answer of the provider is refused', () => {
  test.each([
    ['of another issuer (mix-up)', { iss: 'https://evil.example' }, 401, 'issuer'],
    ['without an issuer, from a provider that always says it', { iss: '' }, 401, 'issuer'],
    ['with a state that nobody began', { state: 'other' }, 409, 'not begun here'],
    ['without a state', { state: '' }, 409, 'not begun here'],
    ['without a code', { code: '' }, 401, 'token'],
    ['that is an error', { error: 'server_error' }, 401, 'provider refused'],
  ])('%s', async (_, change, status, reason) => {
    await refused(
      async (browser) => {
        const answer: Record<string, string> = { ...(await begin(browser)), ...change };
        return back(browser, Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== '')));
      },
      status,
      reason,
    );
    expect(provider.times('POST /token')).toBe(0);
  });

  test('in a browser that did not begin it', async () => {
    const answer = await begin(new Browser(easel));
    await refused((browser) => back(browser, answer), 409, 'not begun here');
    await refused(
      async (browser) => {
        await begin(browser);
        return back(browser, answer);
      },
      409,
      'not begun here',
    );
    expect(provider.times('POST /token')).toBe(0);
  });

  test('the second time, also with the cookie of the first time', async () => {
    const browser = new Browser(easel);
    const answer = await begin(browser);
    const before = new Map(browser.jar);
    expect((await back(browser, answer)).status).toBe(303);
    await refused(
      (other) => {
        for (const [name, value] of before) other.jar.set(name, value);
        return back(other, answer);
      },
      409,
      'not begun here',
    );
    expect(provider.times('POST /token')).toBe(1);
  });

  test('twice at the same time', async () => {
    const browser = new Browser(easel);
    const answer = await begin(browser);
    const pages = await Promise.all([back(browser, answer), back(browser, answer)]);
    expect(pages.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(provider.times('POST /token')).toBe(1);
  });

  test('too long after it was begun', async () => {
    await refused(
      async (browser) => {
        const answer = await begin(browser);
        easel.clock.advance(600_001);
        return back(browser, answer);
      },
      409,
      'not begun here',
    );
  });

  test('when it was begun with another provider', async () => {
    const other = new ForgedProvider();
    await other.start();
    try {
      await refused(
        async (browser) => {
          const answer = await begin(browser);
          await configure({ issuer: other.issuer });
          return back(browser, { ...answer, iss: other.issuer });
        },
        409,
        'not begun here',
      );
      expect(other.asked).toEqual([]);
    } finally {
      other.close();
    }
  });

  test.each([
    'e30',
    '!!',
    Buffer.from('[{"id":"x","next":"/"}]').toString('base64url'),
    Buffer.from('[null,5]').toString('base64url'),
  ])('with the cookie %s', async (cookie) => {
    await refused(
      (browser) => {
        browser.jar.set('easel-oidc', cookie);
        return back(browser, { code: 'c', state: 'x', iss: provider.issuer });
      },
      409,
      'not begun here',
    );
  });

  test('whose code the provider does not know', async () => {
    provider.answers = {
      '/token': (_, response) =>
        response
          .writeHead(400, { 'content-type': 'application/json' })
          .end('{"error":"invalid_grant","error_description":"a-code"}'),
    };
    await refused((browser) => signOn(browser), 401, 'code');
  });

  test('from a network that brought too many that failed', async () => {
    provider.token = () => 'no token';
    for (let times = 0; times < 60; times++) expect((await signOn()).status).toBe(401);
    provider.token = (claims) => tokens.rs256(claims);
    const asked = provider.times('POST /token');
    const page = await signOn();
    expect([page.status, page.headers.get('retry-after')]).toEqual([429, '10']);
    expect(provider.times('POST /token')).toBe(asked);
    easel.clock.advance(10_000);
    expect((await signOn()).status).toBe(303);
  });
});

describe('afterwards the browser goes', () => {
  test.each([
    ['/walls?a=1', '/walls?a=1'],
    ['https://evil.example', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['\\\\evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/x\r\nSet-Cookie: a=b', '/'],
  ])('from %o to %s', async (next, where) => {
    const browser = new Browser(easel);
    expect((await back(browser, await begin(browser, next))).location).toBe(where);
  });
});
