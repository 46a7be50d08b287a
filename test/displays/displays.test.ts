import { expect, test } from 'vitest';
import { connectDisplay } from '../kit/display.ts';
import { useEasel } from '../kit/easel.ts';

const easel = useEasel({ people: ['ann', 'bob'] });
const { ann } = easel.people;

test('a display that says hello is in REST with what it declared, and after its bye it is not', async () => {
  const list = await ann.watch('/clients?changes=1');
  expect(await list.next()).toEqual([]);
  const display = await connectDisplay(easel, ann.token, {});
  const client = {
    id: display.welcome.client_id,
    installation_name: 'lobby-wall',
    name: 'lobby-wall',
    version: '0.4.0 [51ab9c2]',
  };
  expect(display.welcome).toMatchObject({ protocol: 1, resumed: false, user: { id: ann.id, email: ann.email } });
  expect(await list.next()).toEqual([{ ...client, access: 'rw', state: 'normal' }]);
  expect((await ann.get('/clients')).body).toEqual([{ ...client, access: 'rw', state: 'normal' }]);
  const path = `/clients/${client.id}`;
  const item = await ann.watch(path);
  expect(await item.next()).toEqual({ ...client, access: 'rw', state: 'normal' });
  expect((await ann.get(`${path}/workspaces`)).body).toEqual([
    {
      index: 0,
      canvas_id: '',
      info_panel_visible: true,
      location: { x: 0, y: 0 },
      pinned: false,
      server_id: '',
      size: { width: 1600, height: 900 },
      state: 'normal',
      user: '',
      user_email: '',
      view_rectangle: { x: 0, y: 0, width: 1600, height: 900 },
      workspace_name: 'Workspace 1',
      workspace_state: 'canvas_list',
    },
  ]);
  expect((await ann.get(`${path}/video-outputs`)).body).toEqual([]);
  expect((await ann.get(`${path}/video-inputs`)).body).toEqual([]);
  display.send({ type: 'bye' });
  expect(await display.closed).toBe(1000);
  expect(await list.next()).toEqual([{ ...client, access: 'rw', state: 'deleted' }]);
  expect(await item.next()).toEqual({ ...client, access: 'rw', state: 'deleted' });
  expect(await item.ended).toBe('clean');
  expect((await ann.get(path)).body).toEqual({ msg: 'Client is offline' });
});

test('a canvas is opened by command, and its view is moved', async () => {
  const display = await connectDisplay(easel, ann.token);
  const canvas = (await ann.post('/canvases')).body.id as string;
  const path = `/clients/${display.welcome.client_id}/workspaces/0`;
  const opened = ann.post(`${path}/open-canvas`, { canvas_id: canvas });
  const command = await display.acknowledge('open-canvas');
  expect(command).toMatchObject({ workspace: 0, canvas_id: canvas, by: { id: ann.id } });
  expect((await opened).body).toMatchObject({
    canvas_id: canvas,
    workspace_state: 'opening',
    canvas_size: { width: 9600, height: 5400 },
    user: ann.email,
  });
  expect(await display.request({ type: 'update', workspaces: [{ index: 0, workspace_state: 'open' }] })).toMatchObject({
    type: 'ack',
  });
  expect((await ann.get(path)).body.workspace_state).toBe('open');
  const view = { x: -1000, y: -500, width: 800, height: 450 };
  const moved = ann.patch(path, { view_rectangle: view });
  await display.acknowledge('patch-workspace', { workspace: { view_rectangle: { ...view, width: 900 } } });
  expect((await moved).body.view_rectangle).toEqual({ ...view, width: 900 });
  expect((await easel.people.bob.patch(path, { pinned: true })).status).toBe(403);
  await display.leave();
});

test('what a client says behind its acknowledgement builds on it, and what is open is not opened again', async () => {
  const display = await connectDisplay(easel, ann.token);
  const canvas = (await ann.post('/canvases')).body.id as string;
  const path = `/clients/${display.welcome.client_id}/workspaces/0`;
  const opened = ann.post(`${path}/open-canvas`, { canvas_id: canvas });
  await display.acknowledge('open-canvas');
  expect(await display.request({ type: 'update', workspaces: [{ index: 0, workspace_state: 'open' }] })).toMatchObject({
    type: 'ack',
  });
  expect((await opened).body).toMatchObject({ canvas_id: canvas });
  expect((await ann.get(path)).body).toMatchObject({ canvas_id: canvas, workspace_state: 'open' });
  const again = ann.post(`${path}/open-canvas`, { canvas_id: canvas });
  await display.acknowledge('open-canvas');
  expect((await again).body).toMatchObject({ canvas_id: canvas, workspace_state: 'open' });
  await display.close();
});

test('what a client says right behind its answer counts behind it, also while the server still reads the canvas', async () => {
  const canvas = (await ann.post('/canvases')).body.id as string;
  await easel.restart();
  const display = await connectDisplay(easel, ann.token);
  const path = `/clients/${display.welcome.client_id}/workspaces/0`;
  const opened = ann.post(`${path}/open-canvas`, { canvas_id: canvas });
  await display.acknowledge('open-canvas');
  const told = await display.request({ type: 'update', workspaces: [{ index: 0, workspace_state: 'open' }] });
  expect(told.type).toBe('ack');
  await opened;
  expect((await ann.get(path)).body).toMatchObject({ canvas_id: canvas, workspace_state: 'open' });
  await display.close();
});
