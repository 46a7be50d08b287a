import { expect, test } from 'vitest';
import { connectDisplay, connectWall, type DisplayPeer, usualHello } from '../kit/display.ts';
import { useNodes } from '../kit/nodes.ts';

const nodes = useNodes(2);

const idOf = ({ welcome }: DisplayPeer): string => welcome.client_id;
const again = ({ welcome }: DisplayPeer, more: object = {}) => ({
  client: { ...usualHello.client, id: welcome.client_id, secret: welcome.client_secret },
  ...more,
});
const ids = async (node: number): Promise<string[]> =>
  (await nodes.at(node).admin.get('/clients')).body.map(({ id }: { id: string }) => id);

test('a display is shown by every node as it declares itself', async () => {
  const a = nodes.at(0);
  const b = nodes.at(1);
  const wall = await connectWall(a, a.admin.token);
  for (const path of ['', '/workspaces', '/workspaces/0', '/video-outputs', '/video-inputs', '/video-outputs/0']) {
    const here = await a.admin.get(`/clients/${idOf(wall)}${path}`);
    expect(here.status).toBe(200);
    expect((await b.admin.get(`/clients/${idOf(wall)}${path}`)).body).toEqual(here.body);
  }
  await wall.leave();
  expect(await ids(1)).toEqual([]);
  expect((await b.admin.get(`/clients/${idOf(wall)}/workspaces`)).body).toEqual({ msg: 'Client is offline' });
});

test('a display is steered by another node, with what it applied', async () => {
  const a = nodes.at(0);
  const b = nodes.at(1);
  const canvas = await b.canvas();
  const wall = await connectDisplay(a, a.admin.token);
  const path = `/clients/${idOf(wall)}/workspaces/0`;
  const opened = b.admin.post(`${path}/open-canvas`, { canvas_id: canvas.slice(10) });
  const command = await wall.acknowledge('open-canvas');
  expect(command.by.email).toBe(b.admin.email);
  expect((await opened).body).toMatchObject({ canvas_id: canvas.slice(10), workspace_state: 'opening' });
  const patched = b.admin.patch(path, { pinned: true });
  await wall.acknowledge('patch-workspace', { workspace: { info_panel_visible: false } });
  expect((await patched).body).toMatchObject({ pinned: true, info_panel_visible: false });
  expect((await a.admin.get(path)).body).toEqual((await patched).body);
});

test('each of several who steer one view by several nodes is answered with what was applied for that request', async () => {
  const a = nodes.at(0);
  const b = nodes.at(1);
  const wall = await connectWall(a, a.admin.token);
  const path = `/clients/${idOf(wall)}/workspaces/0`;
  const patch = async (node: typeof a, x: number): Promise<void> => {
    const { status, body } = await node.admin.patch(path, { view_rectangle: { x } });
    expect([status, body.view_rectangle.x]).toEqual([200, x]);
  };
  for (let round = 1; round <= 10; round++) {
    await Promise.all([patch(b, round), patch(a, round + 0.25), patch(b, round + 0.5), patch(a, round + 0.75)]);
  }
  await wall.leave();
});

test.each([
  ['refused', 409, 'Client refused the request'],
  ['unsupported', 501, 'Client does not support this'],
  ['no_canvas', 400, 'No canvas open'],
])('what a display refuses as %s, the other node refuses as it, and nothing changes', async (code, status, msg) => {
  const a = nodes.at(0);
  const b = nodes.at(1);
  const wall = await connectDisplay(a, a.admin.token);
  const path = `/clients/${idOf(wall)}/workspaces/0`;
  const before = await a.admin.get(path);
  // What came before is known to both
  for (const one of ['/clients', path]) await b.admin.get(one);
  const patched = b.unchanged(() => a.unchanged(() => b.admin.patch(path, { pinned: true })));
  await wall.nack('patch-workspace', code);
  expect(await patched).toMatchObject({ status, body: { msg } });
  expect((await b.admin.get(path)).body).toEqual(before.body);
});

test('the node that is asked refuses what the caller may not do, and the display hears nothing', async () => {
  const a = nodes.at(0);
  const b = nodes.at(1);
  const wall = await connectDisplay(a, a.admin.token);
  const stranger = b.as((await a.user()).token);
  const path = `/clients/${idOf(wall)}/workspaces`;
  expect((await stranger.patch(`${path}/0`, { pinned: true })).status).toBe(403);
  expect((await b.admin.patch(`${path}/7`, { pinned: true })).body).toEqual({ msg: 'Workspace 7 not found' });
  expect((await b.admin.post(`${path}/0/open-canvas`, { canvas_id: 'ffffffff-0000-4000-8000-000000000000' })).status).toBe(404);
  await wall.settled();
  expect(wall.unread).toEqual([]);
});

test('a display that does not answer in time: the other node says so, and it is told to forget it', async () => {
  const a = nodes.at(0);
  const b = nodes.at(1);
  const wall = await connectDisplay(a, a.admin.token);
  const patched = b.admin.patch(`/clients/${idOf(wall)}/workspaces/0`, { pinned: true });
  const { id } = await wall.next('command');
  await nodes.advance(5_000);
  expect(await patched).toMatchObject({ status: 500, body: { msg: 'Client did not respond in time' } });
  await wall.next('cancel', { re: id });
});

test('a display that lost its connection and does not come back is offline for callers who wait on the other node', async () => {
  const a = nodes.at(0);
  const b = nodes.at(1);
  const wall = await connectDisplay(a, a.admin.token);
  const patched = b.admin.patch(`/clients/${idOf(wall)}/workspaces/0`, { pinned: true });
  await wall.next('command');
  await wall.drop();
  await nodes.passUntil(async () => (await ids(1)).length === 0);
  expect(await patched).toMatchObject({ status: 404, body: { msg: 'Client is offline' } });
});

test('while the bus is away a display is steered all the same', async () => {
  const a = nodes.at(0);
  const b = nodes.at(1);
  const wall = await connectWall(a, a.admin.token);
  nodes.hub.loses = true;
  let answer: { status: number } | undefined;
  void b.admin.patch(`/clients/${idOf(wall)}/workspaces/0`, { pinned: true }).then((answered) => (answer = answered));
  await nodes.passUntil(async () => answer !== undefined);
  expect(answer).toMatchObject({ status: 200, body: { pinned: true } });
});

test('a node that cannot reach the database does not steer a display of another node, and both go on', async () => {
  const a = nodes.at(0);
  const b = nodes.at(1);
  const wall = await connectWall(a, a.admin.token);
  nodes.registry.isAway = true;
  await nodes.advance(8_000);
  expect((await b.admin.patch(`/clients/${idOf(wall)}/workspaces/0`, { pinned: true })).status).toBe(503);
  nodes.registry.isAway = false;
  await nodes.advance(10_000);
  expect((await b.admin.patch(`/clients/${idOf(wall)}/workspaces/0`, { pinned: true })).status).toBe(200);
  expect(wall.code).toBeUndefined();
});

test('the displays of a node that was killed vanish within their grace, with the events of a display that left', async () => {
  const a = nodes.at(0);
  const b = nodes.at(1);
  const wall = await connectWall(a, a.admin.token);
  const list = await b.admin.watch('/clients');
  expect((await list.next()).length).toBe(1);
  nodes.kill(0);
  await wall.drop();
  await nodes.advance(2_000);
  expect(await ids(1)).toEqual([idOf(wall)]);
  const ms = await nodes.passUntil(async () => (await ids(1)).length === 0);
  // Some steps of time pass while the disk writes
  expect(2_000 + ms).toBeLessThanOrEqual(6_000);
  expect(await list.next()).toMatchObject([{ id: idOf(wall), state: 'deleted' }]);
  expect(await ids(1)).toEqual([]);
  const lines = b.audit().filter((line) => line.target_id === idOf(wall));
  expect(lines.map(({ action }) => action)).toEqual(['Client connected', 'Client disconnected']);
});

test('a display of a killed node that says hello to another one goes on, without an event', async () => {
  const a = nodes.at(0);
  const b = nodes.at(1);
  const wall = await connectDisplay(a, a.admin.token);
  const list = await b.admin.watch('/clients');
  await list.next();
  const item = await b.admin.watch(`/clients/${idOf(wall)}/workspaces`);
  await item.next();
  nodes.kill(0);
  await wall.drop();
  const next = await connectDisplay(b, b.admin.token, again(wall, { resume: wall.welcome.session_id }));
  expect(next.welcome).toMatchObject({ client_id: idOf(wall), session_id: wall.welcome.session_id, resumed: true });
  await nodes.advance(8_000);
  const patched = b.admin.patch(`/clients/${idOf(wall)}/workspaces/0`, { pinned: true });
  await next.acknowledge('patch-workspace');
  expect((await patched).status).toBe(200);
  expect(await item.next()).toMatchObject([{ pinned: true, state: 'normal' }]);
  next.send({ type: 'update', client: { installation_name: 'later' } });
  expect(await list.next()).toMatchObject([{ installation_name: 'later', state: 'normal' }]);
});

test('a display that says hello elsewhere while its first connection stands: that is replaced, and nothing is removed', async () => {
  const a = nodes.at(0);
  const b = nodes.at(1);
  const wall = await connectDisplay(a, a.admin.token);
  const next = await connectDisplay(b, b.admin.token, again(wall, { resume: wall.welcome.session_id }));
  expect(next.welcome.resumed).toBe(true);
  expect(await wall.closed).toBe(4409);
  await nodes.advance(8_000);
  expect(await ids(0)).toEqual([idOf(wall)]);
  const patched = a.admin.patch(`/clients/${idOf(wall)}/workspaces/0`, { pinned: true });
  await next.acknowledge('patch-workspace');
  expect((await patched).body).toMatchObject({ pinned: true });
});

test('a new session elsewhere, of an installation that forgot its first one, is told as one that came', async () => {
  const a = nodes.at(0);
  const b = nodes.at(1);
  const wall = await connectDisplay(a, a.admin.token);
  const list = await a.admin.watch('/clients');
  await list.next();
  const next = await connectDisplay(b, b.admin.token, again(wall));
  expect(next.welcome.resumed).toBe(false);
  expect(next.welcome.session_id).not.toBe(wall.welcome.session_id);
  expect(await wall.closed).toBe(4409);
  expect(await ids(0)).toEqual([idOf(wall)]);
  const lines = b.audit().filter((line) => line.target_id === idOf(wall));
  expect(lines.map(({ action }) => action)).toEqual(['Client connected', 'Client disconnected', 'Client connected']);
});

test('whoever says hello elsewhere with another secret is refused, and the display stays', async () => {
  const a = nodes.at(0);
  const b = nodes.at(1);
  const wall = await connectDisplay(a, a.admin.token);
  const client = { ...usualHello.client, id: idOf(wall), secret: 'another' };
  await expect(connectDisplay(b, b.admin.token, { client })).rejects.toThrow('4403');
  await wall.settled();
  expect(await ids(1)).toEqual([idOf(wall)]);
});

test('a command that waits is sent again by the node where the display goes on', async () => {
  const a = nodes.at(0);
  const b = nodes.at(1);
  const wall = await connectDisplay(a, a.admin.token);
  const path = `/clients/${idOf(wall)}/workspaces/0`;
  const patches = [a.admin.patch(path, { pinned: true }), b.admin.patch(path, { info_panel_visible: false })];
  await wall.next('command');
  await wall.drop();
  const next = await connectDisplay(b, b.admin.token, again(wall, { resume: wall.welcome.session_id }));
  next.obeys = true;
  for (const { id } of next.unread.splice(0).filter(({ type }) => type === 'command')) next.send({ type: 'ack', re: id });
  for (const patched of patches) expect((await patched).status).toBe(200);
  expect((await a.admin.get(path)).body).toMatchObject({ pinned: true, info_panel_visible: false });
});

test('a node that the others took for dead ends the connections of its displays, which connect anew', async () => {
  const a = nodes.at(0);
  const wall = await connectDisplay(a, a.admin.token);
  nodes.silence(0, true);
  await nodes.passUntil(async () => {
    await ids(1);
    return wall.code !== undefined;
  });
  nodes.silence(0, false);
  expect(wall.code).toBe(1011);
  const next = await connectDisplay(a, a.admin.token, again(wall, { resume: wall.welcome.session_id }));
  expect(next.welcome.resumed).toBe(true);
  expect(await ids(1)).toEqual([idOf(wall)]);
  await nodes.advance(8_000);
  await next.settled();
});
