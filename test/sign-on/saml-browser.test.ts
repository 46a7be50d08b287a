import { beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../kit/browser.ts';
import { configure } from '../kit/configure.ts';
import { useEasel } from '../kit/easel.ts';
import { requestIn, SP, signedResponse, TARGET, type Told } from '../kit/identity-provider.ts';
import { ACS, enableSaml, toldBy } from '../kit/saml.ts';

const easel = useEasel({ people: ['kim'], env: { EASEL_TRUSTED_PROXIES: '127.0.0.1/32' } });
const { kim } = easel.people;
beforeAll(() => enableSaml(easel));

const START = '/users/login/saml';
const CALLBACK = '/users/login/saml/callback';
/** The headers of the proxy in front of the server. */
const https = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'canvas.example' };

/** Begins in a browser; `answer` makes the form that the provider's page posts. */
async function begin(browser: Browser, next?: string) {
  const start = await browser.get(next === undefined ? START : `${START}?next=${encodeURIComponent(next)}`, https);
  const request = requestIn(start.location);
  const answer = (other: Partial<Told> = {}) => ({
    SAMLResponse: Buffer.from(signedResponse(toldBy(easel, kim.email, { request: request.id, ...other }))).toString('base64'),
    RelayState: '',
  });
  return { start, request, answer };
}

const post = (browser: Browser, form: Record<string, string>) =>
  browser.postForm(CALLBACK, form, { ...https, origin: 'https://idp.example' });

/** What a browser is shown when it may not sign in. */
const refusal = ({ status, text, headers }: Awaited<ReturnType<typeof post>>) => {
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('cache-control')).toBe('no-store');
  return [status, /<p class="lead">(.*)<\/p>/.exec(text)?.[1]];
};

describe('a browser', () => {
  test('is sent to the identity provider with a request, and keeps what the answer must fit', async () => {
    const { start, request } = await begin(new Browser(easel), '/canvases/7?x=1');
    expect(start.status).toBe(303);
    expect(start.location.startsWith(`${TARGET}&SAMLRequest=`)).toBe(true);
    expect([...request.url.searchParams.keys()]).toEqual(['tenant', 'SAMLRequest']);
    expect(request.xml).toContain(`Destination="${TARGET.replace('&', '&amp;')}"`);
    expect(request.xml).toContain(`AssertionConsumerServiceURL="${ACS}"`);
    expect(request.xml).toContain('ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"');
    expect(request.xml).toMatch(new RegExp(`<saml:Issuer[^>]*>${SP}</saml:Issuer>`));
    expect(request.xml).toMatch(/<samlp:NameIDPolicy[^>]*Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"/);
    expect(request.xml).not.toContain('RequestedAuthnContext');
    expect(start.cookies).toEqual([
      expect.stringMatching(/^__Host-easel-saml=[\w-]+; Path=\/; HttpOnly; SameSite=None; Secure; Max-Age=600$/),
    ]);
    expect(request.id).toMatch(/^_[0-9a-f]{40}$/);
  });

  test('ends with a session, at the page that it wanted', async () => {
    const browser = new Browser(easel);
    const { answer } = await begin(browser, '/canvases/7?x=1#a');
    const end = await post(browser, answer());
    expect([end.status, end.location, end.text]).toEqual([303, '/canvases/7?x=1#a', '']);
    expect(end.cookies).toEqual([
      expect.stringMatching(/^CanvusSession=[A-Za-z0-9+/=]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
      '__Host-easel-saml=; Path=/; HttpOnly; SameSite=None; Secure; Max-Age=0',
    ]);
    expect([...browser.jar.keys()]).toEqual(['CanvusSession']);
    expect((await browser.get('/session')).body.user.id).toBe(kim.id);
    const stream = await easel.anonymous.watch('/users', { cookie: `CanvusSession=${browser.jar.get('CanvusSession')}` });
    expect(await stream.next()).toContainEqual(expect.objectContaining({ id: kim.id }));
    expect((await browser.request('DELETE', '/session', undefined, {})).status).toBe(204);
    await easel.endOf(stream);
  });

  test('may begin in several tabs, and end them in any order, each once', async () => {
    const browser = new Browser(easel);
    const tabs = [await begin(browser, '/a'), await begin(browser, '/b'), await begin(browser, '/c')];
    for (const [tab, path] of [
      [tabs[1]!, '/b'],
      [tabs[2]!, '/c'],
      [tabs[0]!, '/a'],
    ] as const) {
      const form = tab.answer();
      expect((await post(browser, form)).location).toBe(path);
      expect((await post(browser, form)).status).not.toBe(303);
    }
    for (const next of ['/1', '/2', '/3', '/4', '/5']) tabs.push(await begin(browser, next));
    expect((await post(browser, tabs[3]!.answer())).status).toBe(409);
    expect((await post(browser, tabs[7]!.answer())).location).toBe('/5');
    // However long the paths are, the cookie fits into a browser
    for (let tab = 0; tab < 4; tab++) tabs.push(await begin(browser, `/${'x'.repeat(990)}`));
    expect(browser.jar.get('__Host-easel-saml')!.length).toBeLessThan(4000);
    expect((await post(browser, tabs.at(-1)!.answer())).status).toBe(303);
  });

  test('is never sent to another site', async () => {
    for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example', '/\t/evil.example', 'javascript:alert(1)']) {
      const browser = new Browser(easel);
      const { answer } = await begin(browser, next);
      expect((await post(browser, answer())).location).toBe('/');
    }
    const browser = new Browser(easel);
    const { request, answer } = await begin(browser);
    const planted = Buffer.from(JSON.stringify([{ id: request.id, next: '//evil.example' }])).toString('base64url');
    browser.jar.set('__Host-easel-saml', planted);
    expect((await post(browser, answer())).location).toBe('/');
  });

  test('without HTTPS, for a trial, keeps cookies that a browser takes there', async () => {
    await configure(easel, { external_url: 'http://canvas.example' });
    const acs = 'http://canvas.example/users/login/saml/callback';
    const browser = new Browser(easel);
    const start = await browser.get(START);
    expect(start.cookies).toEqual([expect.stringMatching(/^easel-saml=[\w-]+; Path=\/; HttpOnly; Max-Age=600$/)]);
    const told = toldBy(easel, kim.email, { acs, request: requestIn(start.location).id });
    const end = await browser.postForm(CALLBACK, { SAMLResponse: Buffer.from(signedResponse(told)).toString('base64') });
    expect([end.status, end.cookies[0]]).toEqual([303, expect.stringMatching(/; SameSite=Lax$/)]);
    await enableSaml(easel);
  });
});

describe('a page says why a browser has no session, and lets the person begin again:', () => {
  test('the answer was asked for by another browser, or by none', async () => {
    const attacker = new Browser(easel);
    const { answer } = await begin(attacker);
    const victim = new Browser(easel);
    const elsewhere = [409, 'This sign-on was not begun in this browser, or too long ago'];
    const before = easel.audit().length;
    const page = await post(victim, answer());
    expect(refusal(page)).toEqual(elsewhere);
    expect(page.text).toContain('href="/users/login/saml?next=%2F">Sign in again</a>');
    expect(victim.jar.size).toBe(0);
    const [entry] = easel.audit().slice(before);
    expect([entry!.action, JSON.parse(entry!.details as string)]).toEqual([
      'Login failed',
      { provider: 'saml', reason: 'not begun here' },
    ]);
    // The provider began it itself
    expect(refusal(await post(victim, answer({ responseInResponseTo: null })))).toEqual(elsewhere);
    await begin(victim);
    expect(refusal(await post(victim, answer()))).toEqual(elsewhere);
    expect([...victim.jar.keys()]).toEqual(['__Host-easel-saml']);
    for (const cookie of ['%%%', 'e30', Buffer.from('[{"id":7,"next":"/"},null]').toString('base64url')]) {
      victim.jar.set('__Host-easel-saml', cookie);
      expect(refusal(await post(victim, answer()))).toEqual(elsewhere);
    }
  });

  test('the answer does not fit, or there is none', async () => {
    // At most ten failures of one address are logged in a second
    easel.clock.advance(1000);
    const browser = new Browser(easel);
    const { answer } = await begin(browser);
    const before = easel.audit().length;
    expect(refusal(await post(browser, answer({ audience: 'https://other.example' })))).toEqual([401, 'Invalid SAML response']);
    expect(JSON.parse(easel.audit().slice(before)[0]!.details as string)).toEqual({ provider: 'saml', reason: 'audience' });
    expect(refusal(await post(browser, { RelayState: '' }))).toEqual([400, 'SAMLResponse parameter is missing']);
    expect(refusal(await post(browser, Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`a${at}`, ''])))).at(0)).toBe(
      400,
    );
    expect(refusal(await post(browser, { SAMLResponse: 'x'.repeat(140_000) })).at(0)).toBe(413);
    // The request is still open for the right answer
    expect((await post(browser, answer())).status).toBe(303);
  });

  test('the person may not sign in', async () => {
    const browser = new Browser(easel);
    const { answer } = await begin(browser);
    expect(refusal(await post(browser, answer({ email: 'nobody@corp.example' })))).toEqual([
      403,
      'Sign-up using SAML is not enabled',
    ]);
    await easel.admin.post(`/users/${kim.id}/block`);
    expect(refusal(await post(browser, answer()))).toEqual([403, 'User is blocked']);
    await easel.admin.post(`/users/${kim.id}/unblock`);
    expect([...browser.jar.keys()]).toEqual(['__Host-easel-saml']);
  });

  test('its network brought too many answers that proved nothing', async () => {
    const browser = new Browser(easel);
    const { answer } = await begin(browser);
    easel.clock.advance(600_000);
    const wrong = () => post(browser, { SAMLResponse: 'rubbish!' });
    for (let attempt = 0; attempt < 60; attempt++) expect((await wrong()).status).toBe(401);
    const page = await easel.unchanged(() => post(browser, answer()));
    expect(refusal(page)).toEqual([429, 'Too many requests']);
    expect(page.headers.get('retry-after')).toBe('10');
    // Another network is not concerned, and neither is this one ten seconds later
    const elsewhere = { ...https, 'x-forwarded-for': '203.0.113.9' };
    expect((await browser.postForm(CALLBACK, { SAMLResponse: 'rubbish!' }, elsewhere)).status).toBe(401);
    easel.clock.advance(10_000);
    expect((await post(browser, (await begin(browser)).answer())).status).toBe(303);
    easel.clock.advance(600_000);
  });

  test('SAML is off, or the server has no address', async () => {
    await configure(easel, { 'authentication.saml.enabled': false });
    const off = [403, 'Sign-in using SAML is not enabled'];
    expect(refusal(await new Browser(easel).get(START))).toEqual(off);
    expect(refusal(await post(new Browser(easel), { SAMLResponse: 'x' }))).toEqual(off);
    await enableSaml(easel);
    await configure(easel, { external_url: '' });
    const nowhere = [409, 'The server does not know its own address: an administrator has to set external_url'];
    expect(refusal(await new Browser(easel).get(START))).toEqual(nowhere);
    expect(refusal(await new Browser(easel).get('/users/login/saml/metadata'))).toEqual(nowhere);
    await enableSaml(easel);
  });
});

test('the metadata tells an identity provider about this server, also before SAML is on', async () => {
  const get = () => new Browser(easel).get('/users/login/saml/metadata');
  await configure(easel, { 'authentication.saml.enabled': false });
  const { status, text, headers } = await get();
  expect([status, headers.get('content-type')]).toEqual([200, 'application/samlmetadata+xml']);
  expect(text).toContain(`entityID="${SP}"`);
  expect(text).toContain(`Location="${ACS}"`);
  expect(text).toContain('Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"');
  expect(text).toContain('WantAssertionsSigned="true"');
  expect(text).toContain('nameid-format:emailAddress</NameIDFormat>');
  expect((await get()).text).toBe(text);
  await configure(easel, { 'authentication.saml.sp_entity_id': 'https://canvas.example/"><evil' });
  expect((await get()).text).toContain('entityID="https://canvas.example/&quot;>&lt;evil"');
  await enableSaml(easel);
});

test('the session offers SAML', async () => {
  expect((await new Browser(easel).get('/session')).body.sign_in.saml).toBe(true);
});
