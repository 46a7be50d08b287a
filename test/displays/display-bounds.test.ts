import type { Socket } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { connectDisplay, DisplayPeer, usualHello } from '../kit/display.ts';
import { useEasel } from '../kit/easel.ts';
import { until } from '../kit/until.ts';

const MIB = 1024 * 1024;

// Heartbeats so rare that no test misses one, and the smallest memory for bodies
const easel = useEasel({ people: ['ann'], env: { EASEL_KEEPALIVE_SECONDS: '300', EASEL_BODY_MEMORY_BYTES: String(32 * MIB) } });
const { ann } = easel.people;

const hello = { type: 'hello', protocol: 1, kind: 'viewer', client: {} };
const viewer = { kind: 'viewer', client: {}, workspaces: [] };
const stranger = (): Promise<DisplayPeer> => new DisplayPeer(easel.url).opened();

async function guest(): Promise<DisplayPeer> {
  const peer = await stranger();
  peer.send(hello);
  peer.welcome = await peer.next('welcome');
  return peer;
}

/** Begins a text frame of `announced` bytes, of which only `sent` bytes come. */
function begin(peer: DisplayPeer, announced: number, sent: number): void {
  const head = Buffer.from([0x81, 0x80 | 127, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  head.writeUInt32BE(announced, 6);
  const { _socket: socket } = peer.socket as unknown as { _socket: Socket };
  socket.write(Buffer.concat([head, Buffer.alloc(sent, 'x')]));
}

/** Everything that was sent before has come, and one more message is taken. */
const isServed = async (peer: DisplayPeer): Promise<boolean> => (await peer.request({ type: 'none' })).type === 'nack';

let canvas: string;
beforeAll(async () => {
  canvas = await easel.canvas(ann);
  await ann.post(`${canvas}/permissions`, { link_permission: 'view' });
});

describe('a message that is too long', () => {
  test('ends a connection without a credential from 16 KiB on, before its bytes have come', async () => {
    const one = await stranger();
    const other = await stranger();
    begin(one, 16 * 1024 + 1, 0);
    expect(await one.closed).toBe(1009);
    other.socket.send(JSON.stringify({ ...hello, client: { version: 'x'.repeat(200) }, more: 'x'.repeat(15 * 1024) }));
    expect((await other.next('welcome')).max_message_bytes).toBe(64 * 1024);
    await other.leave();
  });

  test('ends a guest from 64 KiB on, and somebody who is signed in from 1 MiB on', async () => {
    const anybody = await guest();
    const known = await connectDisplay(easel, ann.token, viewer);
    expect([anybody.welcome.max_message_bytes, known.welcome.max_message_bytes]).toEqual([64 * 1024, MIB]);
    for (const [peer, most] of [
      [anybody, 64 * 1024],
      [known, MIB],
    ] as const) {
      peer.socket.send(JSON.stringify({ type: 'none', id: 'a', more: '' }).padEnd(most, ' '));
      expect(await peer.next('nack', { re: 'a' })).toMatchObject({ code: 'unsupported' });
      begin(peer, most + 1, 10);
      expect(await peer.closed).toBe(1009);
    }
  });

  test('of a display that signed in with its request may be the first one', async () => {
    const large = await connectDisplay(easel, ann.token, { ...usualHello, more: 'x'.repeat(100 * 1024) });
    await large.leave();
  });
});

describe('a message that is not whole', () => {
  test('ends its connection after a minute, and one that is whole by then does not', async () => {
    const stalled = await guest();
    const slow = await guest();
    for (const peer of [stalled, slow]) await peer.request({ type: 'watch', canvas_ids: [canvas.slice('/canvases/'.length)] });
    begin(stalled, 1000, 10);
    begin(slow, 20, 10);
    await until(async () => {
      easel.clock.advance(100);
      return stalled.code !== undefined || (await isServed(await known()));
    });
    const { _socket: socket } = slow.socket as unknown as { _socket: Socket };
    socket.write('{"type":1}'.padEnd(10));
    easel.clock.advance(59_000);
    expect(await isServed(await known())).toBe(true);
    expect(stalled.code).toBeUndefined();
    easel.clock.advance(1_000);
    expect(await stalled.closed).toBe(4408);
    await slow.close();
  });

  test('counts as a body of its caller, and is given back with its connection', async () => {
    const peers = await Promise.all(Array.from({ length: 300 }, stranger));
    for (const peer of peers) begin(peer, 16 * 1024, 15 * 1024);
    await until(() => peers.some(({ code }) => code !== undefined));
    const refused = peers.filter(({ code }) => code !== undefined);
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set([1011]));
    // An eighth of the memory is for callers without a token, and one address has at most half of that
    await until(async () => peers.filter(({ code }) => code === undefined).length * 15 * 1024 <= 2 * MIB);
    expect(await isServed(await known())).toBe(true);
    await Promise.all(peers.map((peer) => (peer.code === undefined ? peer.drop() : undefined)));
    await until(async () => {
      const again = await stranger();
      begin(again, 16 * 1024, 15 * 1024);
      const closed = await Promise.race([again.closed, isServed(await known())]);
      await again.drop();
      return closed === true;
    });
  });
});

let signedIn: DisplayPeer | undefined;
/** Somebody who is signed in, whose messages are answered whatever others do. */
const known = async (): Promise<DisplayPeer> => (signedIn ??= await connectDisplay(easel, ann.token, viewer));

describe('what messages cost', () => {
  const flood = async (peer: DisplayPeer, message: object, times: number): Promise<number | undefined> => {
    for (let time = 0; time < times; time++) peer.send(message);
    await Promise.race([peer.closed, isServed(peer).catch(() => undefined)]);
    return peer.code;
  };

  test('depends on their kind: a stream costs ten times as much as a beat', async () => {
    const beat = { type: 'beat' };
    expect(await flood(await connectDisplay(easel, ann.token, viewer), beat, 900)).toBeUndefined();
    const stream = { type: 'subscribe', path: `${canvas}/notes` };
    expect(await flood(await connectDisplay(easel, ann.token, viewer), stream, 90)).toBeUndefined();
    expect(await flood(await connectDisplay(easel, ann.token, viewer), stream, 120)).toBe(4429);
    expect(await flood(await connectDisplay(easel, ann.token, viewer), { ...beat, more: 'x'.repeat(64 * 1024) }, 200)).toBe(4429);
  });

  test('is less for a guest, and is there again after some seconds', async () => {
    const watch = { type: 'watch', canvas_ids: [] };
    expect(await flood(await guest(), watch, 140)).toBe(4429);
    const patient = await guest();
    expect(await flood(patient, watch, 110)).toBeUndefined();
    easel.clock.advance(5_000);
    expect(await flood(patient, watch, 110)).toBeUndefined();
    await patient.leave();
  });
});

test('what is sent behind a hello is done in its order, behind the welcome', async () => {
  const peer = await new DisplayPeer(easel.url, { 'Private-Token': ann.token }).opened();
  peer.send({ ...hello });
  const ids = Array.from({ length: 100 }, (_, at) => `r${at}`);
  for (const id of ids) peer.send({ type: 'none', id });
  await peer.next('nack', { re: 'r99' });
  expect(peer.unread.map(({ type, re }) => re ?? type)).toEqual(['welcome', ...ids.slice(0, -1)]);
  await peer.leave();
});
