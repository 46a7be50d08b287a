import { beforeEach, describe, expect, test } from 'vitest';
import { refuse } from '../../model/refusal.ts';
import type { Rule } from '../../server/access/access-rule.ts';
import type { Call, PlainRoute } from '../../server/http/routing/route.ts';
import { loginRoutes } from '../../server/users/routes/users/login.ts';
import { useEasel } from '../kit/easel.ts';

const easel = useEasel();

/** Lets time pass, and signs the administrator in again, whose token would expire, too. */
async function pass(ms: number): Promise<void> {
  easel.clock.advance(ms);
  easel.admin = await easel.signIn(easel.admin.email, easel.admin.password);
}

const password = 'correct horse';
const hour = 3_600_000;
const day = 24 * hour;
const formMessage = 'Login request must have either email and password or token';

let made = 0;
async function account(values: object = {}) {
  made += 1;
  const email = `Person${made}@corp.example`;
  const { body } = await easel.admin.post('/users', { email, name: `Person ${made}`, password, ...values });
  return { id: body.id as number, email };
}

const login = (body: unknown) => easel.anonymous.post('/users/login', body);
const whoAmI = (token: string) => login({ token });

async function signedIn(values: object = {}, remember = false) {
  const { id, email } = await account(values);
  const { body } = await login({ email, password, remember });
  return { id, email, token: body.token as string };
}

describe('login with e-mail and password', () => {
  test('answers a new token and the user as it was before this login', async () => {
    const { id, email } = await account();
    const first = await login({ email, password });
    expect(first.status).toBe(200);
    expect(Object.keys(first.body)).toEqual(['token', 'user']);
    expect(first.body.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(first.body.user).toMatchObject({
      id,
      email,
      admin: false,
      approved: true,
      blocked: false,
      last_login: '',
      state: 'normal',
    });
    expect(Object.keys(first.body.user)).toEqual([
      'admin',
      'approved',
      'blocked',
      'created_at',
      'email',
      'id',
      'last_login',
      'name',
      'state',
    ]);
    const second = await login({ email, password });
    expect(second.body.user.last_login).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(second.body.token).not.toBe(first.body.token);
    expect(first.headers['set-cookie']).toBeUndefined();
  });

  test('compares the address in any case, and reads username as the address when there is no other', async () => {
    const { id, email } = await account();
    for (const body of [
      { email: email.toUpperCase(), password },
      { username: email, password },
    ]) {
      expect((await login(body)).body.user.id).toBe(id);
    }
  });

  test('shows in a stream of the users', async () => {
    const { id, email } = await account();
    const list = await easel.admin.watch('/users');
    const item = await easel.admin.watch(`/users/${id}`);
    await list.next();
    await item.next();
    await login({ email, password });
    expect((await item.next()).last_login).not.toBe('');
    const users = await list.next();
    expect(users.find((user: { id: number }) => user.id === id).last_login).not.toBe('');
    list.close();
    item.close();
  });

  test.each([
    {},
    { email: 'x@corp.example' },
    { password },
    { token: null },
    { email: 'x@corp.example', username: 'x', password },
    { email: 'x@corp.example', password, token: 'x' },
    { token: 'x', password },
    { email: 'x@corp.example', password, device: 'wall' },
  ])('refuses %o as neither form', async (body) => {
    const answer = await easel.unchanged(() => login(body));
    expect(answer).toMatchObject({ status: 400, body: { msg: formMessage } });
  });

  test.each([
    [{ email: 7, password }, 'email must be a string'],
    [{ email: 'x@corp.example', password: [] }, 'password must be a string'],
    [{ token: {} }, 'token must be a string'],
    [{ token: 'x', remember: 'yes' }, 'remember must be a boolean'],
  ])('refuses the wrong type in %o', async (body, msg) => {
    expect(await easel.unchanged(() => login(body))).toMatchObject({ status: 400, body: { msg } });
  });

  test('refuses a wrong password, an unknown account, an account without password and the Guest alike', async () => {
    const { email } = await account();
    const { email: without } = await account({ password: null });
    for (const [name, secret] of [
      [email, 'wrong'],
      ['nobody@corp.example', password],
      [without, ''],
      ['', ''],
      ['Guest', ''],
    ]) {
      const answer = await login({ email: name, password: secret });
      expect(answer).toMatchObject({ status: 401, body: { msg: 'Invalid username or password.' } });
    }
  });

  test('says that the account may not sign in only to a caller with the password', async () => {
    const blocked = await account({ blocked: true });
    const waiting = await account({ approved: false });
    expect(await login({ email: blocked.email, password })).toMatchObject({ status: 403, body: { msg: 'User is blocked' } });
    expect(await login({ email: waiting.email, password })).toMatchObject({
      status: 403,
      body: { msg: 'User account is not approved' },
    });
    expect((await login({ email: blocked.email, password: 'wrong' })).status).toBe(401);
  });
});

describe('what was verified must still hold when the login is written', () => {
  let counted: [string, string][] = [];
  beforeEach(() => {
    counted = [];
  });

  /** Signs in while `meanwhile` happens between the proof and the command. */
  const signIn = async (email: string, meanwhile: () => Promise<unknown>) => {
    const { store } = easel.server;
    const anyone: Rule = {
      says: '',
      scope: 'nothing',
      credential: 'ignored',
      licensed: false,
      onLoss: 'silent',
      permit: () => {},
    };
    const verify = async () => {
      await meanwhile();
      return true;
    };
    const deps = {
      store,
      rules: { anyone },
      authenticate: { find: () => undefined },
      passwords: { verify },
      countFailure: () => 0,
      countSignIn: (...attempt: [string, string]) => void counted.push(attempt),
      activity: { inUse: () => [] },
      lastUsed: { note: () => {} },
      userLimits: { sessions: 0 },
      attempts: { beforePassword: () => {}, afterPassword: () => {}, wrongToken: () => {} },
    };
    const route = loginRoutes(deps)[0] as PlainRoute;
    const call = { body: { email, password }, author: { id: null, name: '', ip: '' }, permit: () => {}, headers: {} };
    return route.handle(call as unknown as Call);
  };

  test('an attempt is counted by how it ends, also while too many wait for their turn', async () => {
    const { email } = await account();
    await signIn(email, async () => undefined);
    const wait = async () => {
      throw refuse.unavailable();
    };
    await expect(signIn(email, wait)).rejects.toMatchObject({ status: 503 });
    expect(counted).toEqual([
      ['password', 'ok'],
      ['password', 'busy'],
    ]);
  });

  test('a password set meanwhile makes the verified one worthless', async () => {
    const { id, email } = await account();
    const reset = () => easel.admin.patch(`/users/${id}`, { password: 'another horse' });
    await expect(signIn(email, reset)).rejects.toMatchObject({ status: 401, message: 'Invalid username or password.' });
  });

  test('so does a deletion, and a block is refused as such', async () => {
    const gone = await account();
    await expect(signIn(gone.email, () => easel.admin.delete(`/users/${gone.id}`))).rejects.toMatchObject({ status: 401 });
    const blocked = await account();
    const block = () => easel.admin.post(`/users/${blocked.id}/block`);
    await expect(signIn(blocked.email, block)).rejects.toMatchObject({ status: 403, message: 'User is blocked' });
  });
});

describe('login with a token', () => {
  test('answers a new token of the same user, and the old one stays valid', async () => {
    const { id, token } = await signedIn();
    const answer = await login({ token, remember: false });
    expect(answer.body.user.id).toBe(id);
    expect(answer.body.token).not.toBe(token);
    expect((await easel.as(token).get('/users')).status).toBe(200);
    expect((await easel.as(answer.body.token).get('/users')).status).toBe(200);
  });

  test('works with a permanent token, which stays what it is', async () => {
    const { id, token } = await signedIn();
    const { body } = await easel.as(token).post(`/users/${id}/access-tokens`, { name: 'robot' });
    expect((await whoAmI(body.plain_token)).body.user.id).toBe(id);
    expect((await easel.as(body.plain_token).get('/users')).status).toBe(200);
  });

  test('refuses a token that is not valid', async () => {
    expect(await login({ token: 'nobody' })).toMatchObject({ status: 401, body: { msg: 'Invalid token' } });
  });

  test('refuses a blocked owner', async () => {
    const { id, token } = await signedIn();
    await easel.admin.post(`/users/${id}/block`);
    expect(await whoAmI(token)).toMatchObject({ status: 403, body: { msg: 'User is blocked' } });
  });
});

describe('a temporary token', () => {
  test.each([
    [false, day],
    [true, 14 * day],
  ])('with remember %s lives as long as promised', async (remember, life) => {
    const { token } = await signedIn({}, remember);
    await pass(life - 1);
    expect((await easel.as(token).get('/users')).status).toBe(200);
    await pass(1);
    expect(await easel.as(token).get('/users')).toMatchObject({ status: 401, body: { msg: 'Invalid token' } });
  });

  test('is prolonged by a login with it, and by nothing else', async () => {
    const { token } = await signedIn();
    await pass(20 * hour);
    await easel.as(token).get('/users');
    await whoAmI(token);
    await pass(23 * hour);
    expect((await easel.as(token).get('/users')).status).toBe(200);
    await pass(hour);
    expect((await easel.as(token).get('/users')).status).toBe(401);
  });

  test('is not shortened by a login with it', async () => {
    const { token } = await signedIn({}, true);
    await whoAmI(token);
    await pass(13 * day);
    expect((await easel.as(token).get('/users')).status).toBe(200);
  });

  test('does not expire while a stream is open, nor in the 60 s after', async () => {
    const { token } = await signedIn();
    const stream = await easel.as(token).watch('/users');
    await stream.next();
    await pass(2 * day);
    expect((await easel.as(token).get('/users')).status).toBe(200);
    stream.close();
    await pass(59_000);
    expect((await easel.as(token).get('/users')).status).toBe(200);
    await pass(120_000);
    expect((await easel.as(token).get('/users')).status).toBe(401);
  });
});

describe('credentials', () => {
  const cookie = (token: string) =>
    `CanvusSession=${Buffer.from(JSON.stringify({ passport: { user: { token } } })).toString('base64')}`;

  test('none is 401 Unauthorized, a wrong one 401 Invalid token', async () => {
    expect(await easel.anonymous.get('/users')).toMatchObject({ status: 401, body: { msg: 'Unauthorized' } });
    expect(await easel.as('').get('/users')).toMatchObject({ status: 401, body: { msg: 'Unauthorized' } });
    expect(await easel.as('nobody').get('/users')).toMatchObject({ status: 401, body: { msg: 'Invalid token' } });
  });

  test('the part before the first comma counts', async () => {
    const { token } = await signedIn();
    expect((await easel.as(`${token}, other`).get('/users')).status).toBe(200);
  });

  test('the session cookie is read when there is no header', async () => {
    const { token } = await signedIn();
    const get = (headers: Record<string, string>) => easel.anonymous.request('GET', '/users', undefined, headers);
    expect((await get({ cookie: cookie(token) })).status).toBe(200);
    expect((await get({ cookie: 'CanvusSession=%%%' })).body).toEqual({ msg: 'Unauthorized' });
    expect((await get({ cookie: cookie(token), 'private-token': 'nobody' })).status).toBe(401);
  });

  test('a cookie does not let another page write', async () => {
    const { id, token } = await signedIn();
    const patch = (origin: Record<string, string>) =>
      easel.anonymous.request('PATCH', `/users/${id}`, { name: 'By cookie' }, { cookie: cookie(token), ...origin });
    const refused = await easel.unchanged(() => patch({ origin: 'https://evil.example' }));
    expect(refused).toMatchObject({ status: 403, body: { msg: 'Permission denied' } });
    expect((await patch({})).status).toBe(200);
  });

  test('on endpoints without a token an invalid one does not matter', async () => {
    expect((await easel.as('nobody').get('/server-info')).status).toBe(200);
    expect((await easel.as('nobody').get('/server-config')).status).toBe(200);
    const { email } = await account();
    expect((await easel.as('nobody').post('/users/login', { email, password })).status).toBe(200);
  });
});

describe('logout', () => {
  const logout = (token: string, body?: unknown) => easel.as(token).post('/users/logout', body);

  test('ends the token of the request and its streams, and answers empty', async () => {
    const { token } = await signedIn();
    const stream = await easel.as(token).watch('/users');
    await stream.next();
    const answer = await logout(token);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-length']).toBe('0');
    expect(answer.headers['content-type']).toBeUndefined();
    await easel.endOf(stream);
    expect(await easel.as(token).get('/users')).toMatchObject({ status: 401, body: { msg: 'Invalid token' } });
  });

  test('ends the token in the body instead', async () => {
    const { email, token } = await signedIn();
    const other = (await login({ email, password })).body.token;
    await logout(token, { token: other });
    expect((await easel.as(other).get('/users')).status).toBe(401);
    expect((await easel.as(token).get('/users')).status).toBe(200);
    await logout(token, { token: '' });
    expect((await easel.as(token).get('/users')).status).toBe(401);
  });

  test('leaves a permanent token and its streams as they are', async () => {
    const { id, token } = await signedIn();
    const robot = (await easel.as(token).post(`/users/${id}/access-tokens`, { name: 'robot' })).body.plain_token;
    const answer = await easel.unchanged(() => logout(robot));
    expect(answer.status).toBe(200);
    expect((await easel.as(robot).get('/users')).status).toBe(200);
  });

  test('is open to blocked users', async () => {
    const { id, token } = await signedIn();
    await easel.admin.post(`/users/${id}/block`);
    expect((await easel.as(token).get('/users')).status).toBe(403);
    expect((await logout(token)).status).toBe(200);
    expect((await easel.as(token).get('/users')).status).toBe(401);
  });

  test('refuses the token of another user, an unknown one, and nobody', async () => {
    const { token } = await signedIn();
    const other = await signedIn();
    const refused = (body: object) => easel.unchanged(() => logout(token, body));
    expect(await refused({ token: other.token })).toMatchObject({ status: 403, body: { msg: 'Permission denied' } });
    expect(await refused({ token: 'nobody' })).toMatchObject({ status: 400, body: { msg: 'Invalid token' } });
    expect(await refused({ token: 7 })).toMatchObject({ status: 400, body: { msg: 'token must be a string' } });
    expect((await easel.unchanged(() => easel.anonymous.post('/users/logout'))).status).toBe(401);
  });
});

test('create, login at once, logout and delete work with default settings', async () => {
  const { id, token } = await signedIn();
  expect((await easel.as(token).post('/users/logout')).status).toBe(200);
  expect((await easel.admin.delete(`/users/${id}`)).status).toBe(200);
  expect((await easel.admin.get(`/users/${id}`)).status).toBe(404);
});
