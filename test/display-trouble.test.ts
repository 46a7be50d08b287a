import { describe, expect, test } from 'vitest';
import type { Driver } from '../server/store/drivers/driver.ts';
import { connectDisplay, DisplayPeer, usualHello } from './kit/display.ts';
import { useEasel } from './kit/easel.ts';
import { FaultyDriver, openPromise } from './kit/faulty-driver.ts';
import { until } from './kit/until.ts';

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
  ...{ client: { ...usualHello.client, id, secret }, resume },
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
