import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ConfigValues } from '../../model/resources/config/config-settings.ts';
import { useEasel } from '../kit/easel.ts';

const easel = useEasel({ env: { EASEL_EXTERNAL_URL: 'https://start.example' } });

/** Changes values by path. */
async function configure(values: ConfigValues): Promise<void> {
  const settings = Object.entries(values).map(([key, value]) => ({ key, value }));
  expect(await easel.admin.patch('/server-config', { settings })).toMatchObject({ status: 200 });
}

test('server-info has the four keys that clients need', async () => {
  const { body } = await easel.anonymous.get('/server-info');
  expect(body).toEqual({
    api: ['v1.4'],
    go: process.versions.node,
    server_id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    version: expect.stringMatching(/^\d+\.\d+\.\d+ \[.+\]$/),
  });
});

test('a regular user sees the public part of server-config, an administrator all', async () => {
  const caller = await easel.user();
  const everyone = (await easel.anonymous.get('/server-config')).body;
  expect(Object.keys(everyone)).toEqual(['authentication', 'external_url', 'server_name', 'state']);
  expect((await caller.get('/server-config')).body).toEqual(everyone);
  expect((await easel.admin.get('/server-config')).body).toMatchObject({ access: 'rw', email: { smtp_port: 25 } });
});

test('an administrator who loses the role keeps the stream of server-config, with the public part', async () => {
  const caller = await easel.user({ admin: true });
  const stream = await caller.watch('/server-config');
  expect(await stream.next()).toHaveProperty('email');
  await easel.admin.patch(`/users/${caller.id}`, { admin: false });
  expect(await stream.next()).not.toHaveProperty('email');
  stream.close();
});

test('a stream of server-config ends with the token that opened it', async () => {
  const caller = await easel.user();
  const stream = await caller.watch('/server-config');
  await stream.next();
  await caller.post('/users/logout');
  await easel.endOf(stream);
});

test('a stream tells a change to callers who can see it', async () => {
  const everyone = await easel.anonymous.watch('/server-config');
  const administrator = await easel.admin.watch('/server-config');
  expect(await everyone.next()).toMatchObject({ external_url: 'https://start.example' });
  await administrator.next();
  await configure({ 'email.smtp_host': 'mail.example' });
  expect(await administrator.next()).toMatchObject({ email: { smtp_host: 'mail.example' } });
  await configure({ server_name: 'Wall', external_url: 'https://wall.example' });
  expect(await everyone.next()).toMatchObject({
    server_name: 'Wall',
    external_url: 'https://wall.example',
    authentication: { saml: { acs_url: 'https://wall.example/users/login/saml/callback' } },
  });
  expect(everyone.unread).toEqual([]);
  everyone.close();
  administrator.close();
});

describe('what the server-config decides about people', () => {
  let before: object;
  beforeEach(async () => {
    before = (await easel.admin.get('/server-config')).body;
  });
  afterEach(() => easel.admin.patch('/server-config', before));

  test('without password sign-in, only callers with the right password learn why, and tokens go on working', async () => {
    const { email, password, token } = await easel.user();
    const login = (body: object) => easel.anonymous.post('/users/login', body);
    const issuer = 'https://idp.example';
    const other = { enabled: true, issuer, client_id: 'easel' };
    await easel.admin.patch('/server-config', { authentication: { password: { enabled: false }, oidc: other } });
    const off = { status: 403, body: { msg: 'Sign-in using a password is not enabled' } };
    expect(await login({ email, password })).toMatchObject(off);
    expect((await login({ email, password: 'wrong' })).status).toBe(401);
    expect((await login({ token })).status).toBe(200);
  });

  test('the minimum length of passwords is the configured one', async () => {
    await configure({ 'authentication.password.min_length': 12 });
    const weak = { status: 400, body: { msg: 'Password must be at least 12 characters long' } };
    const { id, password, ...user } = await easel.user({ password: 'exactly-12--' });
    const short = 'exactly-11-';
    const create = { email: 'weak@corp.example', name: 'x', password: short };
    expect(await easel.unchanged(() => easel.admin.post('/users', create))).toMatchObject(weak);
    expect(await easel.unchanged(() => easel.admin.patch(`/users/${id}`, { password: short }))).toMatchObject(weak);
    const own = { current_password: password, new_password: short };
    expect(await easel.unchanged(() => easel.as(user.token).post(`/users/${id}/password`, own))).toMatchObject(weak);
  });

  test('new accounts wait for approval where it is required', async () => {
    await configure({ 'authentication.require_admin_approval': true });
    const created = await easel.admin.post('/users', { email: 'waits@corp.example', name: 'Waits' });
    expect(created.body.approved).toBe(false);
    const approved = await easel.admin.post('/users', { email: 'at-once@corp.example', name: 'At once', approved: true });
    expect(approved.body.approved).toBe(true);
  });

  test('people give themselves only addresses of allowed domains; administrators give any', async () => {
    const user = await easel.user();
    await configure({ 'authentication.domain_allow_list': ['corp.example'] });
    const path = `/users/${user.id}`;
    const foreign = await easel.unchanged(() => user.patch(path, { email: 'me@other.example' }));
    expect(foreign).toMatchObject({ status: 403, body: { msg: 'Email domain is not allowed' } });
    expect((await user.patch(path, { email: 'me@Corp.example' })).status).toBe(200);
    expect((await easel.admin.patch(path, { email: 'me@other.example' })).status).toBe(200);
    expect((await user.patch(path, { email: 'me@other.example', name: 'Same address' })).status).toBe(200);
  });
});
