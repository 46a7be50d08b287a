import { expect, test } from 'vitest';
import { hostedWidget } from '../../server/displays/hosting/hosted-widgets.ts';
import { SERVER } from '../../server/store/store.ts';
import { connectDisplay, type DisplayPeer, showing, usualHello } from '../kit/display.ts';
import { FILES_APART, useNodes } from '../kit/nodes.ts';
import { until } from '../kit/until.ts';

const nodes = useNodes(2, { env: { EASEL_KEEPALIVE_SECONDS: '300' } });

const idOf = ({ welcome }: DisplayPeer): string => welcome.client_id;
const makeCanvas = async (): Promise<string> => (await nodes.at(0).canvas()).slice('/canvases/'.length);

test('a message that makes no sense is skipped, and the next one is read', async () => {
  const a = nodes.at(0);
  const b = nodes.at(1);
  const wall = await connectDisplay(a, a.admin.token);
  const path = `/clients/${idOf(wall)}/workspaces/0`;
  await b.admin.get(path);
  const there = await nodes.registry.beat('other', 60_000);
  const texts = [
    ...['', 'null', '7', '[]', '{}', 'no JSON', '{"re":"1"}', '{"re":"1","outcome":{"refused":{"status":1}}}'],
    ...['{"re":"1","outcome":{"done":true}}', '{"ask":"1","what":null,"ms":5}', '{"ask":"1","what":{"client":7},"ms":1e99}'],
    JSON.stringify({ ask: '2', what: { client: idOf(wall) }, ms: 5000 }),
    JSON.stringify({ ask: '3', what: { client: idOf(wall), ask: { op: 'open-canvas' } }, ms: 5000 }),
  ];
  const patched = b.admin.patch(path, { pinned: true });
  const mails = there.flatMap((to) => (to === 'other' ? [] : texts.map((text) => ({ from: 'other', to, text }))));
  await nodes.registry.post(mails);
  await nodes.advance(1_250);
  await wall.acknowledge('patch-workspace');
  await nodes.advance(1_250);
  expect((await patched).body).toMatchObject({ pinned: true });
  expect(wall.unread).toEqual([]);
  expect(await nodes.registry.fetch('other')).toHaveLength(4);
  for (const { errors } of [a, b]) expect(errors.splice(0)).toHaveLength(10);
});

test('a display of a new node is not taken for a display of a node that is gone', async () => {
  const b = nodes.at(1);
  const c = await nodes.add();
  const wall = await connectDisplay(c, c.admin.token);
  expect((await b.admin.get('/clients')).body).toHaveLength(1);
  await nodes.advance(6_000);
  await wall.settled();
  expect(wall.unread).toEqual([]);
  const patched = b.admin.patch(`/clients/${idOf(wall)}/workspaces/0`, { pinned: true });
  await wall.acknowledge('patch-workspace');
  expect((await patched).status).toBe(200);
});

test('nodes with files in folders of their own say once that they need one place for them, and are degraded while they are several', async () => {
  const c = await nodes.add();
  const said = c.errors.filter((one) => String((one as unknown[])[0]).startsWith(FILES_APART));
  expect(said).toHaveLength(1);
  expect(String((said[0] as unknown[])[0])).toContain('EASEL_ASSETS_URL');
  const ready = async () => {
    const answer = await fetch(`${c.url}/healthz/ready`);
    return [answer.status, await answer.json()];
  };
  expect(await ready()).toMatchObject([200, { status: 'degraded', checks: { files: { state: 'degraded' } } }]);
  for (const node of [0, 1]) nodes.kill(node);
  await nodes.passUntil(async () => JSON.stringify(await ready()).includes('"files":{"state":"ok"}'));
  expect(c.errors.splice(0)).toHaveLength(1);
});

/** Makes what a node leaves that ends between the removal of a display and of what it hosted. */
async function orphan(canvas: string, host_id: string): Promise<string> {
  const rdp = await nodes.at(0).admin.post(`/canvases/${canvas}/rdp-connections`, { connection_name: 'desk-1' });
  await nodes.at(0).server.store.submit({
    scopes: [canvas],
    author: SERVER,
    permit: () => undefined,
    run(tx) {
      const found = hostedWidget(tx.scope(canvas), rdp.body.id)!;
      tx.scope(canvas).update(found.kind, { ...found.record, host_id });
    },
  });
  return `/canvases/${canvas}/rdp-connections/${rdp.body.id}`;
}
const hostOf = async (rdp: string): Promise<string> => (await nodes.at(1).admin.get(rdp)).body.host_id;
const nobody = '7f4be2d1-6a44-4a5c-9a39-0c8dfb1c9c01';

test('a widget whose host is no client any more gets another one when a display opens the canvas', async () => {
  const b = nodes.at(1);
  const canvas = await makeCanvas();
  const rdp = await orphan(canvas, nobody);
  expect(await hostOf(rdp)).toBe(nobody);
  const wall = await connectDisplay(b, b.admin.token, showing([canvas], ['rdp']));
  await wall.acknowledge('host-widget');
  await until(async () => (await hostOf(rdp)) === idOf(wall));
});

test('a widget that the record gives to a display which began anew, and does not host it, is offered to it', async () => {
  const b = nodes.at(1);
  const canvas = await makeCanvas();
  const wall = await connectDisplay(b, b.admin.token);
  const rdp = await orphan(canvas, idOf(wall));
  await wall.leave();
  const { client_id: id, client_secret: secret } = wall.welcome;
  const hello = { ...showing([canvas]), client: { ...usualHello.client, capabilities: ['rdp'], id, secret } };
  const back = await connectDisplay(b, b.admin.token, hello);
  expect(idOf(back)).toBe(id);
  await back.acknowledge('host-widget');
  await until(async () => (await hostOf(rdp)) === id);
});

test('when a node ends, widgets whose hosts are gone are freed where a display shows them', async () => {
  const b = nodes.at(1);
  const canvas = await makeCanvas();
  await connectDisplay(b, b.admin.token, showing([canvas]));
  const rdp = await orphan(canvas, nobody);
  nodes.kill(0);
  await nodes.passUntil(async () => (await hostOf(rdp)) === '');
});
