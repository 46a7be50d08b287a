import { describe, expect, test } from 'vitest';
import type { Answer } from '../kit/client.ts';
import { connectDisplay, type DisplayPeer, showing } from '../kit/display.ts';
import { useEasel } from '../kit/easel.ts';

// Heartbeats so rare that no test misses one
const easel = useEasel({ people: ['ann', 'bob'], env: { EASEL_KEEPALIVE_SECONDS: '300' } });
const { ann, bob } = easel.people;
const capable = ['rdp', 'ip-video'];

const ok = ({ status, body }: Answer) => {
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
/** Id of a new canvas of Ann's. */
const makeCanvas = async (): Promise<string> => (await easel.canvas(ann)).slice('/canvases/'.length);
const makeRdp = async (canvas: string, connection_name = 'desk-1') =>
  ok(await ann.post(`/canvases/${canvas}/rdp-connections`, { connection_name }));
const makeVideo = async (canvas: string, source = 'rtsp://door') =>
  ok(await ann.post(`/canvases/${canvas}/ip-videos`, { source }));
const rdpIn = (canvas: string, id: string) => `/canvases/${canvas}/rdp-connections/${id}`;
const idOf = (display: DisplayPeer): string => display.welcome.client_id;

/** A display with the canvas open, and a stream of the canvas's RDP connections, of which the first message was read. */
async function hosted(canvas: string, connection_name = 'desk-1') {
  const display = await connectDisplay(easel, ann.token, showing([canvas], capable));
  const stream = await ann.watch(`/canvases/${canvas}/rdp-connections?changes=1`);
  expect(await stream.next()).toEqual([]);
  const rdp = await makeRdp(canvas, connection_name);
  expect(await stream.next()).toEqual([rdp]);
  const command = await display.acknowledge('host-widget');
  expect(await stream.next()).toMatchObject([{ id: rdp.id, host_id: idOf(display) }]);
  return { display, stream, rdp, command };
}

const report = (canvas_id: string, widget_id: string, values: object) =>
  Object.assign({ type: 'host-report', canvas_id, widget_id }, values);

describe('a widget that wants a host', () => {
  test('is given to the client that has had the canvas open for longest, and names it once that has said yes', async () => {
    const canvas = await makeCanvas();
    const late = await connectDisplay(easel, ann.token, showing([], capable));
    const early = await connectDisplay(easel, ann.token, showing([canvas], capable));
    easel.clock.advance(1000);
    const workspace = { index: 0, size: { width: 100, height: 100 }, canvas_id: canvas, workspace_state: 'open' };
    await late.request({ type: 'update', workspaces: [workspace] });
    const rdp = await makeRdp(canvas);
    const command = await early.next('command', { op: 'host-widget' });
    expect(command).toMatchObject({ canvas_id: canvas, widget: rdp, by: null });
    expect(ok(await ann.get(rdpIn(canvas, rdp.id))).host_id).toBe('');
    const item = await ann.watch(rdpIn(canvas, rdp.id));
    await item.next();
    early.send({ type: 'ack', re: command.id });
    expect(await item.next()).toEqual({ ...rdp, host_id: idOf(early), 'host-id': idOf(early) });
    expect(late.unread).toEqual([]);
    await Promise.all([early.close(), late.close()]);
  });

  test('asks nobody without the capability, without the canvas, or while the canvas is still loading', async () => {
    const canvas = await makeCanvas();
    const able = showing([canvas], ['rdp']);
    const other = showing([canvas], ['ip-video']);
    const blind = await connectDisplay(easel, ann.token, other);
    const elsewhere = await connectDisplay(easel, ann.token, showing([await makeCanvas()], capable));
    const opening = { ...(able.workspaces as object[])[0], workspace_state: 'opening' };
    const loading = await connectDisplay(easel, ann.token, { ...able, workspaces: [opening] });
    const rdp = await makeRdp(canvas);
    await Promise.all([blind, elsewhere, loading].map((one) => one.settled()));
    for (const one of [blind, elsewhere, loading]) expect(one.unread).toEqual([]);
    loading.send({ type: 'update', workspaces: [{ index: 0, workspace_state: 'open' }] });
    expect(await loading.acknowledge('host-widget')).toMatchObject({ widget: { id: rdp.id } });
    const video = await makeVideo(canvas);
    expect(await blind.acknowledge('host-widget')).toMatchObject({ widget: { id: video.id } });
    await Promise.all([blind, elsewhere, loading].map((one) => one.close()));
  });

  test('is none without an address', async () => {
    const canvas = await makeCanvas();
    const display = await connectDisplay(easel, ann.token, showing([canvas], capable));
    const rdp = await makeRdp(canvas, '');
    await display.settled();
    expect(display.unread).toEqual([]);
    ok(await ann.patch(rdpIn(canvas, rdp.id), { connection_name: 'desk-2' }));
    await display.acknowledge('host-widget');
    await display.close();
  });

  test('goes to the next client when the first says no, and to none again before its hold is over', async () => {
    const canvas = await makeCanvas();
    const first = await connectDisplay(easel, ann.token, showing([canvas], capable));
    easel.clock.advance(10);
    const second = await connectDisplay(easel, bob.token, showing([], capable));
    const rdp = await makeRdp(canvas);
    await first.nack('host-widget', 'unsupported');
    await first.settled();
    easel.clock.advance(59_000);
    ok(await ann.patch(rdpIn(canvas, rdp.id), { title: 'again' }));
    await first.settled();
    expect(first.unread).toEqual([]);
    easel.clock.advance(1_000);
    await first.nack('host-widget', 'refused');
    // Bob's display may not see the canvas yet
    ok(await ann.post(`/canvases/${canvas}/permissions`, { users: [{ id: bob.id, permission: 'view' }] }));
    const workspaces = showing([canvas]).workspaces;
    expect(await second.request({ type: 'update', workspaces })).toMatchObject({ type: 'ack' });
    await second.acknowledge('host-widget');
    const item = await ann.watch(rdpIn(canvas, rdp.id));
    for (let shown = await item.next(); shown.host_id !== idOf(second); shown = await item.next()) expect(shown.host_id).toBe('');
    await Promise.all([first.close(), second.close()]);
  });

  test('goes to the next client when the first does not answer', async () => {
    const canvas = await makeCanvas();
    const first = await connectDisplay(easel, ann.token, showing([canvas], capable));
    easel.clock.advance(10);
    const second = await connectDisplay(easel, ann.token, showing([canvas], capable));
    const rdp = await makeRdp(canvas);
    const command = await first.next('command', { op: 'host-widget' });
    easel.clock.advance(5_000);
    expect(await first.next('cancel')).toMatchObject({ re: command.id });
    await second.acknowledge('host-widget');
    // The client had begun when the request was cancelled
    first.send({ type: 'ack', re: command.id });
    expect(await first.next('command')).toMatchObject({ op: 'unhost-widget', widget_id: rdp.id, reason: 'moved' });
    await Promise.all([first.close(), second.close()]);
  });

  test('is asked for when a client becomes capable', async () => {
    const canvas = await makeCanvas();
    const rdp = await makeRdp(canvas);
    const display = await connectDisplay(easel, ann.token, showing([canvas]));
    await display.settled();
    expect(display.unread).toEqual([]);
    display.send({ type: 'update', client: { capabilities: ['rdp'] } });
    expect(await display.acknowledge('host-widget')).toMatchObject({ widget: { id: rdp.id } });
    await display.close();
  });

  test('is not hosted by whoever says yes after it was deleted, or has another address', async () => {
    const canvas = await makeCanvas();
    const display = await connectDisplay(easel, ann.token, showing([canvas], capable));
    const gone = await makeRdp(canvas);
    const late = await display.next('command', { op: 'host-widget' });
    ok(await ann.delete(rdpIn(canvas, gone.id)));
    display.send({ type: 'ack', re: late.id });
    expect(await display.next('command', { op: 'unhost-widget' })).toMatchObject({ widget_id: gone.id, reason: 'deleted' });
    const moved = await makeRdp(canvas);
    const old = await display.next('command', { op: 'host-widget' });
    ok(await ann.patch(rdpIn(canvas, moved.id), { connection_name: 'desk-9' }));
    display.send({ type: 'ack', re: old.id });
    const again = await display.next('command', { op: 'unhost-widget' });
    expect(again).toMatchObject({ widget_id: moved.id, reason: 'moved' });
    display.send({ type: 'ack', re: again.id });
    expect(await display.next('command', { op: 'host-widget' })).toMatchObject({ widget: { connection_name: 'desk-9' } });
    await display.close();
  });
});

describe('a client that', () => {
  test('closes the canvas before it says yes is not the host', async () => {
    const canvas = await makeCanvas();
    const display = await connectDisplay(easel, ann.token, showing([canvas], capable));
    const rdp = await makeRdp(canvas);
    const command = await display.next('command', { op: 'host-widget' });
    await display.request({ type: 'update', workspaces: [{ index: 0, canvas_id: '' }] });
    await easel.unchanged(async () => {
      display.send({ type: 'ack', re: command.id });
      await display.acknowledge('unhost-widget');
    });
    expect(ok(await ann.get(rdpIn(canvas, rdp.id))).host_id).toBe('');
    await display.close();
  });

  test('comes back is asked for what nobody could host meanwhile', async () => {
    const canvas = await makeCanvas();
    const hello = showing([canvas], capable);
    const display = await connectDisplay(easel, ann.token, hello);
    const { client_id: id, client_secret: secret, session_id: resume } = display.welcome;
    const other = await connectDisplay(easel, ann.token);
    await display.drop();
    await other.settled();
    const rdp = await makeRdp(canvas);
    const again = await connectDisplay(easel, ann.token, {
      ...hello,
      client: { ...(hello.client as object), id, secret },
      resume,
    });
    expect(await again.acknowledge('host-widget')).toMatchObject({ widget: { id: rdp.id } });
    await Promise.all([again.close(), other.close()]);
  });
});

describe('a host', () => {
  test('says what it has established, and modified_at stays', async () => {
    const canvas = await makeCanvas();
    const { display, stream, rdp } = await hosted(canvas);
    const before = ok(await ann.get(`/canvases/${canvas}`)).modified_at;
    easel.clock.advance(1000);
    const connected = report(canvas, rdp.id, { status: 'connected', content_id: 'rdp-7f31' });
    expect(await display.request(connected)).toMatchObject({ type: 'ack' });
    expect(await stream.next()).toMatchObject([{ content_id: 'rdp-7f31', 'content-id': 'rdp-7f31', host_id: idOf(display) }]);
    await easel.unchanged(() => display.request(connected));
    expect(await display.request(report(canvas, rdp.id, { status: 'ended' }))).toMatchObject({ type: 'ack' });
    expect(await stream.next()).toMatchObject([{ content_id: '', host_id: idOf(display) }]);
    expect(ok(await ann.get(`/canvases/${canvas}`)).modified_at).toBe(before);
    await display.close();
  });

  test('may report in the same breath as its acknowledgement', async () => {
    const canvas = await makeCanvas();
    const display = await connectDisplay(easel, ann.token, showing([canvas], capable));
    const rdp = await makeRdp(canvas);
    const command = await display.next('command', { op: 'host-widget' });
    display.send({ type: 'ack', re: command.id });
    const said = await display.request(report(canvas, rdp.id, { status: 'connected', content_id: 'at once' }));
    expect(said).toMatchObject({ type: 'ack' });
    expect(ok(await ann.get(rdpIn(canvas, rdp.id)))).toMatchObject({ host_id: idOf(display), content_id: 'at once' });
    await display.close();
  });

  test('is the only one that may report and release, and must say what it has connected to', async () => {
    const canvas = await makeCanvas();
    const { display, rdp } = await hosted(canvas);
    const other = await connectDisplay(easel, ann.token, showing([canvas], capable));
    const nobody = '00000000-0000-4000-8000-000000000000';
    await easel.unchanged(async () => {
      for (const widget of [rdp.id, nobody]) {
        const connected = report(canvas, widget, { status: 'connected', content_id: 'x' });
        expect(await other.request(connected)).toMatchObject({ type: 'nack', code: 'not_host' });
        expect(await other.request({ ...connected, type: 'host-release' })).toMatchObject({ type: 'nack', code: 'not_host' });
      }
      expect(await display.request(report(canvas, rdp.id, { status: 'connected' }))).toMatchObject({
        code: 'invalid',
        msg: 'content_id parameter is missing',
      });
      expect(await display.request(report(canvas, rdp.id, { status: 'away' }))).toMatchObject({ code: 'invalid' });
    });
    await Promise.all([display.close(), other.close()]);
  });

  test('of an IP video establishes nothing that is shown', async () => {
    const canvas = await makeCanvas();
    const display = await connectDisplay(easel, ann.token, showing([canvas], capable));
    const video = await makeVideo(canvas);
    await display.acknowledge('host-widget');
    const item = await ann.watch(`/canvases/${canvas}/ip-videos/${video.id}`);
    for (let shown = await item.next(); shown.host_id === ''; shown = await item.next());
    await easel.unchanged(async () => {
      const connected = report(canvas, video.id, { status: 'connected', content_id: 'ignored' });
      expect(await display.request(connected)).toMatchObject({ type: 'ack' });
    });
    await display.close();
  });

  test('is asked again for another address, and what it had established is over in the event of the change', async () => {
    const canvas = await makeCanvas();
    const { display, stream, rdp } = await hosted(canvas);
    await display.request(report(canvas, rdp.id, { status: 'connected', content_id: 'old' }));
    await stream.next();
    ok(await ann.patch(rdpIn(canvas, rdp.id), { connection_name: 'desk-2' }));
    expect(await stream.next()).toMatchObject([{ connection_name: 'desk-2', content_id: '', host_id: idOf(display) }]);
    const command = await display.next('command', { op: 'host-widget' });
    expect(command).toMatchObject({ widget: { connection_name: 'desk-2' } });
    // This report is of the session before
    await easel.unchanged(() => display.request(report(canvas, rdp.id, { status: 'connected', content_id: 'old' })));
    display.send({ type: 'ack', re: command.id });
    await display.request(report(canvas, rdp.id, { status: 'connected', content_id: 'new' }));
    expect(await stream.next()).toMatchObject([{ content_id: 'new' }]);
    ok(await ann.patch(rdpIn(canvas, rdp.id), { connection_name: 'desk-3' }));
    expect(await stream.next()).toMatchObject([{ connection_name: 'desk-3', content_id: '', host_id: idOf(display) }]);
    await display.nack('host-widget', 'refused');
    expect(await stream.next()).toMatchObject([{ content_id: '', host_id: '' }]);
    await display.acknowledge('unhost-widget');
    await display.close();
  });

  test('is lost when the address is emptied, in the event of the change', async () => {
    const canvas = await makeCanvas();
    const { display, stream, rdp } = await hosted(canvas);
    ok(await ann.patch(rdpIn(canvas, rdp.id), { connection_name: '' }));
    expect(await stream.next()).toMatchObject([{ connection_name: '', content_id: '', host_id: '' }]);
    expect(await display.next('command', { op: 'unhost-widget' })).toMatchObject({ widget_id: rdp.id, reason: 'moved' });
    await display.close();
  });

  test('that releases the widget is not asked again for a minute', async () => {
    const canvas = await makeCanvas();
    const { display, stream, rdp } = await hosted(canvas);
    await display.request(report(canvas, rdp.id, { status: 'connected', content_id: 'x' }));
    await stream.next();
    const release = { type: 'host-release', canvas_id: canvas, widget_id: rdp.id, msg: 'closed by user' };
    expect(await display.request(release)).toMatchObject({ type: 'ack' });
    expect(await stream.next()).toMatchObject([{ content_id: '', host_id: '' }]);
    await display.acknowledge('unhost-widget');
    await display.settled();
    expect(display.unread).toEqual([]);
    easel.clock.advance(60_000);
    await display.acknowledge('host-widget');
    await display.close();
  });

  test('that is gone is replaced after its grace, not before', async () => {
    const canvas = await makeCanvas();
    const { display, stream, rdp } = await hosted(canvas);
    easel.clock.advance(10);
    const second = await connectDisplay(easel, ann.token, showing([canvas], capable));
    await display.drop();
    await second.settled();
    expect(ok(await ann.get(rdpIn(canvas, rdp.id))).host_id).toBe(idOf(display));
    easel.clock.advance(5_000);
    expect(await stream.next()).toMatchObject([{ host_id: '' }]);
    await second.acknowledge('host-widget');
    expect(await stream.next()).toMatchObject([{ host_id: idOf(second) }]);
    second.send({ type: 'bye' });
    expect(await stream.next()).toMatchObject([{ host_id: '' }]);
  });

  test('that comes back within its grace stays the host', async () => {
    const canvas = await makeCanvas();
    const { display, stream, rdp } = await hosted(canvas);
    const { client_id: id, client_secret: secret, session_id: resume } = display.welcome;
    await display.drop();
    const hello = showing([canvas], capable);
    const again = await connectDisplay(easel, ann.token, {
      ...hello,
      client: { ...(hello.client as object), id, secret },
      resume,
    });
    expect(again.welcome.resumed).toBe(true);
    await again.settled();
    expect(stream.unread).toEqual([]);
    const connected = report(canvas, rdp.id, { status: 'connected', content_id: 'still' });
    expect(await again.request(connected)).toMatchObject({ type: 'ack' });
    await again.close();
  });

  test('is lost when it closes the canvas in its last workspace, and when it drops the capability', async () => {
    const canvas = await makeCanvas();
    const { display, stream, rdp } = await hosted(canvas);
    const [workspace] = showing([canvas]).workspaces as object[];
    await display.request({ type: 'update', workspaces: [{ ...workspace, index: 1 }] });
    await display.request({ type: 'update', workspaces: [{ index: 0, canvas_id: '' }] });
    expect(ok(await ann.get(rdpIn(canvas, rdp.id))).host_id).toBe(idOf(display));
    await display.request({ type: 'update', removed: { workspaces: [1] } });
    expect(await stream.next()).toMatchObject([{ host_id: '' }]);
    expect(await display.acknowledge('unhost-widget')).toMatchObject({ canvas_id: canvas, widget_id: rdp.id, reason: 'moved' });
    await display.request({ type: 'update', workspaces: [{ index: 0, canvas_id: canvas, workspace_state: 'open' }] });
    await display.acknowledge('host-widget');
    expect(await stream.next()).toMatchObject([{ host_id: idOf(display) }]);
    await display.request({ type: 'update', client: { capabilities: ['ip-video'] } });
    expect(await stream.next()).toMatchObject([{ host_id: '' }]);
    await display.acknowledge('unhost-widget');
    await display.close();
  });

  test('is lost with the access of its user', async () => {
    const canvas = await makeCanvas();
    const permissions = `/canvases/${canvas}/permissions`;
    ok(await ann.post(permissions, { users: [{ id: bob.id, permission: 'view' }] }));
    const rdp = await makeRdp(canvas);
    const display = await connectDisplay(easel, bob.token, showing([canvas], capable));
    const stream = await ann.watch(`/canvases/${canvas}/rdp-connections?changes=1`);
    await stream.next();
    await display.acknowledge('host-widget');
    expect(await stream.next()).toMatchObject([{ host_id: idOf(display) }]);
    ok(await ann.post(permissions, { users: [{ id: bob.id, permission: 'none' }] }));
    expect(await stream.next()).toMatchObject([{ host_id: '' }]);
    expect(await display.acknowledge('close-canvas')).toMatchObject({ reason: 'access_lost' });
    expect(await display.acknowledge('unhost-widget')).toMatchObject({ widget_id: rdp.id, reason: 'access_lost' });
    await display.close();
  });

  test('is told when the widget or its canvas is deleted', async () => {
    const canvas = await makeCanvas();
    const { display, rdp } = await hosted(canvas);
    ok(await ann.delete(rdpIn(canvas, rdp.id)));
    expect(await display.acknowledge('unhost-widget')).toMatchObject({ widget_id: rdp.id, reason: 'deleted' });
    const video = await makeVideo(canvas);
    await display.acknowledge('host-widget');
    const item = await ann.watch(`/canvases/${canvas}/ip-videos/${video.id}`);
    for (let shown = await item.next(); shown.host_id === ''; shown = await item.next());
    ok(await ann.delete(`/canvases/${canvas}`));
    expect(await display.acknowledge('unhost-widget')).toMatchObject({ widget_id: video.id, reason: 'deleted' });
    await display.close();
  });

  test('is gone after a restart, on every canvas', async () => {
    const canvas = await makeCanvas();
    const { display, rdp } = await hosted(canvas);
    await display.request(report(canvas, rdp.id, { status: 'connected', content_id: 'x' }));
    await easel.restart();
    expect(ok(await ann.get('/clients'))).toEqual([]);
    expect(ok(await ann.get(rdpIn(canvas, rdp.id)))).toMatchObject({ connection_name: 'desk-1', host_id: '', content_id: '' });
    const again = await connectDisplay(easel, ann.token, showing([canvas], capable));
    await again.acknowledge('host-widget');
    await again.close();
  });
});
