import { beforeEach, describe, expect, test, vi } from 'vitest';
import { connectDisplay, DisplayPeer, usualHello } from '../kit/display.ts';
import { useEasel } from '../kit/easel.ts';
import { form, sampleFiles } from '../kit/files.ts';
import { until } from '../kit/until.ts';

// Heartbeats so rare that no test misses one
const easel = useEasel({
  people: ['ann'],
  env: { EASEL_KEEPALIVE_SECONDS: '300', EASEL_CORS_ALLOWED_ORIGINS: 'https://portal.example' },
});
const { ann } = easel.people;

const hello = { type: 'hello', protocol: 1, kind: 'viewer', client: {} };
const viewer = { kind: 'viewer', client: {}, workspaces: [] };
const open = (headers: Record<string, string> = {}): Promise<DisplayPeer> => new DisplayPeer(easel.url, headers).opened();
const subscribe = (peer: DisplayPeer, path: string) => peer.request({ type: 'subscribe', path });
const link = (link_permission: string) => ann.post(`${canvas}/permissions`, { link_permission });

async function guest(headers?: Record<string, string>): Promise<DisplayPeer> {
  const peer = await open(headers);
  peer.send(hello);
  peer.welcome = await peer.next('welcome');
  return peer;
}

/** How a first message without a token is refused: the close code, and the error. */
async function refused(message: object, headers?: Record<string, string>): Promise<unknown[]> {
  const peer = await open(headers);
  peer.send(message);
  const { code, msg } = await peer.next('error');
  return [await peer.closed, code, msg];
}

let canvas: string;
let id: string;
beforeEach(async () => {
  canvas = await easel.canvas(ann);
  id = canvas.slice('/canvases/'.length);
  await link('view');
});

describe('a viewer without a credential', () => {
  test('is welcomed as Guest, takes no seat, and is not among the clients', async () => {
    const peer = await guest();
    expect(peer.welcome.user).toEqual({ id: 100, name: 'Guest', email: expect.any(String) });
    expect((await easel.admin.get('/clients')).body).toEqual([]);
    await peer.leave();
  });

  test('is refused with a token or cookie that is not valid', async () => {
    expect(await refused({ ...hello, token: 'nonsense' })).toEqual([4401, 'unauthorized', 'Invalid token']);
    const stale = Buffer.from(JSON.stringify({ passport: { user: { token: 'nonsense' } } })).toString('base64');
    await expect(open({ Cookie: `CanvusSession=${stale}` })).rejects.toThrow('401');
  });

  test('is refused as a display, from a page of another server, and while Guest is blocked', async () => {
    const unauthorized = [4401, 'unauthorized', 'Unauthorized'];
    expect(await refused({ ...usualHello })).toEqual(unauthorized);
    expect(await refused(hello, { Origin: 'https://elsewhere.example' })).toEqual(unauthorized);
    await easel.admin.post('/users/100/block');
    expect(await refused(hello)).toEqual(unauthorized);
    await easel.admin.post('/users/100/unblock');
  });

  test('may come from a page of this server, and from those that the settings allow', async () => {
    for (const Origin of [easel.url, 'https://portal.example']) await (await guest({ Origin })).leave();
  });

  test('is closed within a second when Guest is blocked', async () => {
    const peer = await guest();
    await easel.admin.post('/users/100/block');
    easel.clock.advance(1000);
    expect(await peer.closed).toBe(4401);
    await easel.admin.post('/users/100/unblock');
  });
});

describe('the id of a viewer', () => {
  const as = (id: string, secret: string) => ({ ...hello, client: { id, secret } });

  test('is never that of a display, connected or not, whatever the secret', async () => {
    const wall = await connectDisplay(easel, ann.token);
    const { client_id, client_secret } = wall.welcome;
    const refusal = [4403, 'forbidden', 'The id is that of a display'];
    expect(await refused(as(client_id, client_secret))).toEqual(refusal);
    expect(await refused({ ...as(client_id, client_secret), token: ann.token })).toEqual(refusal);
    expect((await ann.get(`/clients/${client_id}/workspaces/0`)).status).toBe(200);
    await wall.leave();
    expect(await refused(as(client_id, client_secret))).toEqual(refusal);
  });

  test('is its own again with its secret, and another one when nobody knows it', async () => {
    const first = await guest();
    const { client_id, client_secret } = first.welcome;
    const again = await connectDisplay(easel, ann.token, { ...viewer, client: { id: client_id, secret: client_secret } });
    expect([again.welcome.client_id, await first.closed]).toEqual([client_id, 4409]);
    await again.leave();
    const stranger = await open();
    stranger.send(as(client_id, client_secret));
    const { client_id: another, client_secret: fresh } = await stranger.next('welcome');
    expect(another).not.toBe(client_id);
    expect(fresh).toMatch(/^[\w-]{43}$/);
    await stranger.leave();
  });
});

describe('the streams of a guest', () => {
  test('show what the link shares, and are refused as requests without a credential are', async () => {
    const peer = await guest();
    expect(await subscribe(peer, `${canvas}/widgets?changes=1`)).toMatchObject({ type: 'ack', stream: 'whole' });
    const closed = await easel.canvas(ann);
    for (const path of [
      `${closed}/widgets`,
      closed,
      '/canvases',
      `${canvas}/permissions`,
      '/clients',
      '/users',
      '/canvas-folders',
    ]) {
      const { status, body } = await easel.anonymous.get(path);
      expect([path, await subscribe(peer, path)]).toEqual([
        path,
        expect.objectContaining({ type: 'nack', status, msg: body.msg }),
      ]);
      expect(status).toBe(401);
    }
    await peer.leave();
  });

  test('tell of changes, and end when the sharing does', async () => {
    const peer = await guest();
    const { channel } = await subscribe(peer, `${canvas}/notes?changes=1`);
    await peer.frame(channel);
    await ann.post(`${canvas}/notes`, { text: 'hello' });
    expect(await peer.frame(channel)).toContain('"hello"');
    await link('none');
    easel.clock.advance(1000);
    expect(await peer.frame(channel)).toContain('"deleted"');
    expect(await peer.next('ended')).toMatchObject({ channel, status: 401, msg: 'Unauthorized' });
    await peer.leave();
  });
});

describe('the presence of a guest', () => {
  const viewport = { x: 0, y: 0, width: 1600, height: 900 };

  test('is shown under the name of Guest where the link allows to see, and gone when the sharing ends', async () => {
    const peer = await guest();
    const owner = await connectDisplay(easel, ann.token, viewer);
    for (const one of [peer, owner]) await one.request({ type: 'watch', canvas_ids: [id] });
    peer.send({ type: 'presence', canvas_id: id, viewport });
    await peer.request({ type: 'none' });
    easel.clock.advance(50);
    expect(await owner.next('presence')).toMatchObject({
      canvas_id: id,
      from: { kind: 'viewer', user: { id: 100, name: 'Guest' } },
    });
    owner.send({ type: 'presence', canvas_id: id, viewport });
    await owner.request({ type: 'none' });
    easel.clock.advance(50);
    expect(await peer.next('presence')).toMatchObject({ from: { user: { id: ann.id } } });
    await link('none');
    expect(await owner.next('presence-gone')).toMatchObject({ canvas_id: id, session_id: peer.welcome.session_id });
    expect(await peer.request({ type: 'presence', canvas_id: id, viewport })).toMatchObject({ type: 'nack', code: 'forbidden' });
    await Promise.all([peer.leave(), owner.leave()]);
  });
});

test('a guest is in no more places than it can watch canvases', async () => {
  const peer = await guest();
  const show = (workspace: number) => peer.request({ type: 'presence', canvas_id: id, workspace });
  for (let workspace = 0; workspace < 8; workspace++) expect((await show(workspace)).type).toBe('ack');
  expect(await show(8)).toMatchObject({ type: 'nack', code: 'refused', msg: 'Too many places' });
  expect((await show(0)).type).toBe('ack');
  await peer.leave();
});

test('a guest changes nothing, even where the link gives edit', async () => {
  await link('edit');
  const peer = await guest();
  await peer.request({ type: 'watch', canvas_ids: [id] });
  const anchor = { type: 'anchor-create', canvas_id: id, title: 'x', location: { x: 0, y: 0 }, size: { width: 10, height: 10 } };
  const update = { type: 'update', workspaces: [{ index: 0, size: { width: 10, height: 10 } }] };
  const release = { type: 'host-release', canvas_id: id, widget_id: '6b0e6f9c-1111-4222-8333-abcdefabcdef' };
  const { body: video } = await ann.post(
    `${canvas}/videos`,
    ...form({ data: sampleFiles.video.bytes, filename: 'a.mp4', json: {} }),
  );
  const report = { type: 'media-report', canvas_id: id, widget_id: video.id, hash: video.hash, duration: 7 };
  await easel.unchanged(async () => {
    peer.send(report);
    for (const message of [anchor, update])
      expect(await peer.request(message)).toMatchObject({ type: 'nack', code: 'forbidden' });
    expect(await peer.request(release)).toMatchObject({ type: 'nack' });
  });
  await peer.leave();
});

/** Runs it, and counts how often a map of at least this size is walked from one end to the other meanwhile. */
async function walks(size: number, run: () => Promise<void>): Promise<number> {
  let walked = 0;
  const names = ['keys', 'values', 'entries', 'forEach', Symbol.iterator] as const;
  const spies = [Map, Set].flatMap(({ prototype }) =>
    names.map((name) => {
      const usual = prototype[name as 'values'];
      return vi.spyOn(prototype, name as 'values').mockImplementation(function (this: Map<unknown, unknown>, ...more) {
        if (this.size >= size) walked++;
        return usual.apply(this, more);
      });
    }),
  );
  await run();
  for (const spy of spies) spy.mockRestore();
  return walked;
}

test('guests that are refused together are found one by one: nothing walks all connections or sessions for each', async () => {
  const peers = await Promise.all(Array.from({ length: 60 }, () => guest()));
  const walked = await walks(20, async () => {
    await easel.admin.post('/users/100/block');
    easel.clock.advance(1000);
    const codes = await Promise.all(peers.map((peer) => peer.closed));
    expect(new Set(codes)).toEqual(new Set([4401]));
  });
  await easel.admin.post('/users/100/unblock');
  expect(walked).toBeLessThan(20);
});

describe('a guest that sees nothing', () => {
  const past = (ms: number): void => easel.clock.advance(ms);

  test('is closed after a minute', async () => {
    const peer = await guest();
    past(50_000);
    await peer.request({ type: 'none' });
    past(20_000);
    expect(await peer.closed).toBe(4408);
  });

  test('is closed after a minute, whatever else it subscribes to: no stream of the server shows a canvas', async () => {
    const peer = await guest();
    expect(await subscribe(peer, '/server-config')).toMatchObject({ type: 'ack' });
    past(50_000);
    expect((await peer.request({ type: 'none' })).type).toBe('nack');
    past(20_000);
    expect(await peer.closed).toBe(4408);
  });

  test('stays while it shows itself on a canvas that it neither watches nor streams', async () => {
    const peer = await guest();
    peer.send({ type: 'presence', canvas_id: id, viewport: { x: 0, y: 0, width: 1600, height: 900 } });
    expect((await peer.request({ type: 'none' })).type).toBe('nack');
    for (let minute = 0; minute < 3; minute++) past(60_000);
    expect((await peer.request({ type: 'none' })).type).toBe('nack');
    await peer.leave();
  });

  test('stays while it has a stream or watches a canvas, and is closed a minute after both ended', async () => {
    const streaming = await guest();
    const watching = await guest();
    const { channel } = await subscribe(streaming, `${canvas}/widgets`);
    await watching.request({ type: 'watch', canvas_ids: [id] });
    for (let minute = 0; minute < 3; minute++) past(60_000);
    expect((await streaming.request({ type: 'unsubscribe', channel })).type).toBe('ack');
    await link('none');
    await until(async () => (await watching.request({ type: 'presence', canvas_id: id })).type === 'nack');
    past(50_000);
    expect([streaming.code, watching.code]).toEqual([undefined, undefined]);
    past(20_000);
    expect(await Promise.all([streaming.closed, watching.closed])).toEqual([4408, 4408]);
  });

  test('is not somebody who is signed in', async () => {
    const peer = await connectDisplay(easel, ann.token, viewer);
    past(120_000);
    expect((await peer.request({ type: 'none' })).type).toBe('nack');
    await peer.leave();
  });
});
