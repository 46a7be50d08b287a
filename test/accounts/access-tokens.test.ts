import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, useEasel } from '../kit/easel.ts';
import { makeCanvas, NOWHERE } from '../kit/places.ts';

const easel = useEasel();
let user: Person;
let other: Person;
let list: string;
beforeAll(async () => {
  user = await easel.user({ name: 'Owner of tokens' });
  other = await easel.user({ name: 'Somebody else' });
  list = `/users/${user.id}/access-tokens`;
});

const denied = { status: 403, body: { msg: 'Permission denied' } };

const create = async (values: object = { name: 'robot' }) => {
  const { body } = await user.post(list, values);
  const { plain_token, ...token } = body;
  return { token, plain_token: plain_token as string, path: `${list}/${token.id}` };
};

describe('access tokens', () => {
  test('show their secret in the answer of the create and nowhere else', async () => {
    const { status, body } = await user.post(list, { name: 'build robot' });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^[A-Za-z0-9_-]+$/),
      name: 'build robot',
      description: 'build robot',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/),
      expires_at: null,
      scopes: null,
      canvas_ids: null,
      last_used_at: '',
      last_used_ip: '',
      state: 'normal',
      plain_token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    });
    const { plain_token, ...token } = body;
    expect((await user.get(`${list}/${body.id}`)).body).toEqual(token);
    expect((await user.get(list)).body).toContainEqual(token);
  });

  test('act with the rights of their user', async () => {
    const { plain_token } = await create();
    expect((await easel.as(plain_token).get('/users')).status).toBe(200);
    expect(await easel.as(plain_token).post('/groups', { name: 'x' })).toMatchObject(denied);
  });

  test('read back what each client wrote', async () => {
    expect((await create({ description: 'd' })).token).toMatchObject({ name: 'd', description: 'd' });
    expect((await create({ name: 'n', description: 'd' })).token).toMatchObject({ name: 'n', description: 'd' });
    const { path } = await create();
    expect((await user.patch(path, { name: 'a' })).body).toMatchObject({ name: 'a', description: 'a' });
    expect((await user.patch(path, { description: 'b' })).body).toMatchObject({ name: 'b', description: 'b' });
    expect((await user.patch(path, { name: 'c', description: 'd' })).body).toMatchObject({ name: 'c', description: 'd' });
    expect((await easel.unchanged(() => user.patch(path, {}))).body).toMatchObject({ name: 'c', description: 'd' });
  });

  test.each([
    [{}, 'name or description is required'],
    [{ name: '', description: '' }, 'name or description is required'],
    [{ name: 7 }, 'name must be a string'],
    [{ name: 'x', expires: '2027-01-01' }, 'expires is not supported: send expires_at'],
    [{ name: 'x', expires_at: '2027-01-01' }, 'expires_at must be a time with its zone, as 2026-03-14T09:26:53Z'],
    [{ name: 'x', expires_at: '2027-01-01T00:00:00' }, 'expires_at must be a time with its zone, as 2026-03-14T09:26:53Z'],
    [{ name: 'x', expires_at: 1800000000 }, 'expires_at must be a string'],
    [{ name: 'x', expires_at: '2026-01-01T00:00:00Z' }, 'expires_at must be in the future'],
    [{ name: 'x', scopes: 'read' }, 'scopes must be an array'],
    [{ name: 'x', scopes: ['read', 'all'] }, 'scopes[1] must be read, write, control or admin'],
    [{ name: 'x', scopes: Array(17).fill('read') }, 'scopes must have at most 16 elements'],
    [{ name: 'x', canvas_ids: [] }, 'canvas_ids must not be empty'],
    [{ name: 'x', canvas_ids: ['no-uuid'] }, 'canvas_ids[0] must be a UUID'],
    [{ name: 'x', canvas_ids: Array(101).fill(NOWHERE) }, 'canvas_ids must have at most 100 elements'],
  ])('refuse to be created from %o', async (body, msg) => {
    expect(await easel.unchanged(() => user.post(list, body))).toMatchObject({ status: 400, body: { msg } });
  });

  test('refuse canvases that are not there or that their maker may not see, and canvases together with the scope admin', async () => {
    const { id } = await makeCanvas(other);
    const missing = (canvas: string) => ({ status: 404, body: { msg: `Canvas ${canvas} not found` } });
    const asked = (body: object) => easel.unchanged(() => user.post(list, { name: 'x', ...body }));
    expect(await asked({ canvas_ids: [NOWHERE] })).toMatchObject(missing(NOWHERE));
    expect(await asked({ canvas_ids: [id] })).toMatchObject(missing(id));
    const own = await makeCanvas(user);
    const both = { status: 400, body: { msg: 'canvas_ids cannot be combined with the scope admin' } };
    expect(await asked({ canvas_ids: [own.id], scopes: ['read', 'admin'] })).toMatchObject(both);
  });

  test('show what they were narrowed to: the end in UTC, scopes and canvases each once', async () => {
    const canvas = await makeCanvas(user);
    const { token, path } = await create({
      name: 'x',
      expires_at: '2026-06-01T12:00:00+02:00',
      scopes: ['write', 'read', 'write'],
      canvas_ids: [canvas.id.toUpperCase(), canvas.id],
    });
    const shown = { expires_at: '2026-06-01T10:00:00.000Z', scopes: ['read', 'write'], canvas_ids: [canvas.id] };
    expect(token).toMatchObject(shown);
    expect((await user.get(path)).body).toEqual(token);
    const { details } = easel.audit().at(-1)!;
    expect(JSON.parse(String(details))).toEqual({ user_id: user.id, ...shown });
  });

  test.each([
    ['expires_at', '2027-01-01T00:00:00Z'],
    ['scopes', ['read', 'write']],
    ['scopes', []],
    ['canvas_ids', [NOWHERE]],
  ])('cannot be given another %s later, and take what they have', async (key, value) => {
    const { token, path } = await create({ name: 'x', scopes: ['read'] });
    const refused = { status: 400, body: { msg: `${key} cannot be changed: make another token` } };
    expect(await easel.unchanged(() => user.patch(path, { [key]: value }))).toMatchObject(refused);
    expect((await easel.unchanged(() => user.patch(path, token))).body).toEqual(token);
  });

  test('accept expires and scopes that ask for nothing', async () => {
    expect((await user.post(list, { name: 'x', expires: null, scopes: [] })).status).toBe(200);
    expect((await user.post(list, { name: 'x', scopes: null })).status).toBe(200);
  });

  test('refuse to become nameless', async () => {
    const { path } = await create();
    expect(await easel.unchanged(() => user.patch(path, { name: '' }))).toMatchObject({ status: 400 });
  });

  test('are listed oldest first, without the temporary ones, of one user only', async () => {
    const before = (await user.get(list)).body.length;
    const first = await create({ name: 'first' });
    const second = await create({ name: 'second' });
    const { body } = await user.get(list);
    expect(body.slice(before)).toEqual([first.token, second.token]);
    expect((await other.get(`/users/${other.id}/access-tokens`)).body).toEqual([]);
  });

  test('are for their user and administrators', async () => {
    const { path } = await create();
    for (const [method, at] of [
      ['GET', list],
      ['GET', path],
      ['POST', list],
      ['PATCH', path],
      ['DELETE', path],
      ['GET', '/users/99999/access-tokens'],
      ['POST', '/users/me/access-tokens'],
    ] as const) {
      expect(await easel.unchanged(() => other.request(method, at))).toMatchObject(denied);
      expect((await easel.anonymous.request(method, at)).status).toBe(401);
    }
    expect((await easel.admin.get(path)).status).toBe(200);
    expect((await easel.admin.get('/users/99999/access-tokens')).body).toEqual({ msg: 'User 99999 not found' });
    const made = await easel.unchanged(() => easel.admin.post('/users/me/access-tokens', { name: 'robot' }));
    expect(made.body).toEqual({ msg: 'User ID me is not an integer' });
  });

  test.each(['GET', 'PATCH', 'DELETE'])('%s of one that is not there, or not of this user, is 404', async (method) => {
    const { token } = await create();
    const missing = await user.request(method, `${list}/tk_none`);
    expect(missing).toMatchObject({ status: 404, body: { msg: 'Access token tk_none not found' } });
    const foreign = await easel.admin.request(method, `/users/${other.id}/access-tokens/${token.id}`);
    expect(foreign).toMatchObject({ status: 404, body: { msg: `Access token ${token.id} not found` } });
  });

  test('delete themselves; their streams end and they are 401 at once', async () => {
    const { path, plain_token } = await create();
    const robot = easel.as(plain_token);
    const stream = await robot.watch('/users');
    await stream.next();
    expect((await robot.delete(path)).status).toBe(200);
    await easel.endOf(stream);
    expect(await robot.get('/users')).toMatchObject({ status: 401, body: { msg: 'Invalid token' } });
    expect((await user.get(path)).status).toBe(404);
  });

  test('stream their creation, change and deletion, never their secret', async () => {
    const tokens = await user.watch(list);
    await tokens.next();
    const { path, token } = await create();
    expect(await tokens.next()).toEqual([token]);
    const item = await user.watch(path);
    expect(await item.next()).toEqual(token);
    await user.patch(path, { name: 'renamed' });
    expect(await tokens.next()).toMatchObject([{ id: token.id, name: 'renamed' }]);
    expect(await item.next()).toMatchObject({ name: 'renamed', state: 'normal' });
    await user.delete(path);
    expect(await tokens.next()).toMatchObject([{ id: token.id, state: 'deleted' }]);
    expect(await item.next()).toMatchObject({ id: token.id, state: 'deleted' });
    await easel.endOf(item);
    tokens.close();
  });

  test('are deleted with their user, and their stream shows it', async () => {
    const leaver = await easel.user({ name: 'Leaver' });
    const at = `/users/${leaver.id}/access-tokens`;
    const { body } = await leaver.post(at, { name: 'robot' });
    const stream = await easel.admin.watch(at);
    await stream.next();
    await easel.admin.delete(`/users/${leaver.id}`);
    expect(await stream.next()).toEqual([expect.objectContaining({ id: body.id, state: 'deleted' })]);
    expect(await stream.ended).toBe('clean');
    expect((await easel.as(body.plain_token).get('/users')).status).toBe(401);
  });
});
