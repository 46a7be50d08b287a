import { afterAll, beforeAll, expect, test } from 'vitest';
import { Identity } from '../../model/resources/accounts/identity.ts';
import { Browser, type Page } from '../kit/browser.ts';
import { fakeClock } from '../kit/clock.ts';
import { useEasel } from '../kit/easel.ts';
import { type OidcServer, oidcClient, startOidcServer, throughProvider } from '../kit/oidc-provider.ts';

// The library looks at the real time
const easel = useEasel({ clock: fakeClock(Date.now()) });

let provider: OidcServer;
beforeAll(async () => {
  provider = await startOidcServer({ redirectUri: `${easel.url}/users/login/oidc/callback` });
});
afterAll(() => provider.close());

const configure = (oidc: object) => easel.admin.patch('/server-config', { external_url: easel.url, authentication: { oidc } });

/** Signs on as somebody of whose address the provider says nothing but that it is there. */
async function signOn(sub: string, email: string, browser = new Browser(easel)): Promise<Page> {
  provider.person = { sub, email };
  const begun = await browser.get('/users/login/oidc');
  return browser.get(await throughProvider(provider, begun.location, easel.url));
}

test('a provider that never says whether it verified an address links no account that is there, until an administrator trusts it', async () => {
  // Nothing here says `trust_emails`, so what counts is how a server begins
  await configure({ enabled: true, issuer: provider.issuer, ...oidcClient });
  const { body } = await easel.admin.get('/server-config');
  expect(body.authentication.oidc.trust_emails).toBe(false);
  const owner = await easel.user();
  const links = easel.server.store.directory.all(Identity).length;

  expect(await signOn('kim', owner.email)).toMatchObject({
    status: 403,
    text: expect.stringContaining('does not say that it has verified the e-mail address of this account'),
  });
  expect(easel.server.store.directory.all(Identity).length).toBe(links);

  expect((await configure({ trust_emails: true })).status).toBe(200);
  const browser = new Browser(easel);
  expect((await signOn('kim', owner.email, browser)).status).toBe(303);
  expect((await browser.get('/session')).body.user.id).toBe(owner.id);
});
