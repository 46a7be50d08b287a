import { describe, expect, test } from 'vitest';
import { connectDisplay, DisplayPeer, usualHello } from '../kit/display.ts';
import { useEasel } from '../kit/easel.ts';
import { until } from '../kit/until.ts';

const easel = useEasel({ people: ['ann', 'bob'] });
const { ann, bob } = easel.people;

const open = (token?: string, protocols?: string[]): Promise<DisplayPeer> =>
  new DisplayPeer(easel.url, token ? { 'Private-Token': token } : {}, protocols).opened();
const clients = async (): Promise<string[]> => (await easel.admin.get('/clients')).body.map(({ id }: { id: string }) => id);
/** How a first message that is refused ends: the error, and the close code. */
const refused = async (hello: object, token: string | undefined = ann.token): Promise<unknown[]> => {
  const peer = await open(token);
  peer.send(hello);
  const { code, msg } = await peer.next('error');
  return [await peer.closed, code, msg];
};

describe('the request for a connection', () => {
  test('without an upgrade is 400, and other methods are 405', async () => {
    expect((await ann.get('/clients/connect')).body).toEqual({ msg: 'WebSocket upgrade required' });
    expect((await ann.post('/clients/connect', {})).status).toBe(405);
  });

  test('with a token that is not valid is refused before the upgrade', async () => {
    await expect(open('nonsense')).rejects.toThrow('401');
  });

  test('of a blocked user is refused before the upgrade', async () => {
    const eve = await easel.user({ name: 'eve' });
    await easel.admin.post(`/users/${eve.id}/block`);
    await expect(open(eve.token)).rejects.toThrow('403');
  });

  test('is given the subprotocol that it offers', async () => {
    const peer = await open(ann.token, ['other', 'easel-display.1']);
    expect(peer.socket.protocol).toBe('easel-display.1');
    await peer.leave();
  });
});

describe('a hello', () => {
  test('may bring the token', async () => {
    const peer = await open();
    peer.send({ ...usualHello, token: bob.token });
    expect(await peer.next('welcome')).toMatchObject({ user: { id: bob.id } });
    await peer.leave();
  });

  test.each([
    ['no token', () => ({ ...usualHello }), '', [4401, 'unauthorized', 'Unauthorized']],
    ['a token that is not valid', () => ({ ...usualHello, token: 'no' }), '', [4401, 'unauthorized', 'Invalid token']],
    ['another version', () => ({ ...usualHello, protocol: 2 }), undefined, [4406, 'protocol', 'protocol must be 1']],
    ['no version', () => ({ ...usualHello, protocol: undefined }), undefined, [4400, 'invalid', 'protocol parameter is missing']],
    ['no client', () => ({ type: 'hello', protocol: 1 }), undefined, [4400, 'invalid', 'client parameter is missing']],
    [
      'no name',
      () => ({ ...usualHello, client: { api_access: 'rw' } }),
      undefined,
      [4400, 'invalid', 'client.installation_name parameter is missing'],
    ],
    [
      'an unknown access',
      () => ({ ...usualHello, client: { ...usualHello.client, api_access: 'all' } }),
      undefined,
      [4400, 'invalid', 'client.api_access must be none, ro or rw'],
    ],
    [
      'a workspace without a size',
      () => ({ ...usualHello, workspaces: [{ index: 0 }] }),
      undefined,
      [4400, 'invalid', 'workspaces[0].size parameter is missing'],
    ],
    [
      'half a pixel',
      () => ({ ...usualHello, workspaces: [{ index: 0, size: { width: 1.5, height: 1 } }] }),
      undefined,
      [4400, 'invalid', 'workspaces[0].size.width must be an integer'],
    ],
    [
      'one index twice',
      () => ({ ...usualHello, workspaces: [...usualHello.workspaces, ...usualHello.workspaces] }),
      undefined,
      [4400, 'invalid', 'workspaces[1] is declared twice'],
    ],
    [
      'an input twice',
      () => ({ ...usualHello, video_inputs: [{ source: 'a' }, { source: 'a' }] }),
      undefined,
      [4400, 'invalid', 'video_inputs[1] is declared twice'],
    ],
    [
      'a source that is none',
      () => ({ ...usualHello, video_outputs: [{ index: 0, source: 'screen' }] }),
      undefined,
      [4400, 'invalid', 'video_outputs[0].Invalid source screen'],
    ],
    ['another message', () => ({ type: 'update', id: 'u' }), undefined, [4400, 'invalid', 'The first message must be hello']],
  ])('with %s is refused, and nothing is shown of it', async (_, hello, token, end) => {
    const before = await clients();
    const published = easel.published.length;
    expect(await refused(hello(), token === '' ? '' : ann.token)).toEqual(end);
    expect(await clients()).toEqual(before);
    expect(easel.published.slice(published).filter(({ scope }) => scope.startsWith('live:'))).toEqual([]);
  });

  test('of a blocked user is refused', async () => {
    const mallory = await easel.user({ name: 'mallory' });
    await easel.admin.post(`/users/${mallory.id}/block`);
    expect(await refused({ ...usualHello, token: mallory.token }, '')).toEqual([4403, 'forbidden', 'User is blocked']);
  });

  test('must come within ten seconds', async () => {
    const peer = await open(ann.token);
    await ann.get('/clients');
    easel.clock.advance(10_000);
    expect(await peer.closed).toBe(4408);
  });

  test('gives defaults to what was not declared', async () => {
    const display = await connectDisplay(easel, ann.token, {
      video_outputs: [{ index: 1 }, { index: 0, label: 'Projector', source: '' }],
      video_inputs: [
        { source: 'video=cam' },
        { source: 'rtsp', id: 'front', name: 'Front', resolution: { width: 1920, height: 1080 } },
      ],
    });
    const path = `/clients/${display.welcome.client_id}`;
    expect((await bob.get(`${path}/video-outputs`)).body).toEqual([
      { index: 0, id: '0', label: 'Projector', source: '', suspended: false, state: 'normal' },
      { index: 1, id: '1', label: 'Output 2', source: 'workspace-0', suspended: false, state: 'normal' },
    ]);
    const inputs = (await bob.get(`${path}/video-inputs`)).body;
    expect(inputs).toEqual(
      [
        { id: '7a2db7bfea5b9ca5', name: 'video=cam', resolution: { width: 0, height: 0 }, source: 'video=cam', state: 'normal' },
        { id: 'front', name: 'Front', resolution: { width: 1920, height: 1080 }, source: 'rtsp', state: 'normal' },
      ].map((one, at) => (at === 0 ? { ...one, id: inputs[0].id } : one)),
    );
    expect(inputs[0].id).toMatch(/^[0-9a-f]{16}$/);
    expect((await bob.get(`${path}/video-inputs/video=cam`)).body).toEqual(inputs[0]);
    expect((await bob.get(`${path}/video-inputs/none`)).body).toEqual({ msg: 'Video input none not found' });
    await display.leave();
  });
});

describe('a client', () => {
  test('that shows itself to nobody is offline for everybody', async () => {
    const client = { ...usualHello.client, api_access: 'none' };
    const list = await ann.watch('/clients?changes=1');
    await list.next();
    const display = await connectDisplay(easel, ann.token, { client });
    const path = `/clients/${display.welcome.client_id}`;
    expect(await clients()).not.toContain(display.welcome.client_id);
    for (const who of [ann, easel.admin]) {
      for (const below of ['', '/workspaces', '/workspaces/0', '/video-outputs', '/video-inputs']) {
        expect((await who.get(path + below)).body).toEqual({ msg: 'Client is offline' });
      }
    }
    await display.request({ type: 'update', client: { api_access: 'ro' } });
    expect(await list.next()).toMatchObject([{ access: 'ro', state: 'normal' }]);
    const item = await bob.watch(path);
    const workspaces = await bob.watch(`${path}/workspaces?changes=1`);
    expect([(await item.next()).state, (await workspaces.next()).length]).toEqual(['normal', 1]);
    await display.request({ type: 'update', client: { api_access: 'none' } });
    expect(await list.next()).toMatchObject([{ state: 'deleted' }]);
    easel.clock.advance(250);
    expect(await item.next()).toMatchObject({ state: 'deleted' });
    expect(await workspaces.next()).toMatchObject([{ index: 0, state: 'deleted' }]);
    expect([await item.ended, await workspaces.ended]).toEqual(['clean', 'clean']);
    await display.leave();
  });

  test('says who may steer it', async () => {
    const ro = await connectDisplay(easel, ann.token, { client: { ...usualHello.client, api_access: 'ro' } });
    const all = await connectDisplay(easel, ann.token, { client: { ...usualHello.client, control: 'all' } });
    const own = await connectDisplay(easel, ann.token);
    const accessOf = async (who: typeof ann) =>
      (await who.get('/clients')).body.map(({ id, access }: { id: string; access: string }) => [id, access]);
    const ids = [ro, all, own].map(({ welcome }) => welcome.client_id);
    const shown = (words: string[]) => ids.map((id, at) => [id, words[at]]);
    expect(await accessOf(ann)).toEqual(shown(['ro', 'rw', 'rw']));
    expect(await accessOf(bob)).toEqual(shown(['ro', 'rw', 'ro']));
    expect(await accessOf(easel.admin)).toEqual(shown(['ro', 'rw', 'rw']));
    await easel.unchanged(async () => {
      for (const who of [ann, easel.admin, bob]) {
        expect((await who.patch(`/clients/${ids[0]}/workspaces/0`, { pinned: true })).status).toBe(403);
      }
    });
    for (const peer of [ro, all, own]) await peer.leave();
  });

  test('that connects again with its id and secret takes the place of the older one', async () => {
    const first = await connectDisplay(easel, ann.token);
    const { client_id: id, client_secret: secret } = first.welcome;
    const item = await ann.watch(`/clients/${id}`);
    await item.next();
    const second = await connectDisplay(easel, bob.token, { client: { ...usualHello.client, id, secret } });
    expect(await first.next('notice')).toMatchObject({ reason: 'replaced' });
    expect(await first.closed).toBe(4409);
    expect(second.welcome).toMatchObject({ client_id: id, resumed: false, user: { id: bob.id } });
    expect(second.welcome).not.toHaveProperty('client_secret');
    expect(await item.next()).toMatchObject({ state: 'deleted' });
    expect(await clients()).toContain(id);
    await second.leave();
  });

  test('with a wrong secret is not let in, and the other one stays', async () => {
    const first = await connectDisplay(easel, ann.token);
    const id = first.welcome.client_id;
    const client = { ...usualHello.client, id, secret: 'guessed' };
    expect(await refused({ ...usualHello, client })).toEqual([4403, 'forbidden', 'The secret is not that of this client']);
    expect(await clients()).toContain(id);
    first.send({ type: 'bye' });
    await first.closed;
    // The server remembers the client while nobody is connected, too, and after a restart
    await easel.restart();
    expect(await refused({ ...usualHello, client }, bob.token)).toEqual([
      4403,
      'forbidden',
      'The secret is not that of this client',
    ]);
    const again = await connectDisplay(easel, bob.token, { client: { ...client, secret: first.welcome.client_secret } });
    expect(again.welcome.client_id).toBe(id);
    await again.leave();
  });

  test('with an id that nobody knows is taken over, with a secret of its own', async () => {
    const id = '0c9e8d7b-6a54-4f32-9b10-c1d2e3f4a5b6';
    const display = await connectDisplay(easel, ann.token, { client: { ...usualHello.client, id, secret: 'old' } });
    expect(display.welcome).toMatchObject({ client_id: id, client_secret: expect.stringMatching(/^[\w-]{43}$/) });
    await display.leave();
  });
});

describe('a connection that breaks', () => {
  test('is resumed within the grace: nobody sees a difference', async () => {
    const first = await connectDisplay(easel, ann.token);
    const { client_id: id, client_secret: secret, session_id: resume } = first.welcome;
    const published = easel.published.length;
    await first.drop();
    easel.clock.advance(4_000);
    const second = await connectDisplay(easel, ann.token, { client: { ...usualHello.client, id, secret }, resume });
    expect(second.welcome).toMatchObject({ resumed: true, session_id: resume });
    easel.clock.advance(10_000);
    expect(await clients()).toContain(id);
    const shown = easel.published
      .slice(published)
      .filter(({ scope, changes }) => scope.startsWith('live:') && changes.length > 0);
    expect(shown).toEqual([]);
    await second.leave();
  });

  test('is over after the grace', async () => {
    const list = await ann.watch('/clients?changes=1');
    const before = (await list.next()).length;
    const display = await connectDisplay(easel, ann.token);
    await list.next();
    await display.drop();
    // The server is told of the lost connection in its own time, and only then the grace begins
    await until(async () => {
      easel.clock.advance(1_000);
      return !(await clients()).includes(display.welcome.client_id);
    });
    expect(await list.next()).toMatchObject([{ id: display.welcome.client_id, state: 'deleted' }]);
    expect((await clients()).length).toBe(before);
  });
});

describe('what ends a connection', () => {
  test('is a token that is revoked', async () => {
    const dan = await easel.user({ name: 'dan' });
    const display = await connectDisplay(easel, dan.token);
    await dan.post('/users/logout');
    easel.clock.advance(1_000);
    expect(await display.next('notice')).toMatchObject({ reason: 'token_revoked' });
    expect(await display.closed).toBe(4401);
    await until(async () => !(await clients()).includes(display.welcome.client_id));
  });

  test('is that its user is blocked', async () => {
    const dan = await easel.user({ name: 'dora' });
    const display = await connectDisplay(easel, dan.token);
    await easel.admin.post(`/users/${dan.id}/block`);
    easel.clock.advance(1_000);
    expect(await display.next('notice')).toMatchObject({ reason: 'user_blocked' });
    expect(await display.closed).toBe(4403);
  });

  test.each([
    ['no JSON', (peer: DisplayPeer) => peer.socket.send('{"type":'), 4400],
    ['no object', (peer: DisplayPeer) => peer.socket.send('[1]'), 4400],
    ['a binary frame', (peer: DisplayPeer) => peer.socket.send(Buffer.from('{"type":"beat"}')), 4400],
    ['a message that is too large', (peer: DisplayPeer) => peer.socket.send('x'.repeat(2 ** 20 + 1)), 1009],
    [
      'more than a thousand messages at once',
      (peer: DisplayPeer) => {
        for (let at = 0; at < 1002; at++) peer.socket.send('{"type":"presence"}');
      },
      4429,
    ],
  ])('is %s', async (_, send, code) => {
    const display = await connectDisplay(easel, ann.token);
    send(display);
    expect(await display.closed).toBe(code);
    easel.clock.advance(5_000);
  });

  test('is a heartbeat that was missed, and no other one', async () => {
    const silent = await connectDisplay(easel, ann.token);
    const awake = await connectDisplay(easel, ann.token);
    silent.answersBeats = false;
    for (let beats = 0; beats < 3; beats++) {
      easel.clock.advance(15_000);
      await awake.settled();
    }
    expect(await silent.closed).toBe(4408);
    expect(awake.code).toBeUndefined();
    await awake.leave();
  });

  test('is the end of the server', async () => {
    const display = await connectDisplay(easel, ann.token);
    await easel.restart();
    expect(await display.next('notice')).toMatchObject({ reason: 'shutdown' });
    expect(await display.closed).toBe(1001);
    expect(await clients()).toEqual([]);
  });
});

describe('a message', () => {
  test('of an unknown type is refused when it wants an answer, and ignored otherwise', async () => {
    const display = await connectDisplay(easel, ann.token);
    display.send({ type: 'dance' });
    expect(await display.request({ type: 'dance' })).toMatchObject({ type: 'nack', code: 'unsupported' });
    await display.leave();
  });

  test('with the time of the client is answered with that of the server', async () => {
    const display = await connectDisplay(easel, ann.token);
    display.send({ type: 'beat', client_time: 12.5 });
    expect(await display.next('beat')).toMatchObject({ client_time: 12.5, server_time: expect.stringMatching(/Z$/) });
    await display.leave();
  });

  test.each([
    ['a workspace that is not declared, without its size', { workspaces: [{ index: 7, pinned: true }] }, 'invalid'],
    ['a name that is empty', { client: { installation_name: '' } }, 'invalid'],
    [
      'a canvas that is not there',
      { workspaces: [{ index: 0, canvas_id: '0c9e8d7b-6a54-4f32-9b10-c1d2e3f4a5b6' }] },
      'forbidden',
    ],
    ['something to be removed that is not there', { removed: { video_outputs: [3] } }, 'not_found'],
  ])('that updates %s changes nothing', async (_, update, code) => {
    const display = await connectDisplay(easel, ann.token);
    const path = `/clients/${display.welcome.client_id}/workspaces`;
    const before = (await ann.get(path)).body;
    const besides = { workspaces: [{ index: 0, pinned: true }] };
    const both =
      'workspaces' in update ? { workspaces: [...besides.workspaces, ...update.workspaces] } : { ...besides, ...update };
    expect(await display.request({ type: 'update', ...both })).toMatchObject({ type: 'nack', code });
    expect((await ann.get(path)).body).toEqual(before);
    await display.leave();
  });

  test('that updates adds, changes and removes', async () => {
    const display = await connectDisplay(easel, ann.token, { video_inputs: [{ source: 'a', id: 'cam' }] });
    const path = `/clients/${display.welcome.client_id}`;
    await display.request({
      type: 'update',
      workspaces: [
        { index: 0, pinned: true },
        { index: 2, size: { width: 10, height: 20 } },
      ],
      video_outputs: [{ index: 0 }],
      removed: { video_inputs: ['cam'] },
    });
    expect((await ann.get(`${path}/workspaces`)).body).toMatchObject([
      { index: 0, pinned: true },
      { index: 2, size: { height: 20 } },
    ]);
    expect((await ann.get(`${path}/video-outputs`)).body).toHaveLength(1);
    expect((await ann.get(`${path}/video-inputs`)).body).toEqual([]);
    const gone = await ann.watch(`${path}/workspaces/2`);
    await gone.next();
    await display.request({ type: 'update', removed: { workspaces: [2] } });
    expect(await gone.next()).toMatchObject({ index: 2, state: 'deleted' });
    expect(await gone.ended).toBe('clean');
    await display.leave();
  });
});
