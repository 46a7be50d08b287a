import { describe, expect, test } from 'vitest';
import { fakeClock } from '../test/kit/clock.ts';
import { FakeSockets } from '../test/kit/fake-socket.ts';
import { type ClientOptions, connect, type EaselClient } from './client.ts';
import { Refused } from './commands.ts';
import type { Lost } from './link.ts';
import { Nacked } from './requests.ts';

interface World {
  readonly sockets: FakeSockets;
  readonly clock: ReturnType<typeof fakeClock>;
  readonly client: EaselClient;
  readonly faults: unknown[];
  readonly losses: Lost[];
}

const CANVAS = 'b7a10000-0000-4000-8000-000000000001';
/** Lets promises that are settled run on. */
const turn = async (): Promise<void> => {
  for (let at = 0; at < 20; at++) await Promise.resolve();
};

async function begin(options: Partial<ClientOptions> = {}): Promise<World> {
  const sockets = new FakeSockets();
  const clock = fakeClock();
  const faults: unknown[] = [];
  const losses: Lost[] = [];
  const client = connect({
    server: 'http://wall.example:8080/',
    token: 'pR3v',
    client: { installation_name: 'lobby' },
    workspaces: [{ index: 0, size: { width: 1600, height: 900 } }],
    fault: (cause) => faults.push(cause),
    ports: { WebSocket: sockets.WebSocket, clock, random: () => 0.5, fetch: () => Promise.reject(new Error('no network')) },
    ...options,
    on: { lost: (lost) => losses.push(lost), ...options.on },
  });
  await turn();
  return { sockets, clock, client, faults, losses };
}

async function connected(options: Partial<ClientOptions> = {}): Promise<World> {
  const world = await begin(options);
  world.sockets.welcome();
  return world;
}

describe('a connection', () => {
  test('begins with the token and the declaration, on a socket without the token in its address', async () => {
    const { sockets } = await begin();
    const hello = sockets.welcome();
    expect(sockets.last.url).toBe('ws://wall.example:8080/api/v1/clients/connect');
    expect(hello).toEqual({
      type: 'hello',
      protocol: 1,
      token: 'pR3v',
      kind: 'display',
      client: { installation_name: 'lobby' },
      workspaces: [{ index: 0, size: { width: 1600, height: 900 } }],
      video_outputs: [],
      video_inputs: [],
    });
  });

  test('keeps the identity that the server gave, and comes with it and the session again', async () => {
    const kept: object[] = [];
    const { sockets, clock } = await begin({ identity: { load: () => undefined, save: (one) => void kept.push(one) } });
    sockets.welcome({ client_id: 'id-1', client_secret: 'geheim', session_id: 's-7' });
    await turn();
    expect(kept).toEqual([{ id: 'id-1', secret: 'geheim' }]);
    sockets.last.break();
    clock.advance(1_000);
    expect(sockets.welcome()).toMatchObject({ client: { id: 'id-1', secret: 'geheim' }, resume: 's-7' });
  });

  test('that is lost is tried again after 1, 2, 4 … 30 s, and from 1 s again once it was welcomed', async () => {
    const { sockets, clock, losses } = await begin();
    for (let at = 0; at < 7; at++) {
      sockets.last.break();
      clock.advance(losses.at(-1)!.retryMs! - 1);
      expect(sockets.all).toHaveLength(at + 1);
      clock.advance(1);
      expect(sockets.all).toHaveLength(at + 2);
    }
    expect(losses.map(({ retryMs }) => retryMs)).toEqual([1000, 2000, 4000, 8000, 16000, 30000, 30000]);
    sockets.welcome();
    sockets.last.fail('connect ECONNREFUSED');
    sockets.last.break();
    expect(losses.at(-1)).toEqual({ code: 1006, msg: 'connect ECONNREFUSED', retryMs: 1000 });
  });

  test.each([4401, 4403, 4406, 4409])('that ends with %i is not tried again', async (code) => {
    const { sockets, clock, client } = await connected();
    sockets.last.say({ type: 'notice', reason: 'replaced', msg: 'Replaced by a newer connection' });
    sockets.last.break(code);
    expect(await client.over).toEqual({ code, msg: 'Replaced by a newer connection', retryMs: undefined });
    clock.advance(1_000_000);
    expect([sockets.all.length, clock.waiting]).toEqual([1, 0]);
  });

  test('without a licence is tried once a minute', async () => {
    const { sockets, losses } = await connected();
    sockets.last.break(4402);
    expect(losses[0]!.retryMs).toBe(60_000);
  });

  test('answers beats, and is given up after three missed ones though the socket says nothing', async () => {
    const { sockets, clock, losses } = await connected();
    const [first] = sockets.all;
    first!.take('beat');
    first!.say({ type: 'beat' });
    expect(first!.take('beat')).toEqual({ type: 'beat', client_time: clock.steady() });
    clock.advance(45_000);
    expect(losses).toEqual([]);
    clock.advance(15_000);
    expect(losses).toEqual([{ code: 1006, msg: 'The server was silent', retryMs: 1000 }]);
    expect(first!.isClosed).toBe(true);
    clock.advance(1_000);
    sockets.welcome();
    first!.break();
    expect(losses).toHaveLength(1);
  });

  test('that nobody welcomes is given up', async () => {
    const { sockets, clock, losses } = await begin();
    sockets.last.open();
    clock.advance(20_000);
    expect(losses).toMatchObject([{ msg: 'No welcome came' }]);
  });

  test('learns the time of the server from the quickest of the last answers', async () => {
    const { sockets, clock, client } = await begin();
    expect(client.serverClock.now()).toBeUndefined();
    sockets.last.open();
    clock.advance(400);
    sockets.last.say({ type: 'welcome', heartbeat_seconds: 15, session_id: 's-1', server_time: '2026-05-01T10:00:00.000Z' });
    expect(client.serverClock.uncertainty).toBe(200);
    const { client_time } = sockets.last.take('beat');
    clock.advance(20);
    sockets.last.say({ type: 'beat', client_time, server_time: '2026-05-01T10:00:10.000Z' });
    expect(client.serverClock.uncertainty).toBe(10);
    clock.advance(1_000);
    clock.setDate(0);
    expect(client.serverClock.now()).toBe(Date.parse('2026-05-01T10:00:11.010Z'));
    sockets.last.break();
    clock.advance(1_000);
    sockets.last.open();
    clock.advance(100);
    sockets.last.say({ type: 'welcome', heartbeat_seconds: 15, session_id: 's-1', server_time: '2027-05-01T10:00:00.000Z' });
    expect(client.serverClock.now()).toBe(Date.parse('2027-05-01T10:00:00.050Z'));
  });

  test('ends with a bye, also where the server does not answer it', async () => {
    const { sockets, clock, client } = await connected();
    const gone = client.bye();
    sockets.last.take('bye');
    clock.advance(2_000);
    await gone;
    expect(await client.over).toMatchObject({ code: 1000 });
    expect([sockets.all.length, clock.waiting]).toEqual([1, 0]);
    await expect(client.change({ client: { version: '2' } })).rejects.toThrow('Bye');
  });
});

describe('commands', () => {
  const open = { type: 'command', id: 'c1', op: 'open-canvas', workspace: 0, canvas_id: CANVAS, by: null };

  test('are done by what was handed in, and what was applied stands in the answer and in the next hello', async () => {
    const { sockets, clock, client } = await connected({
      commands: { 'patch-workspace': ({ set }) => ({ view_rectangle: { ...set.view_rectangle!, width: 900 } }) },
    });
    const view_rectangle = { x: 1, y: 2, width: 800, height: 450 };
    sockets.last.say({ type: 'command', id: 'c1', op: 'patch-workspace', workspace: 0, set: { pinned: true, view_rectangle } });
    await turn();
    const shown = { ...view_rectangle, width: 900 };
    expect(sockets.last.take('ack')).toEqual({ type: 'ack', re: 'c1', workspace: { view_rectangle: shown } });
    expect(client.declaration.workspaces).toMatchObject([{ pinned: true, view_rectangle: shown }]);
    sockets.last.break();
    clock.advance(1_000);
    expect(sockets.welcome().workspaces).toMatchObject([{ pinned: true, view_rectangle: shown }]);
  });

  test('that open a canvas are answered at once, and its state is told when it is loaded, unless it was closed meanwhile', async () => {
    const loads: { resolve: () => void; reject: (cause: Error) => void }[] = [];
    const { sockets, client, faults } = await connected({
      commands: {
        'open-canvas': () => ({ loading: new Promise<void>((resolve, reject) => loads.push({ resolve, reject })) }),
        'close-canvas': () => undefined,
      },
    });
    const command = async (message: object): Promise<void> => {
      sockets.last.say(message);
      await turn();
      sockets.last.take('ack');
    };
    await command(open);
    expect(client.declaration.workspaces).toMatchObject([{ canvas_id: CANVAS, workspace_state: 'opening' }]);
    loads[0]!.resolve();
    await turn();
    expect(sockets.last.acknowledge('update').workspaces).toEqual([{ index: 0, workspace_state: 'open' }]);
    await command({ ...open, id: 'c2' });
    await command({ type: 'command', id: 'c3', op: 'close-canvas', workspace: 0, reason: 'api', by: null });
    loads[1]!.resolve();
    await turn();
    await command({ ...open, id: 'c4' });
    await command({ ...open, id: 'c5' });
    loads[2]!.resolve();
    await turn();
    expect(client.declaration.workspaces).toMatchObject([{ workspace_state: 'opening' }]);
    loads[3]!.reject(new Refused('refused'));
    await turn();
    const [only, ...others] = sockets.last.takeAll('update');
    expect([only.workspaces, others]).toEqual([[{ index: 0, canvas_id: '', workspace_state: 'canvas_list' }], []]);
    expect(faults).toEqual([]);
  });

  test('that nobody does are unsupported, and refused ones say why', async () => {
    const { sockets, faults } = await connected({
      commands: {
        'open-canvas': () => {
          throw new Refused('refused', 'In presentation mode');
        },
        'close-canvas': () => Promise.reject(new Error('broken')),
      },
    });
    sockets.last.say(open);
    sockets.last.say({ type: 'command', id: 'c2', op: 'close-canvas', workspace: 0, reason: 'api', by: null });
    sockets.last.say({ type: 'command', id: 'c3', op: 'patch-output', output: 0, set: { suspended: true }, by: null });
    await turn();
    expect(sockets.last.takeAll('nack').toSorted((a, b) => a.re.localeCompare(b.re))).toEqual([
      { type: 'nack', re: 'c1', code: 'refused', msg: 'In presentation mode' },
      { type: 'nack', re: 'c2', code: 'error', msg: 'broken' },
      { type: 'nack', re: 'c3', code: 'unsupported', msg: 'patch-output is not supported' },
    ]);
    expect(faults).toEqual([new Error('broken')]);
  });

  test('that are cancelled are not begun, and what was begun is told by an update', async () => {
    const begun: string[] = [];
    let finish = (): void => undefined;
    const { sockets } = await connected({
      commands: {
        'patch-workspace': ({ set }) => {
          begun.push(JSON.stringify(set));
          return new Promise<undefined>((resolve) => {
            finish = () => resolve(undefined);
          });
        },
      },
    });
    const patch = (id: string, set: object) => ({ type: 'command', id, op: 'patch-workspace', workspace: 0, set, by: null });
    sockets.last.say(patch('c1', { pinned: true }));
    await turn();
    sockets.last.say({ type: 'cancel', re: 'c1' });
    sockets.last.say(patch('c2', { pinned: false }));
    sockets.last.say({ type: 'cancel', re: 'c2' });
    finish();
    await turn();
    expect(begun).toEqual(['{"pinned":true}']);
    expect(sockets.last.takeAll('ack')).toEqual([]);
    expect(sockets.last.take('update')).toMatchObject({ workspaces: [{ index: 0, pinned: true }] });
  });

  test('whose connection was lost are not answered on the next one, where ids begin anew', async () => {
    let finish = (): void => undefined;
    const done = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const begun: string[] = [];
    const show = ({ canvas_id }: { canvas_id: string }): Promise<void> => {
      begun.push(canvas_id);
      return done;
    };
    const { sockets, clock } = await connected({ commands: { 'open-canvas': show } });
    sockets.last.say(open);
    await turn();
    sockets.last.break();
    clock.advance(1_000);
    sockets.welcome();
    sockets.last.say({ ...open, canvas_id: 'another one' });
    finish();
    await turn();
    expect(begun).toEqual([CANVAS, 'another one']);
    expect(sockets.last.sent.map(({ type }) => type)).toEqual(['beat', 'update', 'ack']);
    expect(sockets.last.take('update')).toMatchObject({ workspaces: [{ canvas_id: CANVAS, workspace_state: 'opening' }] });
  });
});

describe('changes', () => {
  test('count at once, and what the server refuses is taken back', async () => {
    const { sockets, client } = await connected();
    const refused = client.change({ workspaces: [{ index: 0, canvas_id: CANVAS, workspace_state: 'open' }] });
    expect(client.declaration.workspaces).toMatchObject([{ canvas_id: CANVAS }]);
    const { id } = sockets.last.take('update');
    sockets.last.say({ type: 'nack', re: id, code: 'forbidden', msg: 'Permission denied' });
    await expect(refused).rejects.toEqual(new Nacked('forbidden', 'Permission denied'));
    expect(client.declaration.workspaces).toEqual([{ index: 0, size: { width: 1600, height: 900 } }]);
  });

  test('that were not answered stand in the next hello, which settles them', async () => {
    const { sockets, clock, client } = await connected();
    const unanswered = client.change({ client: { api_access: 'ro' } });
    sockets.last.break();
    const offline = client.change({ removed: { workspaces: [0] }, video_inputs: [{ id: 'cam', source: 'video=cam' }] });
    clock.advance(1_000);
    expect(sockets.welcome()).toMatchObject({
      client: { api_access: 'ro' },
      workspaces: [],
      video_inputs: [{ id: 'cam', source: 'video=cam' }],
    });
    await Promise.all([unanswered, offline]);
    expect(sockets.last.takeAll('update')).toEqual([]);
  });

  test('because of which the hello is refused are taken back', async () => {
    const { sockets, clock, client } = await begin();
    const wrong = client.change({ workspaces: [{ index: 0, size: { width: 0.5, height: 1 } }] });
    sockets.last.open();
    sockets.last.say({ type: 'error', code: 'invalid', msg: 'width must be an integer' });
    sockets.last.break(4400);
    await expect(wrong).rejects.toThrow('width must be an integer');
    clock.advance(1_000);
    expect(sockets.welcome().workspaces).toEqual([{ index: 0, size: { width: 1600, height: 900 } }]);
  });

  test('of the view are sent 10 times a second, the last one always', async () => {
    const { sockets, clock, client } = await connected();
    const view = (x: number) => ({ x, y: 0, width: 1600, height: 900 });
    for (let x = 0; x < 100; x++) {
      client.moveView(0, view(x));
      clock.advance(10);
    }
    clock.advance(1_000);
    const sent = sockets.last.takeAll('update').map(({ workspaces: [{ view_rectangle }] }) => view_rectangle.x);
    expect(sent).toHaveLength(11);
    expect([sent[0], sent.at(-1)]).toEqual([0, 99]);
  });
});

describe('presence', () => {
  const other = { canvas_id: CANVAS, workspace: 0, viewport: null, cursors: [], from: { session_id: 's-9' } };

  test('is paced, repeated while it lasts, sent again after a lost connection, and hidden', async () => {
    const { sockets, clock, client } = await connected();
    client.presence.watch([CANVAS]);
    for (let x = 0; x < 5; x++) client.presence.show({ canvas_id: CANVAS, cursors: [] });
    expect(sockets.last.takeAll('presence')).toHaveLength(1);
    clock.advance(50);
    expect(sockets.last.takeAll('presence')).toHaveLength(1);
    clock.advance(5_000);
    expect(sockets.last.takeAll('presence')).toHaveLength(1);
    sockets.last.break();
    clock.advance(1_000);
    sockets.welcome();
    expect(sockets.last.take('watch')).toEqual({ type: 'watch', canvas_ids: [CANVAS] });
    sockets.last.take('presence');
    client.presence.hide(CANVAS);
    clock.advance(50);
    expect(sockets.last.take('presence')).toMatchObject({ viewport: null, cursors: [] });
    clock.advance(10_000);
    expect(sockets.last.takeAll('presence')).toEqual([]);
    // The heartbeat
    expect(clock.waiting).toBe(1);
  });

  test('of others is kept until they go, or the connection does', async () => {
    const gone: string[] = [];
    const { sockets, client } = await connected({ on: { gone: ({ session_id }) => gone.push(session_id) } });
    sockets.last.say({ type: 'presence', ...other });
    expect(client.presence.others(CANVAS)).toHaveLength(1);
    sockets.last.say({ type: 'presence-gone', canvas_id: CANVAS, session_id: 's-9' });
    expect(client.presence.others(CANVAS)).toEqual([]);
    sockets.last.say({ type: 'presence', ...other });
    sockets.last.break();
    expect([client.presence.others(CANVAS), gone]).toEqual([[], ['s-9', 's-9']]);
  });
});

test('what cannot be read, and a function of the program that fails, ends nothing', async () => {
  const fail = (): never => {
    throw new Error('broken');
  };
  const { sockets, faults, client } = await connected({ on: { connected: fail } });
  sockets.last.frame('no message');
  sockets.last.frame('#1 no frame');
  sockets.last.say({ type: 'of a newer server' });
  expect(faults).toEqual([new Error('broken'), expect.any(SyntaxError), new Error('no frame of a stream: #1 no frame')]);
  const changed = client.change({ client: { version: '2' } });
  sockets.last.acknowledge('update');
  await changed;
});

test('requests about widgets are answered, or rejected with the code', async () => {
  const { sockets, client } = await connected();
  const made = client.widgets.createAnchor(CANVAS, { title: 'Stage' });
  expect(sockets.last.acknowledge('anchor-create', { widget: { id: 'w1' } })).toMatchObject({
    canvas_id: CANVAS,
    title: 'Stage',
  });
  expect(await made).toEqual({ id: 'w1' });
  const reported = client.widgets.reportHost({ canvas_id: CANVAS, widget_id: 'w2', status: 'connecting' });
  sockets.last.say({ type: 'nack', re: sockets.last.take('host-report').id, code: 'not_host', msg: '' });
  await expect(reported).rejects.toMatchObject({ code: 'not_host' });
  const lost = client.widgets.deleteAnchor({ canvas_id: CANVAS, widget_id: 'w1' });
  sockets.last.break();
  await expect(lost).rejects.toThrow('the connection was lost');
});
