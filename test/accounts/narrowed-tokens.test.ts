import { describe, expect, test } from 'vitest';
import { connectDisplay, connectWall, DisplayPeer, showing, usualHello } from '../kit/display.ts';
import { type Answer, useEasel } from '../kit/easel.ts';
import { narrowed, needsScope } from '../kit/narrowed.ts';
import { give, makeCanvas, makeFolder } from '../kit/places.ts';

// Heartbeats so rare that no display misses one when the clock is moved
const easel = useEasel({ people: ['ann', 'bob'], env: { EASEL_KEEPALIVE_SECONDS: '300' } });
const { ann, bob } = easel.people;

const denied = { status: 403, body: { msg: 'Permission denied' } };
const idsOf = ({ body }: Answer): string[] => body.map(({ id }: { id: string }) => id);
const signInWith = async (token: string, more: object = {}) => {
  const { status, body } = await easel.anonymous.post('/users/login', { token, ...more });
  expect([status, body.msg]).toEqual([200, undefined]);
  return easel.as(body.token);
};

describe('a token for scopes', () => {
  test('has the rights of its user in what it is for, and is refused everything else before anything else', async () => {
    const path = await easel.canvas(ann);
    const reader = await narrowed(easel, ann, { scopes: ['read'] });
    expect((await reader.get(path)).status).toBe(200);
    for (const [method, at] of [
      ['PATCH', path],
      ['POST', '/canvases'],
      ['DELETE', `${path}/notes/none`],
      ['POST', '/canvases/nowhere/notes'],
    ] as const) {
      expect(await easel.unchanged(() => reader.request(method, at, '{'))).toMatchObject(needsScope('write'));
    }
    expect(await reader.get(`/users/${ann.id}/access-tokens`)).toMatchObject(needsScope('admin'));
    expect(await reader.get('/users/me/access-tokens')).toMatchObject(needsScope('admin'));
    await expect(reader.watch(`/users/${ann.id}/access-tokens`)).rejects.toThrow('it needs the scope admin');
  });

  test('shows a canvas with the access that is left: view without the scope write', async () => {
    const path = await easel.canvas(ann);
    const accessOf = async (scope: string): Promise<string> =>
      (await (await narrowed(easel, ann, { scopes: [scope] })).get(path)).body.access;
    expect([await accessOf('read'), await accessOf('write')]).toEqual(['view', 'owner']);
    const administrator = await narrowed(easel, easel.admin, { scopes: ['read'] });
    expect((await administrator.get(path)).body.access).toBe('view');
  });

  test('of an administrator shows the public part of server-config unless it is for admin', async () => {
    const reader = await narrowed(easel, easel.admin, { scopes: ['read'] });
    const keeper = await narrowed(easel, easel.admin, { scopes: ['admin'] });
    const streams = await Promise.all([reader.watch('/server-config'), keeper.watch('/server-config')]);
    const [seen, whole] = await Promise.all(streams.map((stream) => stream.next()));
    expect(seen).not.toHaveProperty('email');
    expect(whole).toHaveProperty('email');
    expect((await reader.get('/server-config')).body).toEqual(seen);
    for (const stream of streams) stream.close();
  });

  test('of an administrator registers nobody with a role unless it is for admin', async () => {
    await easel.admin.patch('/server-config', { authentication: { password: { sign_up_enabled: true } } });
    const body = { email: 'mallory@corp.example', name: 'Mallory', password: 'long-enough-password', admin: true };
    for (const scope of ['read', 'write', 'control']) {
      const robot = await narrowed(easel, easel.admin, { scopes: [scope] });
      expect(await easel.unchanged(() => robot.post('/users/register', body))).toMatchObject(denied);
    }
    await easel.admin.patch('/server-config', { authentication: { password: { sign_up_enabled: false } } });
  });

  test('says of a display that it may be steered only when it is for control', async () => {
    const wall = await connectWall(easel, bob.token);
    const at = `/clients/${wall.welcome.client_id}`;
    const reader = await narrowed(easel, ann, { scopes: ['read'] });
    const controller = await narrowed(easel, ann, { scopes: ['control'] });
    expect([(await reader.get(at)).body.access, (await controller.get(at)).body.access]).toEqual(['ro', 'rw']);
    const pin = { pinned: true };
    expect(await easel.unchanged(() => reader.patch(`${at}/workspaces/0`, pin))).toMatchObject(needsScope('control'));
    expect((await controller.patch(`${at}/workspaces/0`, pin)).body).toMatchObject(pin);
    expect(await controller.get('/canvases')).toMatchObject(needsScope('read'));
    await wall.leave();
  });

  test('may come to a canvas by its link where anybody may, whatever it is for', async () => {
    const path = await easel.canvas(ann);
    const keeper = await narrowed(easel, bob, { scopes: ['admin'] });
    expect(await keeper.get(`${path}/notes`)).toMatchObject(needsScope('read'));
    await ann.post(`${path}/permissions`, { link_permission: 'edit' });
    expect((await keeper.get(`${path}/notes`)).status).toBe(200);
    expect((await keeper.get(path)).body.access).toBe('view');
    expect(await keeper.get(`${path}/connectors`)).toMatchObject(needsScope('read'));
    expect(await keeper.post(`${path}/notes`)).toMatchObject(needsScope('write'));
    await easel.admin.post('/users/100/block');
    expect(await keeper.get(`${path}/notes`)).toMatchObject(needsScope('read'));
    await easel.admin.post('/users/100/unblock');
  });

  test('is refused behind 401 and the block of its user, and may always sign out', async () => {
    const carl = await easel.user({ name: 'Carl' });
    const reader = await narrowed(easel, carl, { scopes: ['read'] });
    const session = await signInWith(reader.token);
    await easel.admin.post(`/users/${carl.id}/block`);
    expect((await reader.post('/canvases')).body).toEqual({ msg: 'User is blocked' });
    expect((await session.post('/users/logout')).status).toBe(200);
    expect((await session.post('/canvases')).body).toEqual({ msg: 'Invalid token' });
  });
});

describe('a token for canvases', () => {
  test('shows these and the root, in lists, in streams and by their ids, as if its user had been given nothing else', async () => {
    const folder = await makeFolder(ann);
    const one = await makeCanvas(ann, { folder_id: folder.id });
    const two = await makeCanvas(ann);
    const robot = await narrowed(easel, ann, { canvas_ids: [one.id] });
    expect(idsOf(await robot.get('/canvases'))).toEqual([one.id]);
    const folders = (await robot.get('/canvas-folders')).body;
    expect(folders).toMatchObject([{ folder_id: '', access: 'view' }]);
    expect((await robot.get(`/canvases/${one.id}`)).body.access).toBe('owner');
    expect((await robot.post(`/canvases/${one.id}/notes`)).status).toBe(200);
    for (const path of [`/canvases/${two.id}`, `/canvases/${two.id}/notes`, `/canvas-folders/${folder.id}`]) {
      expect(await robot.get(path)).toMatchObject(denied);
    }
    expect(await easel.unchanged(() => robot.post(`/canvases/${two.id}/notes`))).toMatchObject(denied);
  });

  test('cannot make, copy or move anything into a folder, and cannot administer', async () => {
    const canvas = await makeCanvas(ann);
    const folder = await makeFolder(ann);
    const robot = await narrowed(easel, ann, { canvas_ids: [canvas.id] });
    for (const [path, body] of [
      ['/canvases', {}],
      ['/canvas-folders', {}],
      [`/canvases/${canvas.id}/copy`, {}],
      [`/canvases/${canvas.id}/move`, { folder_id: folder.id }],
      [`/canvases/${canvas.id}/move`, { folder_id: `trash.${ann.id}` }],
    ] as const) {
      expect([path, await easel.unchanged(() => robot.post(path, body))]).toMatchObject([path, denied]);
    }
    expect(await robot.get(`/users/${ann.id}/access-tokens`)).toMatchObject(needsScope('admin'));
    expect((await robot.delete(`/canvases/${canvas.id}`)).status).toBe(200);
    expect(idsOf(await robot.get('/canvases'))).toEqual([]);
  });

  test('of an administrator gives nothing on folders, not even on the root', async () => {
    const canvas = await makeCanvas(ann);
    const robot = await narrowed(easel, easel.admin, { canvas_ids: [canvas.id] });
    const [root] = (await robot.get('/canvas-folders')).body;
    expect(root).toMatchObject({ folder_id: '', access: 'view' });
    for (const path of ['/canvases', '/canvas-folders']) {
      expect(await easel.unchanged(() => robot.post(path, { folder_id: root.id }))).toMatchObject(denied);
    }
  });

  test('of an administrator is not wider, and has the whole right of an administrator on its canvases', async () => {
    const one = await makeCanvas(ann);
    const two = await makeCanvas(ann);
    const robot = await narrowed(easel, easel.admin, { canvas_ids: [one.id] });
    expect(idsOf(await robot.get('/canvases'))).toEqual([one.id]);
    expect(await robot.delete(`/canvases/${two.id}`)).toMatchObject(denied);
    await ann.post(`/canvases/${two.id}/permissions`, { link_permission: 'edit' });
    expect(await robot.delete(`/canvases/${two.id}`)).toMatchObject(denied);
    expect(await robot.post(`/canvases/${two.id}/notes`)).toMatchObject(denied);
    expect((await robot.delete(`/canvases/${one.id}`)).status).toBe(200);
  });

  test('reaches other canvases by their links where anybody may, and loses that with the Guest', async () => {
    const one = await makeCanvas(ann);
    const two = await makeCanvas(ann);
    const robot = await narrowed(easel, ann, { canvas_ids: [one.id] });
    await ann.post(`/canvases/${two.id}/permissions`, { link_permission: 'edit' });
    const stream = await robot.watch(`/canvases/${two.id}`);
    expect(await stream.next()).toMatchObject({ id: two.id, access: 'edit' });
    expect((await robot.get(`/canvases/${two.id}/notes`)).status).toBe(200);
    expect(await robot.get(`/canvases/${two.id}/connectors`)).toMatchObject(denied);
    expect(await robot.post(`/canvases/${two.id}/notes`)).toMatchObject(denied);
    await easel.admin.post('/users/100/block');
    await easel.endOf(stream);
    expect(await robot.get(`/canvases/${two.id}/notes`)).toMatchObject(denied);
    await easel.admin.post('/users/100/unblock');
  });

  test('shares no stream with wider tokens of its user', async () => {
    const one = await makeCanvas(ann);
    const two = await makeCanvas(ann);
    const robot = await narrowed(easel, ann, { canvas_ids: [one.id] });
    const session = await signInWith(robot.token);
    const streams = await Promise.all([ann, robot, session].map((caller) => caller.watch('/canvases?changes=1')));
    const [wide, narrow, opened] = await Promise.all(streams.map((stream) => stream.next()));
    const shown = (list: { id: string }[]) => list.map(({ id }) => id);
    expect(shown(wide)).toEqual(expect.arrayContaining([one.id, two.id]));
    expect([shown(narrow), shown(opened)]).toEqual([[one.id], [one.id]]);
    await ann.patch(`/canvases/${two.id}`, { name: 'hidden' });
    await ann.patch(`/canvases/${one.id}`, { name: 'shown' });
    expect(await streams[0]!.next()).toMatchObject([{ name: 'hidden' }]);
    for (const stream of streams.slice(1)) expect(await stream.next()).toMatchObject([{ id: one.id, name: 'shown' }]);
    for (const stream of streams) stream.close();
  });

  test('loses a canvas with the right of its user, and its streams tell that', async () => {
    const canvas = await makeCanvas(ann);
    await give(ann, `/canvases/${canvas.id}`, bob, 'view');
    const robot = await narrowed(easel, bob, { canvas_ids: [canvas.id] });
    const stream = await robot.watch('/canvases?changes=1');
    expect(await stream.next()).toMatchObject([{ id: canvas.id }]);
    await give(ann, `/canvases/${canvas.id}`, bob, 'none');
    expect(await stream.next()).toMatchObject([{ id: canvas.id, state: 'deleted', access: 'none' }]);
    expect(idsOf(await robot.get('/canvases'))).toEqual([]);
    stream.close();
  });
});

describe('what a narrowed token makes', () => {
  test('is narrowed as it is: a session, and every further session', async () => {
    const canvas = await makeCanvas(ann);
    const reader = await narrowed(easel, ann, { scopes: ['read'], canvas_ids: [canvas.id] });
    const first = await signInWith(reader.token, { remember: true });
    const second = await signInWith(first.token);
    for (const session of [first, second]) {
      expect(idsOf(await session.get('/canvases'))).toEqual([canvas.id]);
      expect(await session.post(`/canvases/${canvas.id}/notes`)).toMatchObject(needsScope('write'));
      expect(await session.post(`/users/${ann.id}/access-tokens`, { name: 'x' })).toMatchObject(needsScope('admin'));
    }
  });

  test('ends with it: sessions are gone when it is revoked', async () => {
    const robot = await narrowed(easel, ann, {});
    const session = await signInWith((await signInWith(robot.token)).token);
    const stream = await session.watch('/users');
    await stream.next();
    expect((await session.get('/users')).status).toBe(200);
    await ann.delete(robot.tokenPath);
    await easel.endOf(stream);
    expect(await session.get('/users')).toMatchObject({ status: 401, body: { msg: 'Invalid token' } });
  });

  test.each<[string, object, object]>([
    ['without scopes', { scopes: ['admin'] }, {}],
    ['with another scope', { scopes: ['admin', 'read'] }, { scopes: ['admin', 'write'] }],
    ['without an end', { scopes: ['admin'], expires_at: '2026-02-01T00:00:00Z' }, { scopes: ['admin'] }],
    ['with a later end', { expires_at: '2026-02-01T00:00:00Z' }, { expires_at: '2026-02-01T00:00:00.001Z' }],
  ])('is no wider token: not one %s', async (_, values, wider) => {
    const robot = await narrowed(easel, ann, values);
    const list = `/users/${ann.id}/access-tokens`;
    const msg = 'The new token would allow more than the token that makes it';
    expect(await easel.unchanged(() => robot.post(list, { name: 'x', ...wider }))).toMatchObject({ status: 403, body: { msg } });
    const session = await signInWith(robot.token);
    expect(await easel.unchanged(() => session.post(list, { name: 'x', ...wider }))).toMatchObject({
      status: 403,
      body: { msg },
    });
    expect((await robot.post(list, { name: 'x', expires_at: '2026-01-31T00:00:00Z', ...values })).status).toBe(200);
  });

  test('may be narrower, and write includes read there, too', async () => {
    const robot = await narrowed(easel, ann, { scopes: ['admin', 'write'] });
    const canvas = await makeCanvas(ann);
    const child = await narrowed(easel, ann, { scopes: ['read'], canvas_ids: [canvas.id] }, robot);
    expect(idsOf(await child.get('/canvases'))).toEqual([canvas.id]);
    // Without scopes, a token for canvases is for control, too
    const body = { name: 'x', canvas_ids: [canvas.id] };
    expect((await robot.post(`/users/${ann.id}/access-tokens`, body)).status).toBe(403);
  });
});

describe('a display with a narrowed token', () => {
  const refusedHello = async (token: string, header = false) => {
    const peer = await new DisplayPeer(easel.url, header ? { 'Private-Token': token } : {}).opened();
    peer.send({ ...usualHello, token });
    const { code, msg } = await peer.next('error');
    return [code, msg, await peer.closed];
  };

  test('needs the scope read, in the request or in its hello', async () => {
    const controller = await narrowed(easel, ann, { scopes: ['control', 'admin'] });
    const { msg } = needsScope('read').body;
    expect(await refusedHello(controller.token)).toEqual(['forbidden', msg, 4403]);
    await expect(refusedHello(controller.token, true)).rejects.toThrow('403');
  });

  test('shows the canvases of its token only', async () => {
    const one = await makeCanvas(ann);
    const two = await makeCanvas(ann);
    const { token } = await narrowed(easel, ann, { scopes: ['read'], canvas_ids: [one.id] });
    const wall = await connectDisplay(easel, token, showing([one.id, two.id]));
    expect(await wall.next('command')).toMatchObject({ op: 'close-canvas', workspace: 1, reason: 'access_lost' });
    const at = `/clients/${wall.welcome.client_id}/workspaces`;
    expect((await ann.get(at)).body).toMatchObject([{ canvas_id: one.id }, { canvas_id: '' }]);
    const open = await ann.post(`${at}/1/open-canvas`, { canvas_id: two.id });
    expect(open).toMatchObject({ status: 403, body: { msg: "The client's user has no access to the canvas" } });
    const subscribe = (path: string) => wall.request({ type: 'subscribe', path });
    expect(await subscribe(`/canvases/${one.id}/widgets`)).toMatchObject({ type: 'ack' });
    expect(await subscribe(`/canvases/${two.id}/widgets`)).toMatchObject({ type: 'nack', status: 403 });
    await wall.leave();
  });

  test('hosts nothing and leads no video without the scope write', async () => {
    const canvas = await makeCanvas(ann);
    const capable = showing([canvas.id], ['rdp', 'ip-video', 'media-report']);
    const reader = await narrowed(easel, ann, { scopes: ['read'] });
    const still = await connectDisplay(easel, reader.token, capable);
    const able = await connectDisplay(easel, ann.token, capable);
    const rdp = await ann.post(`/canvases/${canvas.id}/rdp-connections`, { connection_name: 'desk' });
    await able.acknowledge('host-widget');
    await still.settled();
    expect(still.unread).toEqual([]);
    expect(rdp.body.host_id).toBe('');
    await Promise.all([still.leave(), able.leave()]);
  });

  test('loses what it hosts when it goes on with a token that may not write', async () => {
    const canvas = await makeCanvas(ann);
    const hello = showing([canvas.id], ['rdp']);
    const wall = await connectDisplay(easel, ann.token, hello);
    await ann.post(`/canvases/${canvas.id}/rdp-connections`, { connection_name: 'desk' });
    await wall.acknowledge('host-widget');
    const { client_id: id, client_secret: secret, session_id: resume } = wall.welcome;
    await wall.settled();
    await wall.drop();
    const reader = await narrowed(easel, ann, { scopes: ['read'] });
    const again = await connectDisplay(easel, reader.token, {
      ...hello,
      client: { ...(hello.client as object), id, secret },
      resume,
    });
    expect(again.welcome.resumed).toBe(true);
    expect(await again.next('command', { op: 'unhost-widget' })).toMatchObject({ reason: 'moved' });
    await again.leave();
  });
});
