import { describe, expect, test } from 'vitest';
import { beginClient, connectedClient, turn } from '../test/kit/test-client.ts';
import { NackError } from './requests.ts';

const CANVAS = 'b7a10000-0000-4000-8000-000000000001';
const OTHER = 'b7a10000-0000-4000-8000-000000000002';

describe('a connection', () => {
  test('begins with the token and the declaration, on a socket without the token in its address', async () => {
    const { sockets } = await beginClient();
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
    const { sockets, clock } = await beginClient({ identity: { load: () => undefined, save: (one) => void kept.push(one) } });
    sockets.welcome({ client_id: 'id-1', client_secret: 'geheim', session_id: 's-7' });
    await turn();
    expect(kept).toEqual([{ id: 'id-1', secret: 'geheim' }]);
    sockets.last.break();
    clock.advance(1_000);
    expect(sockets.welcome()).toMatchObject({ client: { id: 'id-1', secret: 'geheim' }, resume: 's-7' });
  });

  test('that is lost is tried again after 1, 2, 4 … 30 s, and from 1 s again once it was welcomed', async () => {
    const { sockets, clock, losses } = await beginClient();
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
    const { sockets, clock, client } = await connectedClient();
    sockets.last.say({ type: 'notice', reason: 'replaced', msg: 'Replaced by a newer connection' });
    sockets.last.break(code);
    expect(await client.over).toEqual({ code, msg: 'Replaced by a newer connection', retryMs: undefined });
    clock.advance(1_000_000);
    expect([sockets.all.length, clock.waiting]).toEqual([1, 0]);
  });

  test('without a licence is tried once a minute', async () => {
    const { sockets, losses } = await connectedClient();
    sockets.last.break(4402);
    expect(losses[0]!.retryMs).toBe(60_000);
  });

  test('answers beats, and is given up after three missed ones though the socket says nothing', async () => {
    const { sockets, clock, losses } = await connectedClient();
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
    const { sockets, clock, losses } = await beginClient();
    sockets.last.open();
    clock.advance(20_000);
    expect(losses).toMatchObject([{ msg: 'No welcome came' }]);
  });

  test('learns the time of the server from the quickest of the last answers', async () => {
    const { sockets, clock, client } = await beginClient();
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
    const { sockets, clock, client } = await connectedClient();
    const gone = client.bye();
    sockets.last.take('bye');
    clock.advance(2_000);
    await gone;
    expect(await client.over).toMatchObject({ code: 1000 });
    expect([sockets.all.length, clock.waiting]).toEqual([1, 0]);
    await expect(client.change({ client: { version: '2' } })).rejects.toThrow('Bye');
  });

  test('that has ended with a bye leaves no request without an outcome, and begins nothing', async () => {
    const { sockets, clock, client } = await connectedClient();
    const made = client.widgets.createAnchor(CANVAS);
    const gone = [client.bye(), client.bye()];
    sockets.last.break(1000);
    await Promise.all(gone);
    await expect(made).rejects.toThrow('the connection was lost');
    client.presence.show({ canvas_id: CANVAS, cursors: [] });
    client.moveView(0, { x: 0, y: 0, width: 1600, height: 900 });
    expect(clock.waiting).toBe(0);
  });

  test('without a token that a function could tell is tried again', async () => {
    let isKnown = false;
    const token = (): string => {
      if (isKnown) return 'pR3v';
      throw new Error('locked');
    };
    const { sockets, clock, faults, losses } = await beginClient({ token });
    sockets.last.open();
    expect([faults, losses]).toMatchObject([[new Error('locked')], [{ retryMs: 1000 }]]);
    isKnown = true;
    clock.advance(1_000);
    expect(sockets.welcome()).toMatchObject({ token: 'pR3v' });
  });
});

describe('changes', () => {
  test('count at once, and what the server refuses is taken back', async () => {
    const { sockets, client } = await connectedClient();
    const refused = client.change({ workspaces: [{ index: 0, canvas_id: CANVAS, workspace_state: 'open' }] });
    expect(client.declaration.workspaces).toMatchObject([{ canvas_id: CANVAS }]);
    const { id } = sockets.last.take('update');
    sockets.last.say({ type: 'nack', re: id, code: 'forbidden', msg: 'Permission denied' });
    await expect(refused).rejects.toEqual(new NackError('forbidden', 'Permission denied'));
    expect(client.declaration.workspaces).toEqual([{ index: 0, size: { width: 1600, height: 900 } }]);
  });

  test('that were not answered stand in the next hello, which settles them', async () => {
    const { sockets, clock, client } = await connectedClient();
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
    const { sockets, clock, client } = await beginClient();
    const wrong = client.change({ workspaces: [{ index: 0, size: { width: 0.5, height: 1 } }] });
    sockets.last.open();
    sockets.last.say({ type: 'error', code: 'invalid', msg: 'width must be an integer' });
    sockets.last.break(4400);
    await expect(wrong).rejects.toThrow('width must be an integer');
    clock.advance(1_000);
    expect(sockets.welcome().workspaces).toEqual([{ index: 0, size: { width: 1600, height: 900 } }]);
  });

  test('of the view are sent 10 times a second, the last one always', async () => {
    const { sockets, clock, client } = await connectedClient();
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
    const { sockets, clock, client } = await connectedClient();
    client.presence.watch([CANVAS]);
    for (let x = 0; x < 5; x++) client.presence.show({ canvas_id: CANVAS, cursors: [] });
    expect(sockets.last.takeAll('presence')).toHaveLength(1);
    clock.advance(16);
    expect(sockets.last.takeAll('presence')).toEqual([]);
    clock.advance(1);
    expect(sockets.last.takeAll('presence')).toHaveLength(1);
    clock.advance(5_000);
    expect(sockets.last.takeAll('presence')).toHaveLength(1);
    sockets.last.break();
    clock.advance(1_000);
    sockets.welcome();
    expect(sockets.last.take('watch')).toEqual({ type: 'watch', canvas_ids: [CANVAS], bundles: true });
    sockets.last.take('presence');
    client.presence.hide(CANVAS);
    clock.advance(50);
    expect(sockets.last.take('presence')).toMatchObject({ viewport: null, cursors: [] });
    clock.advance(10_000);
    expect(sockets.last.takeAll('presence')).toEqual([]);
    // The heartbeat
    expect(clock.waiting).toBe(1);
  });

  test('is sent every 33 ms where more than ten others are, and once a frame where they are elsewhere', async () => {
    const { sockets, clock, client } = await connectedClient();
    const sentIn = (ms: number): number => {
      for (let at = 0; at < ms; at++) {
        client.presence.show({ canvas_id: CANVAS, cursors: [] });
        clock.advance(1);
      }
      return sockets.last.takeAll('presence').length;
    };
    const crowd = (canvas_id: string, people: number): void => {
      for (let at = 0; at < people; at++)
        sockets.last.say({ type: 'presence', ...other, canvas_id, from: { session_id: `s-${canvas_id}-${at}` } });
    };
    crowd(OTHER, 11);
    crowd(CANVAS, 10);
    expect(sentIn(169)).toBe(10);
    crowd(CANVAS, 11);
    clock.advance(33);
    sockets.last.takeAll('presence');
    expect(sentIn(329)).toBe(10);
  });

  test('of others comes in bundles, too, in which the own part is left out', async () => {
    const gone: string[] = [];
    const { sockets, client } = await connectedClient({ on: { gone: ({ session_id }) => gone.push(session_id) } });
    const hands = [{ id: 'h', color: '#000000ff', tool: '', boxes: [], frame: null, ink: null, edits: null }];
    sockets.last.say({
      type: 'presences',
      canvas_id: CANVAS,
      presences: [
        { type: 'presence', ...other },
        { type: 'presence', ...other, from: { session_id: 's-10' }, hands },
        { type: 'presence', ...other, from: { session_id: client.sessionId } },
      ],
      gone: [],
    });
    expect(client.presence.others(CANVAS).map(({ from, hands }) => [from.session_id, hands])).toEqual([
      ['s-9', []],
      ['s-10', hands],
    ]);
    sockets.last.say({ type: 'presences', canvas_id: CANVAS, presences: [], gone: ['s-9'] });
    expect([client.presence.others(CANVAS).length, gone]).toEqual([1, ['s-9']]);
  });

  test('of others is kept until they go, or the connection does', async () => {
    const gone: string[] = [];
    const { sockets, client } = await connectedClient({ on: { gone: ({ session_id }) => gone.push(session_id) } });
    sockets.last.say({ type: 'presence', ...other });
    expect(client.presence.others(CANVAS)).toHaveLength(1);
    sockets.last.say({ type: 'presence-gone', canvas_id: CANVAS, session_id: 's-9' });
    expect(client.presence.others(CANVAS)).toEqual([]);
    sockets.last.say({ type: 'presence', ...other });
    sockets.last.break();
    expect([client.presence.others(CANVAS), gone]).toEqual([[], ['s-9', 's-9']]);
  });

  test('of others is over when nothing is heard of them, because the canvas is not watched any more', async () => {
    const gone: string[] = [];
    const { sockets, clock, client } = await connectedClient({ on: { gone: ({ session_id }) => gone.push(session_id) } });
    sockets.last.say({ type: 'presence', ...other });
    clock.advance(10_000);
    sockets.last.say({ type: 'presence', ...other, workspace: 1 });
    clock.advance(5_000);
    expect([client.presence.others(CANVAS).map(({ workspace }) => workspace), gone]).toEqual([[1], []]);
    clock.advance(10_000);
    expect([client.presence.others(CANVAS), gone]).toEqual([[], ['s-9']]);
  });
});

test('what cannot be read, and a function of the program that fails, ends nothing', async () => {
  const fail = (): never => {
    throw new Error('broken');
  };
  const { sockets, faults, client } = await connectedClient({ on: { connected: fail } });
  sockets.last.frame('no message');
  sockets.last.frame('#1 no frame');
  sockets.last.say({ type: 'of a newer server' });
  expect(faults).toEqual([new Error('broken'), expect.any(SyntaxError), new Error('no frame of a stream: #1 no frame')]);
  const changed = client.change({ client: { version: '2' } });
  sockets.last.acknowledge('update');
  await changed;
});

test('a client that is over says so, whatever the program does when it hears of the loss', async () => {
  const fail = (): never => {
    throw new Error('broken');
  };
  const { sockets, faults, client } = await connectedClient({ on: { lost: fail } });
  sockets.last.break(4409);
  expect((await client.over).code).toBe(4409);
  expect(faults).toEqual([new Error('broken')]);
});

test('requests about widgets are answered, or rejected with the code', async () => {
  const { sockets, client } = await connectedClient();
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
