import { beforeAll, describe, expect, test } from 'vitest';
import { connectDisplay, connectWall } from '../kit/display.ts';
import { type Caller, type Person, useEasel } from '../kit/easel.ts';
import { narrowed } from '../kit/narrowed.ts';
import { until } from '../kit/until.ts';

// Heartbeats so rare that no display misses one when the clock is moved
const easel = useEasel({ env: { EASEL_KEEPALIVE_SECONDS: '300' } });

/** Within this the streams and connections of a token end that is not valid any more, or whose user has lost a right (interface/auth 3.4). */
const atMost = 1000;
/** Shorter than the distance of the jobs, whose writes would let rights be asked again, too. */
const life = 5000;

let keeper: Person;
let canvas: string;
let wall: string;
beforeAll(async () => {
  // A second administrator, because the last one cannot be blocked, demoted or deleted
  keeper = await easel.user({ name: 'Keeper', admin: true });
  canvas = await easel.canvas(keeper);
  await keeper.post(`${canvas}/permissions`, { groups: [{ id: 1, permission: 'edit' }] });
  wall = `/clients/${(await connectWall(easel, keeper.token)).welcome.client_id}`;
});

/** The streams of every kind: what they show, and whether they are for administrators only. */
const streams: readonly (readonly [name: string, path: (user: Person) => string, forAdministrators: boolean])[] = [
  ['the list of canvases', () => '/canvases', false],
  ['one canvas', () => canvas, false],
  ['the widgets of a canvas', () => `${canvas}/widgets?changes=1`, false],
  ['the permissions of a canvas', () => `${canvas}/permissions`, false],
  ['the list of folders', () => '/canvas-folders', false],
  ['the list of users', () => '/users', false],
  ['the members of a group', () => '/groups/1/members', false],
  ['the tokens of the user', ({ id }) => `/users/${id}/access-tokens`, false],
  ['the tokens of somebody else', () => `/users/${keeper.id}/access-tokens`, true],
  ['the list of display clients', () => '/clients', false],
  ['the workspaces of a display client', () => `${wall}/workspaces`, false],
  ['server-config', () => '/server-config', false],
];

interface Ended {
  readonly user: Person;
  /** The token with which everything is opened. */
  readonly caller: Caller & { readonly tokenPath: string };
}

/** What ends everything, and the code with which a connection is closed. */
const endings: readonly (readonly [name: string, end: (ended: Ended) => unknown, code: number])[] = [
  ['the token is revoked', ({ caller }) => keeper.delete(caller.tokenPath), 4401],
  ['the token expires', () => easel.clock.advance(life), 4401],
  ['the user is blocked', ({ user }) => keeper.post(`/users/${user.id}/block`), 4403],
  ['the user is deleted', ({ user }) => keeper.delete(`/users/${user.id}`), 4401],
];

async function begin(session = false): Promise<Ended> {
  const user = await easel.user({ admin: true });
  const token = await narrowed(easel, user, { expires_at: new Date(easel.clock.now() + life).toISOString() });
  if (!session) return { user, caller: token };
  const { body } = await easel.anonymous.post('/users/login', { token: token.token });
  return { user, caller: Object.assign(easel.as(body.token), { tokenPath: token.tokenPath }) };
}

describe.each([
  ['a permanent token', false],
  ['a session that was opened with one', true],
] as const)('of %s', (_, session) => {
  describe.each(endings)('when %s', (__, end, code) => {
    test.each(streams)('the stream of %s ends within a second', async (___, path) => {
      const ended = await begin(session);
      const stream = await ended.caller.watch(path(ended.user));
      await stream.next();
      await end(ended);
      easel.clock.advance(atMost);
      expect(await stream.ended).toBe('clean');
    });

    test('the connection of a display is closed within a second, and so are its streams', async () => {
      const ended = await begin(session);
      const display = await connectDisplay(easel, ended.caller.token);
      expect(await display.request({ type: 'subscribe', path: '/users' })).toMatchObject({ type: 'ack' });
      await end(ended);
      easel.clock.advance(atMost);
      expect(await display.closed).toBe(code);
      await until(async () => !(await easel.admin.get('/clients')).text.includes(display.welcome.client_id));
    });
  });
});

describe('when an administrator loses the role', () => {
  test.each(streams)(
    'the stream of %s ends within a second if it is for administrators, and stays otherwise',
    async (_, path, ends) => {
      const { user, caller } = await begin();
      await keeper.post(`${canvas}/permissions`, { users: [{ id: user.id, permission: 'view' }] });
      const stream = await caller.watch(path(user));
      await stream.next();
      let isOver = false;
      void stream.ended.then(() => (isOver = true));
      await keeper.patch(`/users/${user.id}`, { admin: false });
      easel.clock.advance(atMost);
      if (ends) return expect(await stream.ended).toBe('clean');
      // Behind a message that comes later
      const witness = await caller.watch('/users');
      await witness.next();
      easel.clock.advance(atMost);
      await keeper.patch(`/users/${user.id}`, { name: 'None any more' });
      expect(JSON.stringify(await witness.next())).toContain('None any more');
      expect(isOver).toBe(false);
      for (const one of [stream, witness]) one.close();
    },
  );

  test('server-config goes on with the public part', async () => {
    const { user, caller } = await begin();
    const stream = await caller.watch('/server-config');
    expect(await stream.next()).toHaveProperty('email');
    await keeper.patch(`/users/${user.id}`, { admin: false });
    easel.clock.advance(atMost);
    expect(await stream.next()).not.toHaveProperty('email');
    stream.close();
  });

  test('the connection of a display stays, without the streams that are for administrators', async () => {
    const { user, caller } = await begin();
    const display = await connectDisplay(easel, caller.token);
    const path = `/users/${keeper.id}/access-tokens`;
    const { channel } = await display.request({ type: 'subscribe', path });
    await display.frame(channel);
    await keeper.patch(`/users/${user.id}`, { admin: false });
    easel.clock.advance(atMost);
    expect(await display.next('ended')).toMatchObject({ channel, status: 403 });
    await display.settled();
    expect(display.code).toBeUndefined();
    await display.leave();
  });
});
