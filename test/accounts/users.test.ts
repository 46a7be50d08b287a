import { describe, expect, test } from 'vitest';
import { useEasel } from '../kit/easel.ts';

const easel = useEasel();

const password = 'correct horse';
const denied = { status: 403, body: { msg: 'Permission denied' } };

let made = 0;
/** A fresh account with its own signed-in caller. */
async function person(values: object = {}) {
  made += 1;
  const email = `user${made}@corp.example`;
  const { body } = await easel.admin.post('/users', { email, name: `User ${made}`, password, ...values });
  const token = (await login(email)).body.token as string;
  return { id: body.id as number, email, token, path: `/users/${body.id}`, caller: easel.as(token) };
}

const login = (email: string, secret = password) => easel.anonymous.post('/users/login', { email, password: secret });
const refused = <T>(run: () => Promise<T>) => easel.unchanged(run);

describe('reading users', () => {
  test('every caller sees all fields of all users, the Guest included, by ascending id', async () => {
    const { caller } = await person();
    const { status, body } = await caller.get('/users');
    expect(status).toBe(200);
    const ids = body.map((user: { id: number }) => user.id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(ids.slice(0, 2)).toEqual([100, 1000]);
    expect(body[0]).toEqual({
      admin: false,
      approved: true,
      blocked: false,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      email: '',
      id: 100,
      last_login: '',
      name: 'Guest',
      state: 'normal',
    });
    expect(body[1]).toMatchObject({ id: 1000, name: 'admin', admin: true, approved: true });
    expect(JSON.stringify(body)).not.toMatch(/argon2|password|confirmed/);
  });

  test.each(['current', '1.5', '0x10', ' 100'])('%s is not an integer', async (id) => {
    const answer = await easel.admin.get(`/users/${encodeURIComponent(id)}`);
    expect(answer).toMatchObject({ status: 400, body: { msg: `User ID ${id} is not an integer` } });
  });

  test('words that are kept for actions are no ids', async () => {
    const said = async (method: string, path: string): Promise<string> => {
      const { status, body } = await refused(() => easel.request(method, path, method === 'GET' ? undefined : {}));
      return `${status} ${body.msg}`;
    };
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
      for (const word of ['login', 'logout', 'register', 'confirm-email']) {
        if (method !== 'POST') expect(await said(method, `/users/${word}`)).toBe('405 Method not allowed');
        for (const below of ['block', 'access-tokens']) {
          expect(await said(method, `/users/${word}/${below}`)).toBe(`404 Unknown action ${below}`);
        }
      }
      expect(await said(method, '/users/password')).toBe('404 Unknown action password');
      expect(await said(method, '/users/password/block')).toBe('404 Unknown action block');
    }
    expect(await said('GET', '/users/login/access-tokens/x')).toBe('404 Unknown action access-tokens');
    expect(await said('GET', '/users/password/reset')).toBe('405 Method not allowed');
  });

  test.each(['-1', '0', '999', '99999999999999999999'])('%s is an integer that nobody has', async (id) => {
    expect(await easel.admin.get(`/users/${id}`)).toMatchObject({ status: 404, body: { msg: `User ${id} not found` } });
  });

  test('an item stream reports the deletion and ends', async () => {
    const { path } = await person();
    const stream = await easel.admin.watch(path);
    const first = await stream.next();
    await easel.admin.delete(path);
    expect(await stream.next()).toEqual({ ...first, state: 'deleted' });
    await easel.endOf(stream);
    expect((await easel.admin.get(path)).status).toBe(404);
  });

  test('the list stream sends an array of all users, then new users, and a deleted one once', async () => {
    const stream = await easel.admin.watch('/users');
    expect(await stream.next()).toEqual((await easel.admin.get('/users')).body);
    const { id, path } = await person();
    expect(await stream.next()).toMatchObject([{ id, last_login: '' }]);
    await stream.next();
    await easel.admin.delete(path);
    expect(await stream.next()).toMatchObject([{ id, state: 'deleted' }]);
    stream.close();
  });
});

describe('creating users', () => {
  const create = (body: unknown) => easel.admin.post('/users', body);

  test('answers the user with what was sent unchanged', async () => {
    const sent = { email: 'Mixed.Case@Corp.example', name: '  Sam  Rivers ', password };
    const { status, body } = await create(sent);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      email: sent.email,
      name: sent.name,
      admin: false,
      approved: true,
      blocked: false,
      last_login: '',
    });
    expect(body.password).toBeUndefined();
    expect((await login(sent.email.toLowerCase())).status).toBe(200);
  });

  test('gives a home and a trash folder of its own', async () => {
    const { id, caller } = await person({ name: 'Folder Owner' });
    expect((await caller.get(`/canvas-folders/${id}`)).body).toMatchObject({
      id: String(id),
      name: 'Folder Owner',
      access: 'owner',
    });
    expect((await caller.get(`/canvas-folders/trash.${id}`)).body).toMatchObject({ name: 'Trash', folder_id: String(id) });
  });

  test.each([
    [{}, 'email parameter is missing'],
    [{ email: null, name: 'x' }, 'email parameter is missing'],
    [{ email: 'x@corp.example' }, 'name parameter is missing'],
    [{ email: 'invalid-email', name: 'x' }, 'email is not a valid e-mail address'],
    [{ email: 'a@b@c', name: 'x' }, 'email is not a valid e-mail address'],
    [{ email: '@b', name: 'x' }, 'email is not a valid e-mail address'],
    [{ email: 'a b@c', name: 'x' }, 'email is not a valid e-mail address'],
    [{ email: `${'a'.repeat(250)}@corp.example`, name: 'x' }, 'email is not a valid e-mail address'],
    [{ email: 7, name: 'x' }, 'email must be a string'],
    [{ email: 'x@corp.example', name: '  ' }, 'name must not be empty'],
    [{ email: 'x@corp.example', name: 'x'.repeat(256) }, 'name is too long: at most 255 characters'],
    [{ email: 'x@corp.example', name: 'x', admin: 'true' }, 'admin must be a boolean'],
    [{ email: 'x@corp.example', name: 'x', password: 12345678 }, 'password must be a string'],
    [{ email: 'x@corp.example', name: 'x', password: '1234567' }, 'Password must be at least 8 characters long'],
  ])('refuses %o', async (body, msg) => {
    expect(await refused(() => create(body))).toMatchObject({ status: 400, body: { msg } });
  });

  test('refuses an address that is taken in any case', async () => {
    const { email } = await person();
    const answer = await refused(() => create({ email: email.toUpperCase(), name: 'x' }));
    expect(answer).toMatchObject({ status: 409, body: { msg: 'Email is already in use' } });
  });

  test('is for administrators, who are told so before anything else', async () => {
    const { caller } = await person();
    expect(await refused(() => caller.post('/users', {}))).toMatchObject(denied);
    expect((await refused(() => easel.anonymous.post('/users', {}))) as object).toMatchObject({ status: 401 });
  });

  test('an id is never given twice', async () => {
    const first = await person();
    await easel.admin.delete(first.path);
    expect((await person()).id).toBeGreaterThan(first.id);
  });
});

describe('changing users', () => {
  test('a user changes its own name and address at once, and the home follows', async () => {
    const { id, path, caller } = await person();
    const { body } = await caller.patch(path, { name: 'Samuel', email: 'Samuel@corp.example', unknown: 1 });
    expect(body).toMatchObject({ id, name: 'Samuel', email: 'Samuel@corp.example' });
    expect((await caller.get(`/canvas-folders/${id}`)).body.name).toBe('Samuel');
  });

  test.each([{}, { id: 7 }, { state: 'x', unknown: true }, { name: null }])(
    '%o changes nothing and tells nobody',
    async (body) => {
      const { path, caller } = await person();
      const before = (await caller.get(path)).body;
      expect((await easel.unchanged(() => caller.patch(path, body))).body).toEqual(before);
    },
  );

  test.each([
    { password: 'another one' },
    { admin: false },
    { approved: true },
    { blocked: false },
    { need_email_confirmation: true },
  ])('a user may not send %o, even for itself', async (body) => {
    const { path, caller } = await person();
    expect(await refused(() => caller.patch(path, { name: 'x', ...body }))).toMatchObject(denied);
  });

  test('a user may not change another, existing or not, and is told so before the id is judged', async () => {
    const { caller } = await person();
    for (const path of ['/users/1000', '/users/99999', '/users/me']) {
      expect(await refused(() => caller.patch(path, { name: 'x' }))).toMatchObject(denied);
    }
    expect(await easel.admin.patch('/users/me', {})).toMatchObject({
      status: 400,
      body: { msg: 'User ID me is not an integer' },
    });
    expect((await easel.admin.patch('/users/99999', {})).status).toBe(404);
  });

  test('approval is not taken back, and a taken address is refused', async () => {
    const { path, email } = await person();
    const other = await person();
    expect(await refused(() => easel.admin.patch(path, { approved: false }))).toMatchObject({
      status: 400,
      body: { msg: 'approved can only change from false to true' },
    });
    expect(await refused(() => other.caller.patch(other.path, { email: email.toUpperCase() }))).toMatchObject({ status: 409 });
  });

  test('the confirmation of an address is not taken back', async () => {
    const { path } = await person();
    expect((await easel.unchanged(() => easel.admin.patch(path, { need_email_confirmation: true }))).status).toBe(200);
    expect((await refused(() => easel.admin.patch(path, { need_email_confirmation: false }))) as object).toMatchObject({
      status: 400,
    });
  });

  test('a password set by an administrator ends the temporary tokens, not the permanent ones', async () => {
    const { path, email, token, caller } = await person();
    const robot = (await caller.post(`${path}/access-tokens`, { name: 'robot' })).body.plain_token;
    const stream = await caller.watch('/users');
    await stream.next();
    expect((await easel.admin.patch(path, { password: 'another horse' })).status).toBe(200);
    await easel.endOf(stream);
    expect((await easel.as(token).get('/users')).status).toBe(401);
    expect((await easel.as(robot).get('/users')).status).toBe(200);
    expect((await login(email)).status).toBe(401);
    expect((await login(email, 'another horse')).status).toBe(200);
  });

  test('the Guest is only named, blocked and unblocked', async () => {
    expect((await easel.admin.patch('/users/100', { name: 'Visitor', blocked: true })).body).toMatchObject({
      name: 'Visitor',
      blocked: true,
    });
    expect((await easel.admin.post('/users/100/unblock')).body.blocked).toBe(false);
    expect((await easel.admin.patch('/users/100', { name: 'Guest' })).status).toBe(200);
    for (const body of [
      { email: 'g@corp.example' },
      { admin: true },
      { password },
      { approved: true },
      { name: 'x', admin: 7 },
    ]) {
      expect(await refused(() => easel.admin.patch('/users/100', body))).toMatchObject(denied);
    }
    expect(await refused(() => easel.admin.post('/users/100/approve'))).toMatchObject(denied);
    expect(await refused(() => easel.admin.post('/users/100/password', { new_password: password }))).toMatchObject(denied);
    expect(await refused(() => easel.admin.post('/users/100/access-tokens', { name: 'x' }))).toMatchObject(denied);
    expect(await refused(() => easel.admin.delete('/users/100'))).toMatchObject(denied);
  });
});

describe('blocking and approving', () => {
  test('a blocked user is refused everywhere, its streams end, and the unblock gives its tokens back', async () => {
    const { path, caller } = await person();
    const stream = await caller.watch('/users');
    await stream.next();
    expect((await easel.admin.post(`${path}/block`)).body).toMatchObject({ blocked: true });
    await easel.endOf(stream);
    expect(await caller.get('/users')).toMatchObject({ status: 403, body: { msg: 'User is blocked' } });
    expect((await easel.admin.post(`${path}/unblock`)).body).toMatchObject({ blocked: false });
    expect((await caller.get('/users')).status).toBe(200);
  });

  test('an account that waits is approved', async () => {
    const { body } = await easel.admin.post('/users', { email: 'waits@corp.example', name: 'x', password, approved: false });
    expect(body.approved).toBe(false);
    expect((await easel.admin.post(`/users/${body.id}/approve`)).body.approved).toBe(true);
    expect((await login('waits@corp.example')).status).toBe(200);
  });

  test.each(['unblock', 'approve'])('%s of a user that is so already changes nothing', async (action) => {
    const { path } = await person();
    expect((await easel.unchanged(() => easel.admin.post(`${path}/${action}`))).status).toBe(200);
  });

  test.each(['block', 'unblock', 'approve'])('%s is for administrators', async (action) => {
    const { path, caller } = await person();
    expect(await refused(() => caller.post(`${path}/${action}`))).toMatchObject(denied);
    expect((await easel.admin.post(`/users/99999/${action}`)).status).toBe(404);
    expect((await easel.admin.post(`/users/me/${action}`)).status).toBe(400);
  });

  test('the last administrator stays', async () => {
    const last = { status: 409, body: { msg: 'Cannot remove the last administrator' } };
    expect(await refused(() => easel.admin.post('/users/1000/block'))).toMatchObject(last);
    expect(await refused(() => easel.admin.patch('/users/1000', { blocked: true }))).toMatchObject(last);
    expect(await refused(() => easel.admin.patch('/users/1000', { admin: false }))).toMatchObject(last);
    expect(await refused(() => easel.admin.delete('/users/1000'))).toMatchObject(last);
    const second = await person({ admin: true });
    expect((await second.caller.post('/users/1000/block')).status).toBe(200);
    expect((await second.caller.post('/users/1000/unblock')).status).toBe(200);
    expect((await easel.admin.patch(second.path, { admin: false })).status).toBe(200);
  });
});

describe('setting a password', () => {
  test('on the own account with the current one; other temporary tokens end, the calling one stays', async () => {
    const { id, email, path, caller } = await person();
    const other = (await login(email)).body.token;
    const { status, body } = await caller.post(`${path}/password`, { current_password: password, new_password: 'another horse' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, email });
    expect((await caller.get('/users')).status).toBe(200);
    expect((await easel.as(other).get('/users')).status).toBe(401);
    expect((await login(email, 'another horse')).status).toBe(200);
  });

  test.each([
    { old_password: password, password: 'another horse' },
    { 'old-password': password, 'new-password': 'another horse' },
  ])('is read from %o too', async (body) => {
    const { path, caller } = await person();
    expect((await caller.post(`${path}/password`, body)).status).toBe(200);
  });

  test('an administrator sets another user one without the current one, and is asked for its own', async () => {
    const { path, email } = await person();
    expect((await easel.admin.post(`${path}/password`, { new_password: 'another horse' })).status).toBe(200);
    expect((await login(email, 'another horse')).status).toBe(200);
    const own = await refused(() => easel.admin.post('/users/1000/password', { new_password: 'another horse' }));
    expect(own).toMatchObject({ status: 400, body: { msg: 'current_password parameter is missing' } });
  });

  test.each([
    [{ current_password: 'wrong', new_password: 'another horse' }, 403, 'Invalid current password'],
    [{ current_password: password }, 400, 'new_password parameter is missing'],
    [{ new_password: 'another horse' }, 400, 'current_password parameter is missing'],
    [{ current_password: password, new_password: 'short' }, 400, 'Password must be at least 8 characters long'],
    [{ current_password: 7, new_password: 'another horse' }, 400, 'current_password must be a string'],
  ])('refuses %o', async (body, status, msg) => {
    const { path, caller } = await person();
    expect(await refused(() => caller.post(`${path}/password`, body))).toMatchObject({ status, body: { msg } });
  });

  test('of another user is for administrators', async () => {
    const { caller } = await person();
    expect(await refused(() => caller.post('/users/1000/password', { new_password: 'another horse' }))).toMatchObject(denied);
  });
});

describe('deleting users', () => {
  test('removes tokens, memberships and folders, and answers empty', async () => {
    const { id, path, caller } = await person();
    const group = (await easel.admin.post('/groups', { name: 'Has a leaver' })).body;
    await easel.admin.post(`/groups/${group.id}/members`, { id });
    const canvas = (await caller.post('/canvases', { name: 'Own' })).body;
    const answer = await easel.admin.delete(path);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-length']).toBe('0');
    expect(answer.headers['content-type']).toBeUndefined();
    expect(await caller.get('/users')).toMatchObject({ status: 401, body: { msg: 'Invalid token' } });
    expect((await easel.admin.get(`/groups/${group.id}/members`)).body).toEqual([]);
    expect((await easel.admin.get(`/canvas-folders/${id}`)).status).toBe(404);
    expect((await easel.admin.get(`/canvas-folders/trash.${id}`)).status).toBe(404);
    expect((await easel.admin.get(`/canvases/${canvas.id}`)).status).toBe(404);
    expect((await easel.admin.delete(path)).status).toBe(404);
  });

  test('is for administrators', async () => {
    const { path, caller } = await person();
    expect(await refused(() => caller.delete(path))).toMatchObject(denied);
  });
});
