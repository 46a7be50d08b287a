import { describe, expect, test } from 'vitest';
import { LoginSession } from '../../model/resources/accounts/session.ts';
import { tokenHash } from '../../server/access/authentication/tokens.ts';
import { useEasel } from '../kit/easel.ts';
import { narrowed } from '../kit/narrowed.ts';
import { until } from '../kit/until.ts';

const easel = useEasel({ people: ['ann'], each: 'test' });
const { ann } = easel.people;

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const invalid = { status: 401, body: { msg: 'Invalid token' } };
const inMs = (ms: number): string => new Date(easel.clock.now() + ms).toISOString();
const list = () => `/users/${ann.id}/access-tokens`;

describe('a token that ends', () => {
  test('is valid up to the moment, and is listed for a week after it', async () => {
    const robot = await narrowed(easel, ann, { expires_at: inMs(10 * minute) });
    easel.clock.advance(10 * minute - 1);
    expect((await robot.get('/users')).status).toBe(200);
    easel.clock.advance(1);
    expect(await robot.get('/users')).toMatchObject(invalid);
    expect(await easel.anonymous.post('/users/login', { token: robot.token })).toMatchObject(invalid);
    easel.clock.advance(7 * day - hour);
    const again = await easel.signIn(ann.email, ann.password);
    expect((await again.get(robot.tokenPath)).status).toBe(200);
    const stream = await again.watch(list());
    expect(await stream.next()).toMatchObject([{ id: robot.tokenId }]);
    easel.clock.advance(2 * hour);
    expect(await stream.next()).toMatchObject([{ id: robot.tokenId, state: 'deleted' }]);
    const line = easel.audit().findLast(({ target_id }) => target_id === robot.tokenId);
    expect(line).toMatchObject({ action: 'Access token deleted', author_id: null });
    stream.close();
  });

  test('may be revoked after its end', async () => {
    const robot = await narrowed(easel, ann, { expires_at: inMs(second) });
    easel.clock.advance(second);
    expect((await ann.delete(robot.tokenPath)).status).toBe(200);
    expect((await ann.get(list())).body).toEqual([]);
  });

  test('ends the sessions that were opened with it, though their streams are open', async () => {
    const robot = await narrowed(easel, ann, { expires_at: inMs(hour) });
    const { body } = await easel.anonymous.post('/users/login', { token: robot.token, remember: true });
    const session = easel.as(body.token);
    const stream = await session.watch('/users');
    await stream.next();
    // The job that keeps the tokens of open streams from expiring runs meanwhile
    for (let passed = 0; passed < hour - minute; passed += 30 * second) easel.clock.advance(30 * second);
    expect((await session.get('/users')).status).toBe(200);
    easel.clock.advance(minute);
    expect(await session.get('/users')).toMatchObject(invalid);
    expect(await stream.ended).toBe('clean');
  });

  test('gives no session a longer life: also not one that signs in anew with the session', async () => {
    const robot = await narrowed(easel, ann, { expires_at: inMs(hour) });
    const signIn = async (token: string) => (await easel.anonymous.post('/users/login', { token, remember: true })).body.token;
    const first = await signIn(robot.token);
    easel.clock.advance(hour - second);
    const later = await signIn(first);
    expect((await easel.as(later).get('/users')).status).toBe(200);
    const hashes = [first, later].map(tokenHash);
    const kept = () => hashes.filter((hash) => easel.server.store.directory.get(LoginSession, hash));
    expect(kept()).toEqual(hashes);
    easel.clock.advance(second);
    for (const token of [first, later]) expect(await easel.as(token).get('/users')).toMatchObject(invalid);
    // The hourly sweep finds them, though they were to live for 14 days
    easel.clock.advance(2 * hour);
    await until(() => kept().length === 0);
  });

  test('ends by the date: also when that is set forward, within a minute for what is open', async () => {
    const robot = await narrowed(easel, ann, { expires_at: inMs(day) });
    const stream = await robot.watch('/users');
    await stream.next();
    easel.clock.setDate(easel.clock.now() + day);
    expect(await robot.get('/users')).toMatchObject(invalid);
    easel.clock.advance(minute);
    expect(await stream.ended).toBe('clean');
  });

  test('is as it was after a restart, and so are its sessions', async () => {
    const canvas = await easel.canvas(ann);
    const robot = await narrowed(easel, ann, { expires_at: inMs(hour), scopes: ['read'] });
    const { body } = await easel.anonymous.post('/users/login', { token: robot.token });
    const before = (await ann.get(robot.tokenPath)).body;
    await easel.restart();
    expect((await ann.get(robot.tokenPath)).body).toEqual(before);
    for (const token of [robot.token, body.token as string]) {
      expect((await easel.as(token).post(`${canvas}/notes`)).status).toBe(403);
    }
    easel.clock.advance(hour);
    for (const token of [robot.token, body.token as string]) expect(await easel.as(token).get(canvas)).toMatchObject(invalid);
  });
});

describe('the last use of a token', () => {
  const uses = async (path: string) => {
    const { last_used_at, last_used_ip } = (await ann.get(path)).body;
    return [last_used_at, last_used_ip];
  };
  const written = async (path: string, expected: string[]) => {
    easel.clock.advance(minute);
    await until(async () => JSON.stringify(await uses(path)) === JSON.stringify(expected));
  };

  test('is the day and the address, written within a minute, once for all requests of a day, without an audit line', async () => {
    const robot = await narrowed(easel, ann, {});
    const audited = easel.audit().length;
    const stream = await ann.watch(robot.tokenPath);
    await stream.next();
    await easel.unchanged(async () => {
      for (let at = 0; at < 5; at++) await robot.get('/users');
    });
    expect(await uses(robot.tokenPath)).toEqual(['', '']);
    easel.clock.advance(minute);
    expect(await stream.next()).toMatchObject({ last_used_at: '2026-01-01', last_used_ip: '127.0.0.1' });
    await easel.unchanged(async () => {
      for (let at = 0; at < 5; at++) {
        await robot.get('/users');
        easel.clock.advance(minute);
      }
    });
    expect(easel.audit().length).toBe(audited);
    easel.clock.advance(day);
    await robot.get('/users');
    await written(robot.tokenPath, ['2026-01-02', '127.0.0.1']);
    stream.close();
  });

  test('counts what sessions do that were opened with it, and refused requests', async () => {
    const robot = await narrowed(easel, ann, {});
    const reader = await narrowed(easel, ann, { scopes: ['read'] });
    const { body } = await easel.anonymous.post('/users/login', { token: robot.token, remember: true });
    // Keeps the token of Ann valid
    const stream = await ann.watch('/groups');
    await written(robot.tokenPath, ['2026-01-01', '127.0.0.1']);
    easel.clock.advance(12 * hour);
    expect((await reader.post('/canvases')).status).toBe(403);
    await written(reader.tokenPath, ['2026-01-01', '127.0.0.1']);
    easel.clock.advance(11 * hour + 59 * minute);
    expect((await easel.as(body.token).get('/users')).status).toBe(200);
    await written(robot.tokenPath, ['2026-01-02', '127.0.0.1']);
    stream.close();
  });

  test('goes on while a stream is open, though no request comes any more', async () => {
    const robot = await narrowed(easel, ann, {});
    const { body } = await easel.anonymous.post('/users/login', { token: robot.token, remember: true });
    const streams = [await ann.watch(robot.tokenPath), await easel.as(body.token).watch('/users')];
    await written(robot.tokenPath, ['2026-01-01', '127.0.0.1']);
    easel.clock.advance(day);
    await written(robot.tokenPath, ['2026-01-02', '127.0.0.1']);
    for (const stream of streams) stream.close();
  });

  test('does not change with requests that send no token or an unknown one', async () => {
    const robot = await narrowed(easel, ann, {});
    await easel.anonymous.get('/server-config');
    await easel.as('unknown').get('/users');
    easel.clock.advance(minute);
    expect(await uses(robot.tokenPath)).toEqual(['', '']);
  });
});
