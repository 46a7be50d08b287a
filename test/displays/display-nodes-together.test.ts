import { describe, expect, test } from 'vitest';
import type { Refusal } from '../../model/refusal.ts';
import { connectDisplay, type DisplayPeer, showing, usualHello } from '../kit/display.ts';
import { useNodes } from '../kit/nodes.ts';

const licence = { maxClients: () => seats, refusal: (): Refusal | undefined => undefined };
let seats = -1;
const idOf = ({ welcome }: DisplayPeer): string => welcome.client_id;
const again = ({ welcome }: DisplayPeer, more: object = {}) => ({
  ...more,
  client: { ...usualHello.client, capabilities: ['rdp'], id: welcome.client_id, secret: welcome.client_secret },
  resume: welcome.session_id,
});
const viewer = { kind: 'viewer', client: {}, workspaces: [] };

describe('on two nodes', () => {
  // Heartbeats so rare that no test misses one
  const nodes = useNodes(2, { licence, env: { EASEL_KEEPALIVE_SECONDS: '300' } });
  const makeCanvas = async (): Promise<string> => (await nodes.at(0).canvas()).slice('/canvases/'.length);
  const makeRdp = async (canvas: string, connection_name = 'desk-1') => {
    const made = await nodes.at(0).admin.post(`/canvases/${canvas}/rdp-connections`, { connection_name });
    return `/canvases/${canvas}/rdp-connections/${made.body.id}`;
  };
  const hostOf = async (rdp: string, node = 1) => (await nodes.at(node).admin.get(rdp)).body.host_id;
  const sent = (canvas_id: string, x: number) => ({ type: 'presence', canvas_id, viewport: { x, y: 0, width: 9, height: 9 } });

  test('the last seat is given once, and is free again when its holder has left', async () => {
    const a = nodes.at(0);
    const b = nodes.at(1);
    seats = 2;
    try {
      const first = await connectDisplay(a, a.admin.token);
      const attempts = [a, b, a, b].map((node) => connectDisplay(node, node.admin.token));
      const ended = await Promise.allSettled(attempts);
      expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const one of ended) if (one.status === 'rejected') expect(String(one.reason)).toContain('Maximum number of clients');
      expect((await b.admin.get('/clients')).body).toHaveLength(2);
      const page = await connectDisplay(b, b.admin.token, viewer);
      // The one that has a seat needs no other when it comes back elsewhere
      const back = await connectDisplay(b, b.admin.token, again(first));
      expect(back.welcome.resumed).toBe(true);
      await back.leave();
      await connectDisplay(a, a.admin.token);
      await page.close();
    } finally {
      seats = -1;
    }
  });

  test('presence reaches watchers on the other node, and nobody else, and also those who come later', async () => {
    const a = nodes.at(0);
    const b = nodes.at(1);
    const canvas = await makeCanvas();
    const wall = await connectDisplay(a, a.admin.token, showing([canvas]));
    const page = await connectDisplay(b, b.admin.token, viewer);
    const other = await connectDisplay(b, b.admin.token, viewer);
    await page.request({ type: 'watch', canvas_ids: [canvas] });
    wall.send(sent(canvas, 1));
    await wall.settled();
    await nodes.advance(250);
    const said = await page.next('presence');
    expect(said).toMatchObject({ canvas_id: canvas, viewport: { x: 1 }, from: { session_id: wall.welcome.session_id } });
    expect(JSON.stringify(said)).not.toContain('corp.example');
    page.send(sent(canvas, 2));
    await page.request({ type: 'none' });
    await nodes.advance(250);
    expect(await wall.next('presence')).toMatchObject({ viewport: { x: 2 }, from: { kind: 'viewer' } });
    await other.settled();
    expect(other.unread).toEqual([]);
    await other.request({ type: 'watch', canvas_ids: [canvas] });
    expect(await other.next('presence', { canvas_id: canvas })).toBeDefined();
    await wall.leave();
    await nodes.advance(250);
    expect(await page.next('presence-gone')).toMatchObject({ canvas_id: canvas, session_id: wall.welcome.session_id });
  });

  test('presence with hands reaches a bundle on the other node as it was sent', async () => {
    const a = nodes.at(0);
    const b = nodes.at(1);
    const canvas = await makeCanvas();
    const wall = await connectDisplay(a, a.admin.token, showing([canvas]));
    const page = await connectDisplay(b, b.admin.token, viewer);
    await page.request({ type: 'watch', canvas_ids: [canvas], bundles: true });
    const hands = [{ id: 's1', color: '#1f6b58ff', tool: 'pen', boxes: [], frame: null, ink: null, edits: canvas }];
    for (const more of [{ hands }, {}]) {
      wall.send({ ...sent(canvas, 1), ...more });
      await wall.settled();
      await nodes.advance(250);
      const { presences } = await page.next('presences', { canvas_id: canvas });
      expect(presences.map((one: { hands?: unknown }) => one.hands)).toEqual([(more as { hands?: unknown }).hands]);
    }
    await wall.leave();
    await nodes.advance(250);
    expect(await page.next('presences')).toMatchObject({ presences: [], gone: [wall.welcome.session_id] });
  });

  test('presence of a killed node is gone after ten seconds', async () => {
    const a = nodes.at(0);
    const b = nodes.at(1);
    const canvas = await makeCanvas();
    const wall = await connectDisplay(a, a.admin.token, viewer);
    const page = await connectDisplay(b, b.admin.token, viewer);
    for (const peer of [wall, page]) await peer.request({ type: 'watch', canvas_ids: [canvas] });
    wall.send(sent(canvas, 1));
    await wall.request({ type: 'none' });
    await nodes.advance(250);
    await page.next('presence');
    nodes.kill(0);
    await wall.drop();
    await nodes.advance(9_000);
    await page.request({ type: 'none' });
    expect(page.unread).toEqual([]);
    await nodes.advance(1_500);
    expect(await page.next('presence-gone')).toMatchObject({ session_id: wall.welcome.session_id });
  });

  test('a message of the bus that is no presence of the canvas reaches nobody and ends nothing', async () => {
    const a = nodes.at(0);
    const b = nodes.at(1);
    const canvas = await makeCanvas();
    const wall = await connectDisplay(a, a.admin.token, viewer);
    const page = await connectDisplay(b, b.admin.token, viewer);
    await page.request({ type: 'watch', canvas_ids: [canvas] });
    const place = { canvas, session: 's-1', workspace: 0, number: 1 };
    const from = { client_id: canvas, session_id: 's-1', installation_name: 'x', kind: 'viewer', user: { id: 1, name: 'x' } };
    const said = { type: 'presence', canvas_id: canvas, from, workspace: 0, viewport: null, cursors: [] };
    const texts = [
      ...['{"type":"command","op":"close-canvas"}', '[]', 'null', 'no JSON', 7, {}],
      ...[
        { ...said, type: 'welcome' },
        { ...said, canvas_id: canvas.replace(/.$/, 'x') },
        { ...said, cursors: [{}] },
      ].map((one) => JSON.stringify(one)),
    ];
    const hostile = nodes.hub.node();
    for (const text of ['', 'no JSON', 'null', '7', '{}', '{"node":"n","places":{}}', '{"node":"n","places":[null,7,{}]}'])
      hostile.send('presence', text);
    for (const text of texts) hostile.send('presence', JSON.stringify({ node: 'n', places: [{ ...place, text }] }));
    for (const text of ['{', 'null', '{"is":"failure"}', '9 live:clients\n']) {
      hostile.send('attempts', text);
      hostile.send('changed', text);
      hostile.send('messages', text);
    }
    wall.send(sent(canvas, 1));
    await wall.request({ type: 'none' });
    await nodes.advance(250);
    expect(await page.next('presence')).toMatchObject({ from: { session_id: wall.welcome.session_id } });
    expect(page.unread).toEqual([]);
  });

  test('presence goes on without a break when its sender goes on from another node', async () => {
    const a = nodes.at(0);
    const b = nodes.at(1);
    const c = await nodes.add();
    const canvas = await makeCanvas();
    const wall = await connectDisplay(a, a.admin.token, showing([canvas]));
    const page = await connectDisplay(c, c.admin.token, viewer);
    await page.request({ type: 'watch', canvas_ids: [canvas] });
    for (const x of [1, 2]) {
      wall.send(sent(canvas, x));
      await wall.settled();
      await nodes.advance(250);
      await page.next('presence', { canvas_id: canvas });
    }
    const back = await connectDisplay(b, b.admin.token, again(wall, showing([canvas])));
    back.send(sent(canvas, 3));
    await back.settled();
    await nodes.advance(250);
    expect(await page.next('presence')).toMatchObject({ viewport: { x: 3 } });
  });

  test('a widget gets one host, and the client that asked in vain is told', async () => {
    const a = nodes.at(0);
    const b = nodes.at(1);
    const canvas = await makeCanvas();
    const displays = [
      await connectDisplay(a, a.admin.token, showing([canvas], ['rdp'])),
      await connectDisplay(b, b.admin.token, showing([canvas], ['rdp'])),
    ];
    const rdp = await makeRdp(canvas);
    await Promise.all(displays.map((display) => display.acknowledge('host-widget')));
    const unhosted = await Promise.race(
      displays.map(async (display) => ({ display, command: await display.next('command', { op: 'unhost-widget' }) })),
    );
    const host = displays.find((display) => display !== unhosted.display)!;
    expect(await hostOf(rdp)).toBe(idOf(host));
    expect(await hostOf(rdp, 0)).toBe(idOf(host));
    // The widget that was lost there is offered here
    unhosted.display.obeys = true;
    await host.leave();
    await nodes.passUntil(async () => (await hostOf(rdp)) === idOf(unhosted.display));
  });

  test('a display whose node was killed goes on hosting elsewhere', async () => {
    const a = nodes.at(0);
    const b = nodes.at(1);
    const canvas = await makeCanvas();
    const wall = await connectDisplay(a, a.admin.token, showing([canvas], ['rdp']));
    const rdp = await makeRdp(canvas);
    await wall.acknowledge('host-widget');
    await nodes.passUntil(async () => (await hostOf(rdp)) === idOf(wall));
    nodes.kill(0);
    await wall.drop();
    await b.admin.patch(rdp, { connection_name: 'desk-2' });
    const back = await connectDisplay(b, b.admin.token, again(wall, showing([canvas])));
    const command = await back.acknowledge('host-widget');
    expect(command.widget).toMatchObject({ connection_name: 'desk-2' });
    expect(
      await back.request({
        type: 'host-report',
        canvas_id: canvas,
        widget_id: command.widget.id,
        status: 'connected',
        content_id: 'rdp-1',
      }),
    ).toMatchObject({ type: 'ack' });
    expect((await b.admin.get(rdp)).body).toMatchObject({ host_id: idOf(wall), content_id: 'rdp-1' });
  });

  test('widgets of a display that does not come back have no host', async () => {
    const a = nodes.at(0);
    const b = nodes.at(1);
    const canvas = await makeCanvas();
    const wall = await connectDisplay(a, a.admin.token, showing([canvas], ['rdp']));
    const rdp = await makeRdp(canvas);
    await wall.acknowledge('host-widget');
    await nodes.passUntil(async () => (await hostOf(rdp)) === idOf(wall));
    nodes.kill(0);
    await wall.drop();
    await nodes.passUntil(async () => (await b.admin.get('/clients')).body.length === 0);
    await nodes.passUntil(async () => (await hostOf(rdp)) === '');
  });

  test('a canvas that is deleted through one node closes on the displays of the other', async () => {
    const a = nodes.at(0);
    const b = nodes.at(1);
    const canvas = await makeCanvas();
    const wall = await connectDisplay(a, a.admin.token, showing([canvas]));
    expect((await b.admin.delete(`/canvases/${canvas}`)).status).toBe(200);
    expect(await wall.next('command', { op: 'close-canvas' })).toMatchObject({ workspace: 0, reason: 'deleted' });
    await nodes.passUntil(
      async () => (await b.admin.get(`/clients/${idOf(wall)}/workspaces/0`)).body.workspace_state === 'canvas_list',
    );
  });

  test('an output shows an anchor of a canvas that only the other node has open', async () => {
    const a = nodes.at(0);
    const b = nodes.at(1);
    const canvas = await makeCanvas();
    const outputs = { video_outputs: [{ index: 0, label: 'Projector' }] };
    const wall = await connectDisplay(a, a.admin.token, { ...showing([canvas]), ...outputs });
    const { widget } = await wall.request({
      type: 'anchor-create',
      canvas_id: canvas,
      location: { x: 0, y: 0 },
      size: { width: 9, height: 9 },
    });
    const patched = b.admin.patch(`/clients/${idOf(wall)}/video-outputs/0`, { source: widget.id });
    await wall.acknowledge('patch-output');
    expect((await patched).body).toMatchObject({ source: widget.id });
    await wall.request({ type: 'anchor-delete', canvas_id: canvas, widget_id: widget.id });
    await wall.next('command', { op: 'patch-output' });
    expect((await b.admin.get(`/clients/${idOf(wall)}/video-outputs/0`)).body.source).toBe('');
    const line = b.audit().find(({ action }) => action === 'Video output updated');
    expect(line).toMatchObject({ target_id: idOf(wall), target_name: 'lobby-wall' });
  });

  test('when all nodes were killed, the next one removes what they have left', async () => {
    const a = nodes.at(0);
    const wall = await connectDisplay(a, a.admin.token);
    nodes.kill(0);
    nodes.kill(1);
    await wall.drop();
    const next = await nodes.add();
    expect((await next.admin.get('/clients')).body).toHaveLength(1);
    await nodes.passUntil(async () => (await next.admin.get('/clients')).body.length === 0);
  });
});

describe.each([1, 2, 3])('over a bus that loses, doubles and reorders (seed %d)', (seed) => {
  const nodes = useNodes(2, { seed });

  test('the latest presence of a sender who repeats it is what others see in the end', async () => {
    const a = nodes.at(0);
    const b = nodes.at(1);
    const canvas = (await a.canvas()).slice('/canvases/'.length);
    const one = await connectDisplay(a, a.admin.token, viewer);
    const two = await connectDisplay(b, b.admin.token, viewer);
    for (const peer of [one, two]) await peer.request({ type: 'watch', canvas_ids: [canvas] });
    const say = async (x: number): Promise<void> => {
      one.send({ type: 'presence', canvas_id: canvas, viewport: { x, y: 0, width: 9, height: 9 } });
      await one.request({ type: 'none' });
      await nodes.advance(250);
    };
    for (let x = 1; x <= 8; x++) await say(x);
    await nodes.passUntil(async () => {
      await say(9);
      await two.request({ type: 'none' });
      return two.unread.some(({ viewport }) => viewport?.x === 9);
    });
    const seen = two.unread.filter(({ type }) => type === 'presence').map(({ viewport }) => viewport.x);
    expect(seen).toEqual([...seen].sort((first, second) => first - second));
  });

  test('a display is steered by the other node', async () => {
    const a = nodes.at(0);
    const b = nodes.at(1);
    const wall = await connectDisplay(a, a.admin.token);
    wall.obeys = true;
    let done = 0;
    for (const pinned of [true, false]) {
      void b.admin.patch(`/clients/${idOf(wall)}/workspaces/0`, { pinned }).then(({ status, body }) => {
        expect([status, body.pinned]).toEqual([200, pinned]);
        done++;
      });
      const before = done;
      await nodes.passUntil(async () => done > before);
    }
  });
});
