import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Identity } from '../../model/resources/accounts/identity.ts';
import { audited } from '../kit/audited.ts';
import { Browser, type Page } from '../kit/browser.ts';
import { fakeClock } from '../kit/clock.ts';
import { useEasel } from '../kit/easel.ts';
import { type OidcServer, oidcClient, startOidcServer, throughProvider } from '../kit/oidc-provider.ts';

// The library looks at the real time
const easel = useEasel({ clock: fakeClock(Date.now()) });
const callback = '/users/login/oidc/callback';

let provider: OidcServer;
beforeAll(async () => {
  provider = await startOidcServer({ redirectUri: easel.url + callback });
});
afterAll(() => provider.close());

const settings = (values: object) => ({
  external_url: easel.url,
  authentication: {
    password: { enabled: true },
    require_admin_approval: false,
    domain_allow_list: ['*'],
    oidc: {
      enabled: true,
      issuer: provider.issuer,
      ...oidcClient,
      sign_up_enabled: false,
      trust_emails: false,
      group_claim: '',
      groups: [],
      scopes: 'openid email profile',
      ...values,
    },
  },
});
const configure = async (values: object = {}, more: object = {}): Promise<void> => {
  const { authentication, ...rest } = settings(values);
  const answer = await easel.admin.patch('/server-config', { ...rest, authentication: { ...authentication, ...more } });
  expect(answer.status).toBe(200);
};
beforeEach(() => configure());

let people = 0;
/** Somebody at the provider whom nobody knows here. */
const stranger = (values: object = {}) => {
  const sub = `person-${++people}`;
  return { sub, name: `Person ${people}`, email: `${sub}@idp.example`, email_verified: true, ...values };
};

/** Signs on with a browser as somebody at the provider; returns the page at the end. */
async function signOn(person: OidcServer['person'], browser = new Browser(easel), next = '/'): Promise<Page> {
  provider.person = person;
  const begun = await browser.get(`/users/login/oidc?next=${encodeURIComponent(next)}`);
  expect(begun.status).toBe(303);
  return browser.get(await throughProvider(provider, begun.location, easel.url));
}

const whoIs = async (browser: Browser) => (await browser.get('/session')).body.user;

describe('signing on with OpenID Connect', () => {
  test('sends the browser to the provider with state, nonce and PKCE, and keeps them in a cookie that no script reads', async () => {
    const { location, cookies, headers } = await new Browser(easel).get('/users/login/oidc?next=/walls');
    const { origin, pathname, searchParams } = new URL(location);
    expect([origin, pathname]).toEqual([provider.issuer, '/auth']);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'easel',
      redirect_uri: easel.url + callback,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(cookies).toEqual([expect.stringMatching(/^easel-oidc=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/)]);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  test('makes an account where that is allowed, and goes to the page that was wanted', async () => {
    await configure({ sign_up_enabled: true });
    const browser = new Browser(easel);
    const ada = stranger({ name: 'Ada Lovelace' });
    const page = await signOn(ada, browser, '/walls?a=1#b');
    expect([page.status, page.location]).toEqual([303, '/walls?a=1#b']);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(await whoIs(browser)).toMatchObject({ name: 'Ada Lovelace', email: ada.email, approved: true, admin: false });
    expect([...browser.jar.keys()]).toEqual(['CanvusSession']);
    expect(page.cookies.find((one) => one.startsWith('CanvusSession='))).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test('finds an account by the address once, and then by what the provider calls the person', async () => {
    const user = await easel.user({ email: 'kim@corp.example' });
    const kim = stranger({ email: 'Kim@Corp.example' });
    const browser = new Browser(easel);
    expect((await signOn(kim, browser)).status).toBe(303);
    expect((await whoIs(browser)).id).toBe(user.id);
    // The address changes there, to that of somebody else here
    const other = await easel.user({ email: 'other@corp.example' });
    const again = new Browser(easel);
    expect((await signOn({ ...kim, email: other.email }, again)).status).toBe(303);
    expect(await whoIs(again)).toMatchObject({ id: user.id, email: 'kim@corp.example' });
  });

  test('ends the session that the browser had before, once there is another', async () => {
    const user = await easel.user();
    const browser = new Browser(easel);
    const person = stranger({ email: user.email });
    await signOn(person, browser);
    const before = { cookie: `CanvusSession=${browser.jar.get('CanvusSession')}` };
    expect((await signOn({ ...person, email: '', sub: 'nobody' }, browser)).status).toBe(403);
    expect((await new Browser(easel).get('/session', before)).body.user.id).toBe(user.id);
    expect((await signOn(person, browser)).status).toBe(303);
    expect((await new Browser(easel).get('/session', before)).body.user).toBeNull();
    expect((await whoIs(browser)).id).toBe(user.id);
  });

  test('writes the sign-in and the new account to the audit log', async () => {
    await configure({ sign_up_enabled: true });
    const lines = await audited(easel, () => signOn(stranger()));
    expect(lines.map(({ action }) => action)).toEqual(expect.arrayContaining(['User created', 'Login']));
    expect(JSON.stringify(lines)).not.toMatch(/eyJ|a-secret/);
  });

  test('works for tokens that say everything, for public clients, and without a list of methods', async () => {
    const full = await startOidcServer({ redirectUri: easel.url + callback, fullTokens: true, isPublic: true });
    try {
      await configure({ issuer: full.issuer, client_secret: '', sign_up_enabled: true });
      const browser = new Browser(easel);
      const begun = await browser.get('/users/login/oidc');
      const person = stranger();
      full.person = person;
      const page = await browser.get(await throughProvider(full, begun.location, easel.url));
      expect(page.status).toBe(303);
      expect((await whoIs(browser)).email).toBe(person.email);
      expect(full.asked).not.toContain('GET /me');
    } finally {
      full.close();
    }
  });

  test('asks a provider what it is once an hour', async () => {
    const discoveries = () => provider.asked.filter((one) => one.endsWith('openid-configuration')).length;
    await signOn(await known());
    const before = discoveries();
    await signOn(await known());
    expect(discoveries()).toBe(before);
    easel.clock.advance(3_600_000);
    await new Browser(easel).get('/users/login/oidc');
    expect(discoveries()).toBe(before + 1);
    easel.clock.setDate(Date.now());
  });
});

/** Somebody with an account here. */
async function known(): Promise<ReturnType<typeof stranger>> {
  const person = stranger();
  await easel.user({ email: person.email });
  return person;
}

describe('a sign-on is refused with a page', () => {
  const refused = async (person: OidcServer['person'], browser = new Browser(easel)) => {
    const page = await signOn(person, browser);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.cookies.join()).not.toContain('CanvusSession');
    expect(await whoIs(browser)).toBeNull();
    expect([...browser.jar.keys()]).toEqual([]);
    return { status: page.status, text: page.text };
  };
  const says = (status: number, text: string) => ({ status, text: expect.stringContaining(text) });

  test('of somebody without an account, when accounts are not made', async () => {
    const before = (await easel.admin.get('/users')).body.length;
    const person = stranger();
    const lines = await audited(easel, async () => {
      expect(await refused(person)).toEqual(says(403, 'Sign-up using OpenID Connect is not enabled'));
    });
    expect(lines).toMatchObject([{ action: 'Login failed', details: { provider: 'oidc', email: person.email } }]);
    expect((await easel.admin.get('/users')).body.length).toBe(before);
  });

  test('of a foreign domain', async () => {
    await configure({ sign_up_enabled: true }, { domain_allow_list: ['corp.example'] });
    expect(await refused(stranger())).toEqual(says(403, 'Email domain is not allowed'));
  });

  test('of a blocked account', async () => {
    const person = stranger();
    const { id } = await easel.user({ email: person.email });
    await easel.admin.post(`/users/${id}/block`);
    expect(await refused(person)).toEqual(says(403, 'User is blocked'));
  });

  test('of a new account that waits for approval, and not once it is approved', async () => {
    await configure({ sign_up_enabled: true }, { require_admin_approval: true });
    const person = stranger();
    expect(await refused(person)).toEqual(says(403, 'User account is not approved'));
    const made = (await easel.admin.get('/users')).body.find(({ email }: { email: string }) => email === person.email);
    expect(made).toMatchObject({ approved: false });
    await easel.admin.post(`/users/${made.id}/approve`);
    expect((await signOn(person)).status).toBe(303);
  });

  test.each([
    ['is missing', { email: undefined }],
    ['is none', { email: 'nobody' }],
    ['is not verified', { email_verified: false }],
    ['is not verified, in a text', { email_verified: 'false' }],
  ])('whose address %s', async (_, values) => {
    await configure({ sign_up_enabled: true });
    const lines = await audited(easel, async () => {
      expect(await refused(stranger(values))).toEqual(says(403, 'no e-mail address that it has verified'));
    });
    expect(lines).toMatchObject([{ action: 'Login failed', details: { provider: 'oidc', reason: 'e-mail' } }]);
  });

  test.each([undefined, null])(
    'whose account is there already, unless the address was verified: email_verified %j',
    async (said) => {
      const user = await easel.user();
      const kim = stranger({ email: user.email, email_verified: said });
      const text = 'The identity provider does not say that it has verified the e-mail address of this account';
      const identities = () => easel.server.store.directory.all(Identity).length;
      const before = identities();
      await configure({ sign_up_enabled: true });
      const lines = await audited(easel, async () => expect(await refused(kim)).toEqual(says(403, text)));
      expect(lines).toMatchObject([{ action: 'Login failed', details: { provider: 'oidc', email: user.email } }]);
      expect(identities()).toBe(before);
      // Nobody loses an account by a new one
      expect((await signOn(stranger({ email_verified: said }))).status).toBe(303);
      await configure({ trust_emails: true });
      const browser = new Browser(easel);
      expect((await signOn(kim, browser)).status).toBe(303);
      expect((await whoIs(browser)).id).toBe(user.id);
      // A link that was made stays
      await configure({ trust_emails: false });
      expect((await signOn(kim)).status).toBe(303);
    },
  );

  test('when it is off, in which case nothing is asked', async () => {
    await configure({ enabled: false });
    const browser = new Browser(easel);
    const before = provider.asked.length;
    const page = await easel.unchanged(() => browser.get('/users/login/oidc'));
    expect(page).toMatchObject({ status: 403, text: expect.stringContaining('Sign-in using OpenID Connect is not enabled') });
    expect((await browser.get(`${callback}?code=x&state=y`)).status).toBe(403);
    expect(provider.asked.length).toBe(before);
  });

  test('when it is turned off meanwhile', async () => {
    const browser = new Browser(easel);
    provider.person = await known();
    const begun = await browser.get('/users/login/oidc');
    const back = await throughProvider(provider, begun.location, easel.url);
    await configure({ enabled: false });
    expect((await browser.get(back)).status).toBe(403);
    expect(await whoIs(browser)).toBeNull();
  });

  test('when nobody has said the address of this server', async () => {
    await easel.admin.patch('/server-config', { external_url: '' });
    const page = await new Browser(easel).get('/users/login/oidc');
    expect(page).toMatchObject({ status: 409, text: expect.stringContaining('external_url') });
  });

  test('when the person does not agree', async () => {
    const browser = new Browser(easel);
    const { location } = await browser.get('/users/login/oidc');
    const { searchParams } = new URL(location);
    const answer = new URLSearchParams({
      error: 'access_denied',
      error_description: '<script>alert(1)</script>',
      state: searchParams.get('state')!,
      iss: provider.issuer,
    });
    const page = await browser.get(`${callback}?${answer}`);
    expect(page).toMatchObject({ status: 401, text: expect.stringContaining('did not prove who you are') });
    expect(page.text).not.toContain('alert');
  });
});

describe('an account that is linked', () => {
  test('is not given to somebody else who has its address at the provider, until an administrator removes the link', async () => {
    const kim = await known();
    await signOn(kim);
    const { id } = (await easel.admin.get('/users')).body.find(({ email }: { email: string }) => email === kim.email);
    const other = stranger({ email: kim.email });
    const browser = new Browser(easel);
    const page = await signOn(other, browser);
    expect([page.status, page.text]).toEqual([403, expect.stringContaining('belongs to somebody else at the identity provider')]);
    expect(await whoIs(browser)).toBeNull();
    expect((await signOn(kim)).status).toBe(303);

    const unlink = () => easel.admin.delete(`/users/${id}/identities`);
    const lines = await audited(easel, async () => expect(await unlink()).toMatchObject({ status: 200, text: '' }));
    expect(lines).toMatchObject([
      { action: 'Identities removed', target_type: 'user', target_id: String(id), details: { providers: ['oidc'] } },
    ]);
    expect((await easel.unchanged(unlink)).status).toBe(200);
    expect((await signOn(other)).status).toBe(303);
    expect((await signOn(kim)).status).toBe(403);
  });

  test('is unlinked by administrators only', async () => {
    const user = await easel.user();
    const path = `/users/${user.id}/identities`;
    expect(await easel.unchanged(() => user.delete(path))).toMatchObject({ status: 403 });
    expect(await easel.unchanged(() => easel.admin.delete('/users/999999/identities'))).toMatchObject({ status: 404 });
    expect(await easel.unchanged(() => easel.admin.delete('/users/me/identities'))).toMatchObject({ status: 400 });
  });
});

describe('groups', () => {
  const group = async (name: string): Promise<number> => (await easel.admin.post('/groups', { name })).body.id;
  const membersOf = async (id: number): Promise<string[]> =>
    (await easel.admin.get(`/groups/${id}/members`)).body.map(({ email }: { email: string }) => email);

  test('follow the claim at each sign-on', async () => {
    const walls = await group('Wall team');
    const editors = await group('Editors');
    await configure({ group_claim: 'groups', groups: ['wall=Wall team', 'Editors'] });
    const person = { ...(await known()), groups: ['wall', 'Editors', 5, 'unknown'] };
    await signOn(person);
    expect([await membersOf(walls), await membersOf(editors)]).toEqual([[person.email], [person.email]]);
    await signOn({ ...person, groups: ['wall'] });
    expect([await membersOf(walls), await membersOf(editors)]).toEqual([[person.email], []]);
    // The provider leaves the claim out for people without groups
    await signOn({ ...person, groups: undefined } as never);
    expect(await membersOf(walls)).toEqual([]);
  });

  test('stay as they are when no claim is named', async () => {
    const id = await group('Readers');
    const person = { ...(await known()), groups: ['Readers'] };
    await signOn(person);
    expect(await membersOf(id)).toEqual([]);
  });
});
