import { describe, expect, test } from 'vitest';
import { Browser } from '../kit/browser.ts';
import { configure } from '../kit/configure.ts';
import { useEasel } from '../kit/easel.ts';

const easel = useEasel({ people: ['sam'], env: { EASEL_TRUSTED_PROXIES: '127.0.0.1/32' } });
const { sam } = easel.people;
const browser = () => new Browser(easel);
const credentials = () => ({ email: sam.email, password: sam.password });
const own = (page: string) => ({ origin: page });

async function signedIn(): Promise<Browser> {
  const one = browser();
  expect((await one.post('/session', credentials())).status).toBe(200);
  return one;
}

describe('GET /session', () => {
  test('tells a stranger how to sign in, and what the server is', async () => {
    const { status, body, headers } = await browser().get('/session');
    expect(status).toBe(200);
    expect(body).toEqual({
      user: null,
      server: { name: '', version: easel.server.version, now: new Date(easel.clock.now()).toISOString() },
      sign_in: { password: true, saml: false, oidc: false, oidc_name: '', registration: false, password_reset: false },
      session_id: null,
      first_start: false,
      session: null,
    });
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  test('tells the user of the cookie or of a token, and takes a credential that is not valid as none', async () => {
    const one = await signedIn();
    expect((await one.get('/session')).body.user).toMatchObject({ id: sam.id, email: sam.email });
    const byToken = await browser().get('/session', { 'private-token': sam.token });
    expect(byToken.body.user.id).toBe(sam.id);
    expect((await browser().get('/session', { cookie: 'CanvusSession=e30' })).body.user).toBeNull();
    // The one of its sessions that the browser has; a permanent token is none
    const { session_id } = (await one.get('/session')).body;
    expect((await one.get(`/api/v1/users/${sam.id}/sessions`)).body.map(({ id }: { id: string }) => id)).toContain(session_id);
    const { plain_token } = (await sam.post(`/users/${sam.id}/access-tokens`, { name: 'any' })).body;
    expect((await browser().get('/session', { 'private-token': plain_token })).body.session_id).toBeNull();
    expect((await browser().get('/session', { 'private-token': 'nobody' })).body.user).toBeNull();
  });

  test('takes a cookie back whose session has ended, so that its browser sees what links share', async () => {
    const one = await signedIn();
    expect((await one.get('/session')).headers.get('set-cookie')).toBeNull();
    const kept = `CanvusSession=${one.jar.get('CanvusSession')}`;
    await one.request('DELETE', '/session', undefined, {});
    const { headers } = await browser().get('/session', { cookie: kept });
    expect(headers.get('set-cookie')).toBe('CanvusSession=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0');
  });

  test('tells the ways in that work now', async () => {
    const offers = async () => (await browser().get('/session')).body.sign_in;
    await configure(easel, {
      server_name: 'Wall 7',
      'authentication.saml.enabled': true,
      'authentication.oidc.enabled': true,
      'authentication.oidc.name': 'Corp ID',
      'authentication.password.sign_up_enabled': true,
      'email.smtp_host': 'mail.corp.example',
    });
    expect((await browser().get('/session')).body.server.name).toBe('Wall 7');
    // Nobody can come back from an identity provider to a server without an address
    expect(await offers()).toEqual({
      password: true,
      saml: false,
      oidc: false,
      oidc_name: '',
      registration: true,
      password_reset: true,
    });
    await configure(easel, { external_url: 'https://canvas.example/' });
    expect(await offers()).toMatchObject({ saml: true, oidc: true });
    await configure(easel, { 'authentication.password.enabled': false });
    expect(await offers()).toEqual({
      password: false,
      saml: true,
      oidc: true,
      oidc_name: 'Corp ID',
      registration: false,
      password_reset: false,
    });
    await configure(easel, {
      external_url: '',
      'authentication.password.enabled': true,
      'authentication.password.sign_up_enabled': false,
      'authentication.saml.enabled': false,
      'authentication.oidc.enabled': false,
      'email.smtp_host': '',
    });
  });
});

describe('POST /session', () => {
  test('gives the browser a session, in a cookie that no script and no other site uses', async () => {
    const one = browser();
    const { body, cookies, headers } = await one.post('/session', credentials());
    expect(cookies).toEqual([expect.stringMatching(/^CanvusSession=[A-Za-z0-9+/=]+; Path=\/; HttpOnly; SameSite=Lax$/)]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({ user: { id: sam.id }, sign_in: { password: true } });
    expect(Object.keys(body)).toEqual(['user', 'session_id', 'server', 'sign_in', 'first_start', 'session']);
    expect(body.user.last_login).toBe(new Date(easel.clock.now()).toISOString());
    expect((await one.get('/api/v1/users')).status).toBe(200);
    expect((await one.get('/session')).body.user.id).toBe(sam.id);
  });

  test('takes a token instead, and the old one stays', async () => {
    const one = browser();
    expect((await one.post('/session', { token: sam.token })).body.user.id).toBe(sam.id);
    expect((await one.get('/api/v1/users')).status).toBe(200);
    expect((await sam.get('/users')).status).toBe(200);
  });

  test('keeps the cookie for 14 days with remember', async () => {
    const one = browser();
    const { cookies } = await one.post('/session', { ...credentials(), remember: true });
    expect(cookies[0]).toMatch(/; Max-Age=1209600$/);
    easel.clock.advance(13 * 86_400_000);
    expect((await one.get('/session')).body.user.id).toBe(sam.id);
    easel.clock.advance(86_400_000);
    expect((await one.get('/session')).body.user).toBeNull();
    easel.admin = await easel.signIn(easel.admin.email, easel.admin.password);
    Object.assign(sam, await easel.signIn(sam.email, sam.password));
  });

  test('marks the cookie as secure for a caller that came by HTTPS to a trusted proxy', async () => {
    const { cookies } = await browser().post('/session', credentials(), { 'x-forwarded-proto': 'https' });
    expect(cookies[0]).toMatch(/; SameSite=Lax; Secure$/);
  });

  test('refuses like POST /users/login, in JSON, and writes that down', async () => {
    const before = easel.audit().length;
    const wrong = await browser().post('/session', { email: sam.email, password: 'wrong' });
    expect([wrong.status, wrong.body, wrong.cookies]).toEqual([401, { msg: 'Invalid username or password.' }, []]);
    expect(easel.audit().slice(before)).toMatchObject([{ action: 'Login failed', target_id: String(sam.id) }]);
    const form = await browser().post('/session', {});
    expect([form.status, form.body]).toEqual([400, { msg: 'Login request must have either email and password or token' }]);
    expect((await browser().post('/session', 'no json')).body.msg).toMatch(/^Invalid JSON/);
    expect((await browser().post('/session', `"${'x'.repeat(20_000)}"`)).status).toBe(413);
    await easel.admin.post(`/users/${sam.id}/block`);
    expect((await browser().post('/session', credentials())).body).toEqual({ msg: 'User is blocked' });
    expect((await browser().get('/session', { 'private-token': sam.token })).body.user).toBeNull();
    await easel.admin.post(`/users/${sam.id}/unblock`);
  });

  test('counts wrong passwords together with POST /users/login', async () => {
    const { email } = await easel.user();
    const wrong = { email, password: 'wrong' };
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await browser().post('/session', wrong)).status).toBe(401);
      expect((await easel.anonymous.post('/users/login', wrong)).status).toBe(401);
    }
    const { status, body, headers } = await easel.unchanged(() => browser().post('/session', wrong));
    expect([status, body, Number(headers.get('retry-after')) > 0]).toEqual([429, { msg: 'Too many requests' }, true]);
    expect((await easel.anonymous.post('/users/login', wrong)).status).toBe(429);
  });

  test('refuses a page of another origin, whether it has a credential or not', async () => {
    const one = await signedIn();
    for (const origin of ['https://evil.example', 'null', `${easel.url}.evil.example`]) {
      for (const sender of [one, browser()]) {
        const refused = await easel.unchanged(() => sender.post('/session', credentials(), own(origin)));
        expect([refused.status, refused.body, refused.cookies]).toEqual([403, { msg: 'Permission denied' }, []]);
        const kept = await easel.unchanged(() => sender.request('DELETE', '/session', undefined, own(origin)));
        expect([kept.status, kept.cookies]).toEqual([403, []]);
      }
    }
    expect((await one.get('/session')).body.user.id).toBe(sam.id);
    expect((await browser().post('/session', credentials(), own(easel.url))).status).toBe(200);
  });
});

describe('DELETE /session', () => {
  test('ends the token of the cookie and its streams, and clears the cookie', async () => {
    const one = await signedIn();
    const cookie = `CanvusSession=${one.jar.get('CanvusSession')}`;
    const stream = await easel.anonymous.watch('/users', { cookie });
    await stream.next();
    const { status, text, cookies } = await one.request('DELETE', '/session', undefined, own(easel.url));
    expect([status, text]).toEqual([204, '']);
    expect(cookies).toEqual(['CanvusSession=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0']);
    await easel.endOf(stream);
    expect((await browser().get('/api/v1/users', { cookie })).status).toBe(401);
    expect(easel.audit().at(-1)).toMatchObject({ action: 'Logout', author_id: sam.id, target_id: String(sam.id) });
  });

  test('leaves a permanent token, and the token of a header, as they are', async () => {
    const { plain_token } = (await sam.post(`/users/${sam.id}/access-tokens`, { name: 'robot' })).body;
    const value = Buffer.from(JSON.stringify({ passport: { user: { token: plain_token } } })).toString('base64');
    const ended = await easel.unchanged(() =>
      browser().request('DELETE', '/session', undefined, { cookie: `CanvusSession=${value}` }),
    );
    expect([ended.status, ended.cookies.length]).toEqual([204, 1]);
    await easel.unchanged(() => browser().request('DELETE', '/session', undefined, { 'private-token': sam.token }));
    expect((await easel.as(plain_token).get('/users')).status).toBe(200);
    expect((await sam.get('/users')).status).toBe(200);
  });

  test('works without a session, and for a blocked user', async () => {
    expect((await easel.unchanged(() => browser().request('DELETE', '/session', undefined, {}))).status).toBe(204);
    const one = await signedIn();
    await easel.admin.post(`/users/${sam.id}/block`);
    const before = easel.audit().length;
    expect((await one.request('DELETE', '/session', undefined, {})).status).toBe(204);
    expect(easel.audit().slice(before)).toMatchObject([{ action: 'Logout' }]);
    await easel.admin.post(`/users/${sam.id}/unblock`);
  });
});

test('what is not there below /session is refused in JSON', async () => {
  const missing = await browser().get('/session/nothing');
  expect([missing.status, missing.body]).toEqual([404, { msg: 'Not found' }]);
  const wrong = await browser().request('PATCH', '/session', '{}', {});
  expect([wrong.status, wrong.headers.get('allow'), wrong.body.msg]).toEqual([
    405,
    'DELETE, GET, HEAD, POST',
    'Method not allowed',
  ]);
});
