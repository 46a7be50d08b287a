import { beforeEach, describe, expect, test } from 'vitest';
import { connectDisplay, type DisplayPeer } from '../kit/display.ts';
import { useEasel } from '../kit/easel.ts';
import { until } from '../kit/until.ts';

const easel = useEasel({ people: ['ann', 'bob'] });
const { ann, bob } = easel.people;

let page: DisplayPeer;
let canvas: string;
beforeEach(async () => {
  page = await viewer(ann.token);
  canvas = await easel.canvas(ann);
  return () => page.leave();
});

const viewer = (token: string): Promise<DisplayPeer> =>
  connectDisplay(easel, token, { kind: 'viewer', client: {}, workspaces: [] });
const subscribe = (path: string, peer = page) => peer.request({ type: 'subscribe', path });

/** The next frame of a channel: its revision, and what it says. */
// biome-ignore lint/suspicious/noExplicitAny: lines of every shape
async function frame(peer: DisplayPeer, channel: number): Promise<{ revision: number; line: string; body: any }> {
  const text = await peer.frame(channel);
  const [, revision = '', line = ''] = /^#\d+ (\d+) (.*)$/s.exec(text) ?? [];
  return { revision: Number(revision), line, body: JSON.parse(line) };
}

describe('a stream over the socket', () => {
  test('sends the lines that the stream over HTTP does, with the revision of each', async () => {
    const path = `${canvas}/notes?changes=1`;
    const http = await ann.watch(path);
    const ack = await subscribe(path);
    expect(ack).toMatchObject({ type: 'ack', channel: expect.any(Number), stream: 'whole', revision: expect.any(Number) });
    const first = await frame(page, ack.channel);
    expect([first.body, first.revision]).toEqual([await http.next(), ack.revision]);
    const made = await ann.post(`${canvas}/notes`, { text: 'äö\u2028' });
    const told = await frame(page, ack.channel);
    expect([told.body, String(told.revision)]).toEqual([await http.next(), made.headers['easel-revision']]);
    expect(told.line).toContain('\\u2028');
    await ann.delete(`${canvas}/notes/${made.body.id}`);
    expect((await frame(page, ack.channel)).body).toEqual(await http.next());
  });

  test('has the same channel on all connections that are shown the same', async () => {
    const other = await viewer(ann.token);
    const acks = [await subscribe(`${canvas}/widgets`), await subscribe(`${canvas}/widgets`, other)];
    expect(acks[0].channel).toBe(acks[1].channel);
    await frame(page, acks[0].channel);
    await frame(other, acks[0].channel);
    await ann.post(`${canvas}/notes`, {});
    expect((await frame(page, acks[0].channel)).line).toBe((await frame(other, acks[0].channel)).line);
    await other.leave();
  });

  test('is one of its own for each path, also where two paths are shown the same', async () => {
    const { body: note } = await ann.post(`${canvas}/notes`, { text: 'one' });
    const paths = [`${canvas}/notes/${note.id}`, `${canvas}/widgets/${note.id}`, `${canvas}/widgets/${note.id}?changes=0`];
    const acks = [];
    for (const path of paths) acks.push(await subscribe(path));
    expect(acks.map(({ type }) => type)).toEqual(['ack', 'ack', 'ack']);
    const channels = acks.map(({ channel }) => channel as number);
    expect(new Set(channels).size).toBe(3);
    const next = () => Promise.all(channels.map(async (channel) => (await frame(page, channel)).body.text));
    expect(await next()).toEqual(['one', 'one', 'one']);
    await page.request({ type: 'unsubscribe', channel: channels[0] });
    await ann.patch(paths[0]!, { text: 'two' });
    for (const channel of channels.slice(1)) expect((await frame(page, channel)).body.text).toBe('two');
    // The path may come back while the others go on
    const again = await subscribe(paths[0]!);
    expect(channels.slice(1)).not.toContain(again.channel);
    expect((await frame(page, again.channel)).body.text).toBe('two');
    await ann.delete(paths[0]!);
    for (const channel of [again.channel, ...channels.slice(1)]) expect((await frame(page, channel)).body.state).toBe('deleted');
  });

  test('goes on from a revision', async () => {
    const holds = await ann.watch(`${canvas}/notes`);
    await holds.next();
    const { headers } = await ann.post(`${canvas}/notes`, { title: 'one' });
    await ann.post(`${canvas}/notes`, { title: 'two' });
    const ack = await subscribe(`${canvas}/notes?changes=1&from=${headers['easel-revision']}`);
    expect(ack.stream).toBe('resumed');
    expect((await frame(page, ack.channel)).body).toMatchObject([{ title: 'two' }]);
  });

  test('is large when what it shows is', async () => {
    for (let at = 0; at < 3; at++) await ann.post(`${canvas}/notes`, { text: 'x'.repeat(40_000) });
    const ack = await subscribe(`${canvas}/notes`);
    expect((await frame(page, ack.channel)).body.map(({ text }: { text: string }) => text.length)).toEqual([
      40_000, 40_000, 40_000,
    ]);
  });

  test('is ended by whoever opened it', async () => {
    const { channel } = await subscribe(`${canvas}/notes`);
    await frame(page, channel);
    expect(await page.request({ type: 'unsubscribe', channel })).toMatchObject({ type: 'ack' });
    await ann.post(`${canvas}/notes`, {});
    await page.settled();
    expect(page.frames).toEqual([]);
    expect(await page.request({ type: 'unsubscribe', channel })).toMatchObject({ type: 'nack', code: 'not_found', status: 404 });
    // And may be opened again
    expect(await subscribe(`${canvas}/notes`)).toMatchObject({ type: 'ack' });
  });

  test('ends with what it shows', async () => {
    const note = (await ann.post(`${canvas}/notes`, {})).body;
    const { channel } = await subscribe(`${canvas}/notes/${note.id}`);
    await frame(page, channel);
    await ann.delete(`${canvas}/notes/${note.id}`);
    expect((await frame(page, channel)).body).toMatchObject({ id: note.id, state: 'deleted' });
    expect(await page.next('ended')).toEqual({ type: 'ended', channel, status: 404, msg: 'What the stream showed is gone' });
  });

  test('ends with the right to it', async () => {
    await ann.post(`${canvas}/permissions`, { users: [{ id: bob.id, permission: 'view' }] });
    const his = await viewer(bob.token);
    const { channel } = await subscribe(`${canvas}/notes`, his);
    await frame(his, channel);
    await ann.post(`${canvas}/permissions`, { users: [{ id: bob.id, permission: 'none' }] });
    easel.clock.advance(250);
    expect(await his.next('ended')).toMatchObject({ channel, status: 403, msg: 'Permission denied' });
    await his.leave();
  });
});

describe('a subscription is refused', () => {
  test.each([
    ['a path of nothing', '/nothing', 404, 'Unknown object type nothing'],
    ['a path without a slash', 'canvases', 400, 'path must begin with a slash'],
    ['the base in the path', '/api/v1/canvases', 404, 'Unknown object type api'],
    ['another family', '/../../docs', 404, 'Unknown object type ..'],
    ['what cannot be subscribed', '/server-info', 400, '/server-info cannot be subscribed'],
    ['an unknown canvas', '/canvases/0c9e8d7b-6a54-4f32-9b10-c1d2e3f4a5b6/notes', 404, undefined],
    ['a query that is wrong', '/canvases?changes=perhaps', 400, 'changes must be a boolean'],
    ['a revision that is none', '/canvases?changes=1&from=x', 400, 'from must be an integer'],
  ])('for %s', async (_, path, status, msg) => {
    const nack = await subscribe(path);
    expect(nack).toMatchObject({ type: 'nack', status, ...(msg && { msg }) });
    expect(page.frames).toEqual([]);
  });

  test('as the GET is, for whoever may not see it', async () => {
    const his = await viewer(bob.token);
    expect(await subscribe(`${canvas}/notes`, his)).toMatchObject({ type: 'nack', code: 'forbidden', status: 403 });
    expect(await subscribe('/users/1000/access-tokens', his)).toMatchObject({ type: 'nack', status: 403 });
    await his.leave();
  });

  test('when the connection has the stream already, which goes on', async () => {
    const { channel } = await subscribe(`${canvas}/notes`);
    await frame(page, channel);
    expect(await subscribe(`${canvas}/notes`)).toMatchObject({ type: 'nack', status: 409 });
    await ann.post(`${canvas}/notes`, { title: 'goes on' });
    expect((await frame(page, channel)).body).toMatchObject([{ title: 'goes on' }]);
    await page.settled();
    expect(page.frames).toEqual([]);
  });

  test('when it is the 65th', async () => {
    const notes = await Promise.all(Array.from({ length: 65 }, () => ann.post(`${canvas}/notes`, {})));
    const answers = [];
    for (const { body } of notes) answers.push(await subscribe(`${canvas}/notes/${body.id}`));
    expect(answers.slice(0, 64).every(({ type }) => type === 'ack')).toBe(true);
    expect(answers[64]).toMatchObject({ type: 'nack', status: 409, msg: 'At most 64 streams over one connection' });
  });
});

test('a connection that is never read is cut off, and the others are told everything', async () => {
  const silent = await viewer(ann.token);
  const { channel } = await subscribe(`${canvas}/notes`);
  await frame(page, channel);
  await subscribe(`${canvas}/notes`, silent);
  silent.socket.pause();
  const notes = await Promise.all(Array.from({ length: 4 }, () => ann.post(`${canvas}/notes`, {})));
  for (let at = 0; at < 40; at++) {
    await ann.patch(`${canvas}/notes/${notes[at % 4]!.body.id}`, { text: String(at).padEnd(500_000, 'x') });
  }
  await until(() => {
    // A gap follows each large message
    easel.clock.advance(100);
    return page.frames.some((text) => text.includes('"text":"39x'));
  });
  for (let beats = 0; beats < 4; beats++) {
    easel.clock.advance(15_000);
    await page.settled();
  }
  silent.socket.resume();
  expect(await silent.closed).toBeOneOf([4408, 1006]);
}, 30_000);

test('a connection that is gone takes its streams along', async () => {
  const { size } = easel.server.streams;
  const other = await viewer(ann.token);
  await subscribe(`${canvas}/notes`, other);
  expect(easel.server.streams.size).toBe(size + 1);
  await other.leave();
  // The server is told of the closed connection in its own time
  await until(() => easel.server.streams.size === size);
});
