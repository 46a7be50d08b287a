import { describe, expect, test } from 'vitest';
import { LoginSession } from '../../model/resources/accounts/session.ts';
import { tokenHash } from '../../server/access/authentication/tokens.ts';
import { Browser } from '../kit/browser.ts';
import { connectWall } from '../kit/display.ts';
import { type Person, useEasel } from '../kit/easel.ts';
import { narrowed, needsScope } from '../kit/narrowed.ts';
import { until } from '../kit/until.ts';

const easel = useEasel({ people: ['ann', 'bob'], each: 'test', env: { EASEL_SESSION_IDLE_HOURS: '8' } });
const { ann, bob } = easel.people;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const denied = { status: 403, body: { msg: 'Permission denied' } };
const invalid = { status: 401, body: { msg: 'Invalid token' } };
const list = () => `/users/${ann.id}/sessions`;
const idOf = ({ token }: Pick<Person, 'token'>): string => tokenHash(token);
const pathOf = (session: Pick<Person, 'token'>): string => `${list()}/${idOf(session)}`;
const again = (): Promise<Person> => easel.signIn(ann.email, ann.password);
const inMs = (ms: number): string => new Date(easel.clock.now() + ms).toISOString();
const ids = async (): Promise<string[]> => (await easel.admin.get(list())).body.map(({ id }: LoginSession) => id);

async function signedIn(userAgent: string): Promise<Person> {
  const { body } = await easel.anonymous.post(
    '/users/login',
    { email: ann.email, password: ann.password },
    { 'user-agent': userAgent },
  );
  return Object.assign(easel.as(body.token), { id: ann.id, email: ann.email, password: ann.password });
}

describe('the list of sessions', () => {
  test('says when, from where and with what somebody signed in, oldest first, and never the token', async () => {
    const second = await signedIn('Wall script/7 (Linux)');
    const { body, text } = await ann.get(list());
    expect(body).toEqual([
      expect.objectContaining({ id: idOf(ann) }),
      {
        id: idOf(second),
        created_at: inMs(0),
        expires_at: inMs(day),
        last_used_at: inMs(0),
        address: '127.0.0.1',
        user_agent: 'Wall script/7 (Linux)',
        scopes: null,
        kind: 'person',
        installation_id: '',
        state: 'normal',
      },
    ]);
    for (const { token } of [ann, second]) expect(text).not.toContain(token);
  });

  test('names a session by what opens nothing', async () => {
    for (const token of [idOf(ann), `session:${idOf(ann)}`]) expect(await easel.as(token).get('/users')).toMatchObject(invalid);
    expect(await easel.anonymous.post('/users/login', { token: idOf(ann) })).toMatchObject(invalid);
  });

  test('keeps of the name of a program what people can read, and no more than 255 characters', async () => {
    const odd = await signedIn(`\tone\t\x85two\xad${'x'.repeat(5000)}`);
    const { user_agent } = (await ann.get(list())).body.find(({ id }: LoginSession) => id === idOf(odd));
    expect(user_agent).toBe(`one two ${'x'.repeat(5000)}`.slice(0, 255));
  });

  test('is for the user and administrators, and needs the scope admin', async () => {
    for (const [method, path] of [
      ['GET', list()],
      ['DELETE', list()],
      ['DELETE', pathOf(ann)],
      ['DELETE', `${list()}/none`],
    ] as const) {
      expect(await easel.unchanged(() => bob.request(method, path))).toMatchObject(denied);
      expect((await easel.unchanged(() => easel.anonymous.request(method, path))).status).toBe(401);
      const reader = await narrowed(easel, ann, { scopes: ['read', 'write', 'control'] });
      expect(await easel.unchanged(() => reader.request(method, path))).toMatchObject(needsScope('admin'));
    }
    expect((await easel.admin.get(list())).body).toHaveLength(1);
    expect(await easel.admin.get('/users/99999/sessions')).toMatchObject({ status: 404, body: { msg: 'User 99999 not found' } });
    expect(await easel.admin.delete('/users/x/sessions')).toMatchObject({ status: 400 });
  });

  test('is a stream that tells of every sign-in and every end', async () => {
    const stream = await ann.watch(`${list()}?changes=1`);
    await stream.next();
    const other = await again();
    expect(await stream.next()).toMatchObject([{ id: idOf(other), state: 'normal' }]);
    await other.post('/users/logout');
    expect(await stream.next()).toMatchObject([{ id: idOf(other), state: 'deleted' }]);
    stream.close();
  });

  test('has those of the Guest, who never signs in', async () => {
    expect((await easel.admin.get('/users/100/sessions')).body).toEqual([]);
  });
});

describe('a session that is ended', () => {
  test('is not valid any more, its streams and displays end within a second, and the audit log says who ended it', async () => {
    const other = await again();
    const stream = await other.watch('/users');
    await stream.next();
    const wall = await connectWall(easel, other.token);
    expect((await easel.admin.delete(pathOf(other))).text).toBe('');
    expect(await other.get('/users')).toMatchObject(invalid);
    easel.clock.advance(1000);
    expect(await stream.ended).toBe('clean');
    expect(await wall.closed).toBe(4401);
    expect((await ann.get('/users')).status).toBe(200);
    expect(easel.audit().findLast(({ action }) => action === 'Session ended')).toMatchObject({
      author_id: easel.admin.id,
      target_type: 'user',
      target_id: String(ann.id),
      target_name: 'ann',
      details: JSON.stringify({ session_id: idOf(other) }),
    });
  });

  test('may be the own one', async () => {
    expect((await ann.delete(pathOf(ann))).status).toBe(200);
    expect(await ann.get('/users')).toMatchObject(invalid);
  });

  test('is 404 when it is another user’s, unknown, or ended before', async () => {
    const other = await again();
    expect((await ann.delete(pathOf(other))).status).toBe(200);
    for (const id of [idOf(bob), idOf(other), 'none']) {
      const refused = await easel.unchanged(() => ann.delete(`${list()}/${id}`));
      expect(refused).toMatchObject({ status: 404, body: { msg: `Session ${id} not found` } });
    }
    expect((await bob.get('/users')).status).toBe(200);
  });

  test('is one of all but the calling one, which are counted in one entry', async () => {
    const others = [await again(), await again()];
    const robot = await narrowed(easel, ann, {});
    expect((await ann.delete(list())).text).toBe('');
    expect(await ids()).toEqual([idOf(ann)]);
    for (const other of others) expect(await other.get('/users')).toMatchObject(invalid);
    expect((await robot.get('/users')).status).toBe(200);
    expect(easel.audit().at(-1)).toMatchObject({ action: 'Session ended', target_id: String(ann.id), details: '{"count":2}' });
    await easel.unchanged(() => ann.delete(list()));
  });

  test('is one of all when an administrator or a permanent token asks', async () => {
    await easel.admin.delete(list());
    expect(await ids()).toEqual([]);
    expect((await easel.admin.get('/users')).status).toBe(200);
    const robot = await narrowed(easel, bob, {});
    await robot.delete(`/users/${bob.id}/sessions`);
    expect(await bob.get('/users')).toMatchObject(invalid);
    expect((await robot.get('/users')).status).toBe(200);
  });
});

describe('with EASEL_SESSION_IDLE_HOURS', () => {
  const remembered = async (): Promise<Person> => {
    const { body } = await easel.anonymous.post('/users/login', { email: ann.email, password: ann.password, remember: true });
    return Object.assign(easel.as(body.token), { id: ann.id, email: ann.email, password: ann.password });
  };
  const last = (session: Person) => easel.server.store.directory.get(LoginSession, idOf(session))?.last_used_at;

  test('a session that nobody uses ends, and is removed within an hour', async () => {
    const session = await remembered();
    easel.clock.advance(8 * hour - 1);
    expect((await session.get('/users')).status).toBe(200);
    easel.clock.advance(8 * hour - 1);
    expect((await session.get('/users')).status).toBe(200);
    easel.clock.advance(8 * hour);
    expect(await session.get('/users')).toMatchObject(invalid);
    expect(await easel.anonymous.post('/users/login', { token: session.token })).toMatchObject(invalid);
    easel.clock.advance(hour);
    await until(() => last(session) === undefined);
  });

  test('a session with an open stream or display does not end, nor within eight hours after', async () => {
    const watching = await remembered();
    const showing = await remembered();
    const stream = await watching.watch('/users');
    const wall = await connectWall(easel, showing.token);
    for (let passed = 0; passed < 20; passed++) easel.clock.advance(hour);
    stream.close();
    await wall.close();
    easel.clock.advance(7 * hour);
    for (const session of [watching, showing]) expect((await session.get('/users')).status).toBe(200);
  });

  test('signing in with a session uses it', async () => {
    const session = await remembered();
    easel.clock.advance(8 * hour - 1);
    expect((await easel.anonymous.post('/users/login', { token: session.token })).status).toBe(200);
    easel.clock.advance(8 * hour - 1);
    expect((await session.get('/users')).status).toBe(200);
  });

  test('a permanent token does not end', async () => {
    const robot = await narrowed(easel, ann, {});
    easel.clock.advance(30 * day);
    expect((await robot.get('/users')).status).toBe(200);
  });

  test('the last use is written every ten minutes at most, and survives a restart', async () => {
    const session = await remembered();
    const signedInAt = last(session);
    easel.clock.advance(9 * minute);
    await session.get('/users');
    easel.clock.advance(minute);
    expect(last(session)).toBe(signedInAt);
    easel.clock.advance(6 * hour);
    await session.get('/users');
    const used = inMs(0);
    easel.clock.advance(minute);
    await until(() => last(session) === used);
    await easel.restart();
    easel.clock.advance(7 * hour);
    expect((await session.get('/users')).status).toBe(200);
    easel.clock.advance(8 * hour);
    expect(await session.get('/users')).toMatchObject(invalid);
  });
});

describe('the cookie of a browser', () => {
  test('of which the session is replaced by another sign-in, is worth nothing any more', async () => {
    const browser = new Browser(easel);
    const keeping = new Browser(easel);
    const { cookies } = await browser.post('/session', { email: ann.email, password: ann.password });
    const old = { cookie: cookies[0]!.split(';')[0]! };
    expect((await keeping.get('/session', old)).body.user.id).toBe(ann.id);
    await browser.post('/session', { email: bob.email, password: 'wrong' });
    expect((await keeping.get('/session', old)).body.user.id).toBe(ann.id);
    await browser.post('/session', { email: bob.email, password: bob.password });
    expect((await keeping.get('/session', old)).body.user).toBeNull();
    expect((await browser.get('/session')).body.user.id).toBe(bob.id);
    expect(easel.audit().slice(-2)).toMatchObject([
      { action: 'Login', author_id: bob.id },
      { action: 'Logout', author_id: ann.id },
    ]);
  });
});
