import { beforeEach, describe, expect, test } from 'vitest';
import { connectDisplay, type DisplayPeer } from '../kit/display.ts';
import { type Person, type StreamReader, useEasel } from '../kit/easel.ts';
import { mailedToken } from '../kit/mails.ts';

const easel = useEasel();

/** Everything that must end has ended after this time. */
const withinMs = 1000;

let person: Person;
let streams: StreamReader[];
let display: DisplayPeer;
let page: DisplayPeer;
let channel: number;
/** A person with streams over HTTP, a display, and a page with a stream over its socket. */
beforeEach(async () => {
  person = await easel.user();
  const canvas = await easel.canvas(person);
  streams = [];
  for (const path of ['/users', '/canvases', canvas, `${canvas}/widgets`, `/users/${person.id}/access-tokens`]) {
    const stream = await person.watch(path);
    await stream.next();
    streams.push(stream);
  }
  display = await connectDisplay(easel, person.token);
  page = await connectDisplay(easel, person.token, { kind: 'viewer', client: {}, workspaces: [] });
  ({ channel } = await page.request({ type: 'subscribe', path: `${canvas}/widgets` }));
  await page.frame(channel);
});

async function lost(code: number): Promise<void> {
  easel.clock.advance(withinMs);
  for (const stream of streams) expect(await stream.ended).toBe('clean');
  expect([await display.closed, await page.closed]).toEqual([code, code]);
}

describe('streams and connections end within a second', () => {
  test('when their user is blocked', async () => {
    await easel.admin.post(`/users/${person.id}/block`);
    await lost(4403);
  });

  test('when a PATCH blocks their user', async () => {
    await easel.admin.patch(`/users/${person.id}`, { blocked: true });
    await lost(4403);
  });

  test('when their user is deleted', async () => {
    await easel.admin.delete(`/users/${person.id}`);
    await lost(4401);
  });

  test('when an administrator sets a password', async () => {
    await easel.admin.post(`/users/${person.id}/password`, { new_password: 'another horse' });
    await lost(4401);
  });

  test('when an administrator resets the password', async () => {
    await easel.admin.post(`/users/${person.id}/reset-password`);
    await lost(4401);
  });

  test('when the password is reset by mail', async () => {
    const token = await mailedToken(easel, 'reset-password', person.id);
    await easel.anonymous.post('/users/password/reset', { token, password: 'another horse' });
    await lost(4401);
  });

  test('when the user changes the password elsewhere', async () => {
    const elsewhere = await easel.signIn(person.email, person.password);
    const body = { current_password: person.password, new_password: 'another horse' };
    expect((await elsewhere.post(`/users/${person.id}/password`, body)).status).toBe(200);
    await lost(4401);
    expect((await elsewhere.get('/users')).status).toBe(200);
  });
});

test('an administrator who loses the role keeps what everybody may read, and nothing else', async () => {
  const second = await easel.user({ admin: true });
  const canvas = await easel.canvas(person);
  const watch = async (path: string): Promise<StreamReader> => {
    const stream = await second.watch(path);
    await stream.next();
    return stream;
  };
  const [users, tokens, widgets] = [
    await watch('/users'),
    await watch(`/users/${person.id}/access-tokens`),
    await watch(`${canvas}/widgets`),
  ];
  const socket = await connectDisplay(easel, second.token, { kind: 'viewer', client: {}, workspaces: [] });
  const over = (await socket.request({ type: 'subscribe', path: `${canvas}/widgets` })).channel;
  await socket.frame(over);
  await easel.admin.patch(`/users/${second.id}`, { admin: false });
  easel.clock.advance(withinMs);
  expect(await tokens.ended).toBe('clean');
  expect(await widgets.next()).toMatchObject([{ state: 'deleted' }]);
  expect(await widgets.ended).toBe('clean');
  expect(await socket.frame(over)).toContain('"state":"deleted"');
  await socket.settled();
  expect(socket.code).toBeUndefined();
  expect(await users.next()).toMatchObject([{ id: second.id, admin: false }]);
  await easel.admin.patch(`/users/${second.id}`, { name: 'Still here' });
  expect(await users.next()).toMatchObject([{ name: 'Still here' }]);
  users.close();
  await socket.leave();
});

test('a permanent token and its streams stay when the password is new', async () => {
  const token = (await person.post(`/users/${person.id}/access-tokens`, { name: 'robot' })).body.plain_token;
  const stream = await easel.as(token).watch('/users');
  await stream.next();
  await easel.admin.post(`/users/${person.id}/reset-password`);
  easel.clock.advance(withinMs);
  await easel.admin.patch(`/users/${person.id}`, { name: 'Seen by the robot' });
  expect(await stream.next()).toMatchObject([{ name: 'Seen by the robot' }]);
  stream.close();
});
