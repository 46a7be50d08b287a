import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type Person, useEasel } from '../kit/easel.ts';

const easel = useEasel();
let user: Person;
beforeAll(async () => {
  user = await easel.user({ name: 'Not an administrator' });
});

const denied = { status: 403, body: { msg: 'Permission denied' } };
const builtIn = { status: 403, body: { msg: 'Built-in group cannot be changed' } };

let made = 0;
const group = async (values: object = {}) => {
  made += 1;
  const { body } = await easel.admin.post('/groups', { name: `Group ${made}`, ...values });
  return { ...body, path: `/groups/${body.id}`, members: `/groups/${body.id}/members` };
};
const person = async (): Promise<{ id: number; name: string }> => {
  made += 1;
  return (await easel.admin.post('/users', { email: `p${made}@corp.example`, name: `Person ${made}` })).body;
};
const ids = (users: readonly { id: number }[]): number[] => users.map(({ id }) => id);

describe('groups', () => {
  test('begin with the one of all users', async () => {
    const { body } = await user.get('/groups');
    expect(body[0]).toEqual({ id: 1, name: 'All Users', description: 'All users on this server.', state: 'normal' });
    expect((await user.get('/groups/1')).body).toEqual(body[0]);
  });

  test('are created with a name and a description, kept as sent', async () => {
    const { status, body } = await easel.admin.post('/groups', { name: ' Sales ', description: 'Who sell' });
    expect(status).toBe(200);
    expect(body).toEqual({ id: expect.any(Number), name: ' Sales ', description: 'Who sell', state: 'normal' });
    expect(body.id).toBeGreaterThanOrEqual(1000);
    expect((await user.get(`/groups/${body.id}`)).body).toEqual(body);
  });

  test('names are compared exactly', async () => {
    const { name } = await group();
    expect((await easel.admin.post('/groups', { name: name.toUpperCase() })).status).toBe(200);
    const taken = { status: 409, body: { msg: 'Group name is already in use' } };
    expect(await easel.unchanged(() => easel.admin.post('/groups', { name }))).toMatchObject(taken);
    const other = await group();
    expect(await easel.unchanged(() => easel.admin.patch(other.path, { name }))).toMatchObject(taken);
  });

  test.each([
    [{}, 'name parameter is missing'],
    [{ name: ' ' }, 'name must not be empty'],
    [{ name: 'x'.repeat(256) }, 'name is too long: at most 255 characters'],
    [{ name: 7 }, 'name must be a string'],
    [{ name: 'x', description: false }, 'description must be a string'],
  ])('refuse to be created from %o', async (body, msg) => {
    expect(await easel.unchanged(() => easel.admin.post('/groups', body))).toMatchObject({ status: 400, body: { msg } });
  });

  test('change what is sent, and nothing when nothing is', async () => {
    const { id, name, path } = await group();
    expect((await easel.admin.patch(path, { description: 'new' })).body).toMatchObject({ id, name, description: 'new' });
    expect((await easel.unchanged(() => easel.admin.patch(path, { description: 'new' }))).status).toBe(200);
    expect((await easel.unchanged(() => easel.admin.patch(path, {}))).body).toMatchObject({ name, description: 'new' });
  });

  test('tell their streams of creation, change and deletion', async () => {
    const list = await user.watch('/groups');
    await list.next();
    const { id, path } = await group();
    expect(await list.next()).toMatchObject([{ id, state: 'normal' }]);
    const item = await user.watch(path);
    await item.next();
    await easel.admin.patch(path, { description: 'new' });
    expect(await item.next()).toMatchObject({ id, description: 'new', state: 'normal' });
    await list.next();
    await easel.admin.delete(path);
    expect(await item.next()).toMatchObject({ id, description: 'new', state: 'deleted' });
    await easel.endOf(item);
    expect(await list.next()).toMatchObject([{ id, state: 'deleted' }]);
    expect((await user.get(path)).status).toBe(404);
    list.close();
  });

  test.each(['GET', 'PATCH', 'DELETE'])('%s judges the id', async (method) => {
    expect(await easel.admin.request(method, '/groups/all')).toMatchObject({
      status: 400,
      body: { msg: 'Group ID all is not an integer' },
    });
    expect(await easel.admin.request(method, '/groups/99999')).toMatchObject({
      status: 404,
      body: { msg: 'Group 99999 not found' },
    });
  });

  test('are written by administrators only, who are told so before the id is judged', async () => {
    const { path, members } = await group();
    const { id } = await person();
    const tries: [string, string][] = [
      ['POST', '/groups'],
      ['PATCH', path],
      ['DELETE', path],
      ['POST', members],
      ['DELETE', `${members}/${id}`],
      ['PATCH', '/groups/all'],
      ['DELETE', '/groups/99999'],
    ];
    for (const [method, at] of tries) {
      expect(await easel.unchanged(() => user.request(method, at))).toMatchObject(denied);
      expect((await easel.anonymous.request(method, at)).status).toBe(401);
    }
  });

  test('include a built-in one that nobody can change', async () => {
    const { id } = await person();
    const tries: [string, string, object?][] = [
      ['PATCH', '/groups/1', { name: 'x' }],
      ['PATCH', '/groups/1', {}],
      ['DELETE', '/groups/1'],
      ['POST', '/groups/1/members', { id }],
      ['DELETE', `/groups/1/members/${id}`],
    ];
    for (const [method, path, body] of tries) {
      expect(await easel.unchanged(() => easel.admin.request(method, path, body))).toMatchObject(builtIn);
    }
  });
});

describe('members', () => {
  test('of the built-in group are all users, the Guest included', async () => {
    expect((await user.get('/groups/1/members')).body).toEqual((await user.get('/users')).body);
  });

  test('are full users by ascending id, in whatever order they were added', async () => {
    const { members } = await group();
    const first = await person();
    const second = await person();
    for (const id of [second.id, 100, first.id]) {
      const answer = await easel.admin.post(members, { id });
      expect(answer.status).toBe(200);
      expect(answer.headers['content-length']).toBe('0');
      expect(answer.headers['content-type']).toBeUndefined();
    }
    const { body } = await user.get(members);
    expect(ids(body)).toEqual([100, first.id, second.id]);
    expect(body[1]).toEqual((await user.get(`/users/${first.id}`)).body);
  });

  test.each(['id', 'user_id', 'user-id'])('are named by %s, as a number or its text', async (key) => {
    const { members } = await group();
    const one = await person();
    const other = await person();
    await easel.admin.post(members, { [key]: one.id });
    await easel.admin.post(members, { [key]: String(other.id) });
    expect(ids((await user.get(members)).body)).toEqual([one.id, other.id]);
  });

  test('may be added again, which changes nothing', async () => {
    const { members } = await group();
    const { id } = await person();
    await easel.admin.post(members, { id });
    expect((await easel.unchanged(() => easel.admin.post(members, { id }))).status).toBe(200);
  });

  test.each([
    [{}, 400, 'id parameter is missing'],
    [{ id: 'x' }, 400, 'User ID x is not an integer'],
    [{ id: 1.5 }, 400, 'User ID 1.5 is not an integer'],
    [{ id: true }, 400, 'User ID true is not an integer'],
    [{ id: 99999 }, 404, 'User 99999 not found'],
  ])('refuse %o', async (body, status, msg) => {
    const { members } = await group();
    expect(await easel.unchanged(() => easel.admin.post(members, body))).toMatchObject({ status, body: { msg } });
  });

  test('are named by an id of any length, of which a refusal repeats a hundred characters', async () => {
    const { members } = await group();
    const long = 'x'.repeat(100_000);
    const unread = await easel.unchanged(() => easel.admin.post(members, { id: long }));
    expect(unread).toMatchObject({ status: 400, body: { msg: `User ID ${long.slice(0, 100)} is not an integer` } });
    const unknown = await easel.unchanged(() => easel.admin.post(members, { id: '9'.repeat(100_000) }));
    expect(unknown).toMatchObject({ status: 404, body: { msg: `User ${'9'.repeat(100)} not found` } });
  });

  test('are taken out once', async () => {
    const { id: groupId, members } = await group();
    const { id } = await person();
    await easel.admin.post(members, { id });
    expect((await easel.admin.delete(`${members}/${id}`)).status).toBe(200);
    expect(await easel.unchanged(() => easel.admin.delete(`${members}/${id}`))).toMatchObject({
      status: 404,
      body: { msg: `User ${id} is not a member of group ${groupId}` },
    });
    expect((await easel.admin.delete(`${members}/99999`)).body).toEqual({ msg: 'User 99999 not found' });
    expect((await easel.admin.delete(`${members}/me`)).body).toEqual({ msg: 'User ID me is not an integer' });
    expect((await easel.admin.delete(`/groups/99999/members/${id}`)).body).toEqual({ msg: 'Group 99999 not found' });
  });

  test('have a stream of additions, changes and removals', async () => {
    const { members } = await group();
    const { id } = await person();
    const other = await person();
    const stream = await user.watch(members);
    expect(await stream.next()).toEqual([]);
    await easel.admin.post(members, { id: other.id });
    expect(ids(await stream.next())).toEqual([other.id]);
    await easel.admin.post(members, { id });
    expect(ids(await stream.next())).toEqual([id]);
    await easel.admin.patch(`/users/${id}`, { name: 'Renamed' });
    expect(await stream.next()).toMatchObject([{ id, name: 'Renamed' }]);
    await easel.admin.delete(`${members}/${other.id}`);
    expect(await stream.next()).toMatchObject([{ id: other.id, state: 'deleted' }]);
    await easel.admin.delete(`/users/${id}`);
    expect(await stream.next()).toEqual([expect.objectContaining({ id, state: 'deleted' })]);
    stream.close();
  });

  test('are not walked for a user who changes, however many there are', async () => {
    const { members } = await group();
    const added = await person();
    await easel.admin.post(members, { id: added.id });
    const stream = await user.watch(members);
    await stream.next();
    const walks = vi.spyOn(easel.server.store.directory, 'by');
    await easel.admin.patch(`/users/${added.id}`, { name: 'Renamed' });
    expect(await stream.next()).toMatchObject([{ id: added.id, name: 'Renamed' }]);
    expect(walks.mock.calls.filter(([, index]) => index === 'members-of-group')).toEqual([]);
    walks.mockRestore();
    stream.close();
  });

  test('stay users when the group goes; the stream tells them as deleted and ends', async () => {
    const { path, members } = await group();
    const { id } = await person();
    await easel.admin.post(members, { id });
    const stream = await user.watch(members);
    await stream.next();
    await easel.admin.delete(path);
    expect(await stream.next()).toEqual([expect.objectContaining({ id, state: 'deleted' })]);
    expect(await stream.ended).toBe('clean');
    expect((await user.get(members)).status).toBe(404);
    expect((await user.get(`/users/${id}`)).status).toBe(200);
  });

  test('of an empty group that goes are told as an empty list', async () => {
    const { path, members } = await group();
    const stream = await user.watch(members);
    expect(await stream.next()).toEqual([]);
    await easel.admin.delete(path);
    expect(await stream.next()).toEqual([]);
    expect(await stream.ended).toBe('clean');
  });

  test('a provisioning script finds a waiting account, gives it a group and approves it', async () => {
    const stream = await easel.admin.watch('/users');
    await stream.next();
    await easel.admin.post('/users', { email: 'waits@corp.example', name: 'Waits', approved: false });
    const waiting = (await stream.next()).find((one: { approved: boolean }) => !one.approved);
    const { members } = await group();
    await easel.admin.post(members, { id: waiting.id });
    await easel.admin.post(`/users/${waiting.id}/approve`);
    expect((await stream.next()).find((one: { id: number }) => one.id === waiting.id).approved).toBe(true);
    stream.close();
  });
});
