import { describe, expect, test } from 'vitest';
import type { Driver } from '../../server/store/drivers/driver.ts';
import { connectDisplay, DisplayPeer, usualHello } from '../kit/display.ts';
import { useEasel } from '../kit/easel.ts';
import { FaultyDriver, openPromise } from '../kit/faulty-driver.ts';
import { until } from '../kit/until.ts';

let driver!: FaultyDriver;
const wrapDriver = (inner: Driver): FaultyDriver => {
  driver = new FaultyDriver(inner);
  return driver;
};
// Heartbeats so rare that no test misses one
const easel = useEasel({ people: ['ann', 'bob'], wrapDriver, env: { EASEL_KEEPALIVE_SECONDS: '300' } });
const { ann, bob } = easel.people;

const clients = async (): Promise<string[]> => (await ann.get('/clients')).body.map(({ id }: { id: string }) => id);
const open = (token = ann.token): Promise<DisplayPeer> => new DisplayPeer(easel.url, { 'Private-Token': token }).opened();
/** A hello that comes back as the same client, and goes on where the connection broke. */
const resuming = ({ welcome: { client_id: id, client_secret: secret, session_id: resume } }: DisplayPeer) => ({
  ...usualHello,
  client: { ...usualHello.client, id, secret },
  resume,
});
/** Holds back that it is seen again. */
const hold = ({ welcome }: DisplayPeer) => {
  easel.clock.advance(10);
  return driver.hold(`display-client:${welcome.client_id}`);
};

describe('a message', () => {
  test.each([
    ['an object without a text', '{"type":{"toString":1},"id":"1"}'],
    ['a list without an end', `{"id":"1","type":${'['.repeat(60)}${']'.repeat(60)}}`],
  ])('whose type is %s is unknown like any other', async (_, text) => {
    const display = await connectDisplay(easel, ann.token);
    display.socket.send(text);
    expect(await display.next('nack')).toMatchObject({ re: '1', code: 'unsupported' });
    await display.leave();
  });
});

describe('a message that would take long to parse', () => {
  test.each([
    ['objects', `[${Array(300_000).fill('{}').join(',')}]`],
    ['keys', `{${Array(70_000).fill('"__proto__":1').join(',')}}`],
    ['levels', '['.repeat(500_000) + ']'.repeat(500_000)],
  ])('because of its %s is not read', async (_, held) => {
    const display = await connectDisplay(easel, ann.token);
    display.socket.send(`{"id":"1","type":"x","held":${held}}`);
    expect(await display.closed).toBe(4400);
    expect(display.unread).toEqual([expect.objectContaining({ type: 'error', code: 'invalid' })]);
  });
});

describe('a refused hello', () => {
  test('ends with a reason that fits into a close frame, whatever was sent', async () => {
    const peer = await open();
    peer.send({ ...usualHello, video_outputs: [{ index: 0, source: '壁'.repeat(100) }] });
    expect(await peer.next('error')).toMatchObject({ msg: `video_outputs[0].Invalid source ${'壁'.repeat(100)}` });
    expect(await peer.closed).toBe(4400);
  });
});

describe('a client that is resumed', () => {
  test('is not gone because its grace ends meanwhile', async () => {
    const first = await connectDisplay(easel, ann.token);
    const id = first.welcome.client_id;
    await first.drop();
    const held = hold(first);
    const second = await open();
    second.send(resuming(first));
    await held.arrived;
    easel.clock.advance(20_000);
    held.release();
    second.welcome = await second.next('welcome');
    expect(second.welcome).toMatchObject({ resumed: true });
    await second.settled();
    expect(await clients()).toContain(id);
    second.obeys = true;
    expect((await ann.patch(`/clients/${id}/workspaces/0`, { pinned: true })).status).toBe(200);
    await second.leave();
  });

  test('by a connection that breaks before it is welcomed is over after its grace', async () => {
    const first = await connectDisplay(easel, ann.token);
    const id = first.welcome.client_id;
    await first.drop();
    const held = hold(first);
    const second = await open();
    second.send(resuming(first));
    await held.arrived;
    await second.drop();
    // The server hears of it in its own time
    await connectDisplay(easel, bob.token, { kind: 'viewer' });
    held.release();
    await until(async () => {
      easel.clock.advance(1_000);
      return !(await clients()).includes(id);
    });
  });
});

describe('a credential', () => {
  test('that is revoked while its client is let in ends the connection', async () => {
    const dan = await easel.user({ name: 'dan' });
    const canvas_id = (await dan.post('/canvases')).body.id;
    await easel.restart();
    const gate = openPromise();
    const load = driver.load.bind(driver);
    driver.load = async (scope, take) => {
      if (scope === canvas_id) await gate.promise;
      return load(scope, take);
    };
    const display = await open(dan.token);
    display.send({ ...usualHello, workspaces: [{ ...usualHello.workspaces[0], canvas_id }] });
    display.socket.ping();
    await dan.post('/users/logout');
    easel.clock.advance(1_000);
    await ann.get('/clients');
    gate.resolve();
    expect(await display.closed).toBe(4401);
  });
});

describe('a client that is gone', () => {
  test('is removed as soon as that can be written down', async () => {
    const display = await connectDisplay(easel, ann.token);
    const id = display.welcome.client_id;
    driver.plan('fail', undefined, 3);
    await display.drop();
    await until(async () => {
      easel.clock.advance(1_000);
      return !(await clients()).includes(id);
    });
    expect(easel.errors.splice(0)).not.toEqual([]);
  });
});

describe('a connection', () => {
  test('that says anything before its hello is ended, beats too', async () => {
    const peer = await open();
    peer.send({ type: 'beat', client_time: 1 });
    expect(await peer.closed).toBe(4400);
  });

  test('is ended by too many pings, as by too many messages', async () => {
    const display = await connectDisplay(easel, ann.token);
    for (let pings = 0; pings < 1002; pings++) {
      display.socket.ping();
      if (pings % 50 === 0) await ann.get('/clients');
    }
    expect(await display.closed).toBe(4429);
    easel.clock.advance(20_000);
  });

  test('that reads a long list slowly is not cut off by an answer behind it', async () => {
    const canvas = await easel.canvas(ann);
    for (let notes = 0; notes < 40; notes++) await ann.post(`${canvas}/notes`, { text: 'x'.repeat(1_000_000) });
    const viewer = await connectDisplay(easel, ann.token, { kind: 'viewer', client: {}, workspaces: [] });
    viewer.socket.pause();
    viewer.send({ type: 'subscribe', id: 's', path: `${canvas}/notes` });
    for (let turns = 0; turns < 20; turns++) await ann.get('/clients');
    viewer.send({ type: 'watch', id: 'w', canvas_ids: [] });
    for (let turns = 0; turns < 20; turns++) await ann.get('/clients');
    viewer.socket.resume();
    expect(await viewer.next('ack', { re: 's' })).toBeDefined();
    expect(await viewer.next('ack', { re: 'w' })).toBeDefined();
    await viewer.settled();
    await viewer.leave();
  });
});

describe('an update', () => {
  test('brings no more entries than a hello may, however many messages it takes', async () => {
    const display = await connectDisplay(easel, ann.token);
    const inputs = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({ source: `video=${from + at}`, id: `cam-${from + at}` }));
    expect(await display.request({ type: 'update', video_inputs: inputs(0, 256) })).toMatchObject({ type: 'ack' });
    expect(await display.request({ type: 'update', video_inputs: inputs(256, 1) })).toMatchObject({
      type: 'nack',
      code: 'invalid',
    });
    const path = `/clients/${display.welcome.client_id}/video-inputs`;
    expect((await ann.get(path)).body).toHaveLength(256);
    const again = { type: 'update', video_inputs: inputs(256, 1), removed: { video_inputs: ['cam-0'] } };
    expect(await display.request(again)).toMatchObject({ type: 'ack' });
    await display.leave();
  });
});

describe('a request that commands a client', () => {
  test('is 404 when the connection is lost before the answer and nobody comes back', async () => {
    const display = await connectDisplay(easel, ann.token);
    const answer = ann.patch(`/clients/${display.welcome.client_id}/workspaces/0`, { pinned: true });
    await display.next('command');
    await display.drop();
    let said: unknown;
    void answer.then(({ status, body }) => {
      said = [status, body.msg];
    });
    await until(async () => {
      easel.clock.advance(500);
      await ann.get('/clients');
      return said !== undefined;
    });
    expect(said).toEqual([404, 'Client is offline']);
  });

  test('does not tell whether a canvas is open that the caller may not see', async () => {
    const canvas_id = (await easel.canvas(ann)).slice('/canvases/'.length);
    const display = await connectDisplay(easel, ann.token, {
      client: { ...usualHello.client, control: 'all' },
      workspaces: [{ ...usualHello.workspaces[0], canvas_id }],
    });
    const path = `/clients/${display.welcome.client_id}/workspaces/0`;
    expect((await bob.patch(path, { canvas_id })).status).toBe(403);
    expect((await ann.patch(path, { canvas_id })).status).toBe(200);
    await display.leave();
  });
});
