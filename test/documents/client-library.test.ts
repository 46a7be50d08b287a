import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import {
  type ClientOptions,
  connect,
  type EaselClient,
  FollowedList,
  type MessageFacts,
  type OtherPresence,
  type WelcomeMessage,
} from '../../client/index.ts';
import { fakeClock } from '../kit/clock.ts';
import { type Person, useEasel } from '../kit/easel.ts';
import { until } from '../kit/until.ts';

/** The library against the server: what each of them promises to the other. */
const easel = useEasel({ people: ['ann', 'bob'] });
const { ann, bob } = easel.people;

interface World {
  readonly client: EaselClient;
  readonly welcomes: WelcomeMessage[];
  /** Cuts the connection. Resolves when the client has noticed. */
  readonly cut: () => Promise<void>;
  /** Lets the time of the next try come. Resolves when the client is connected again. */
  readonly back: () => Promise<void>;
}

async function begin(who: Person, options: Partial<ClientOptions> = {}): Promise<World> {
  const sockets: WebSocket[] = [];
  const clock = fakeClock();
  const welcomes: WelcomeMessage[] = [];
  let losses = 0;
  const faults: unknown[] = [];
  class Kept extends WebSocket {
    constructor(url: string) {
      super(url);
      sockets.push(this);
    }
  }
  const client = connect({
    server: easel.url,
    token: who.token,
    client: { installation_name: 'wall', api_access: 'rw' },
    workspaces: [{ index: 0, size: { width: 1600, height: 900 } }],
    fault: (cause) => faults.push(cause),
    ports: { WebSocket: Kept, clock },
    ...options,
    on: { ...options.on, connected: (welcome) => welcomes.push(welcome), lost: () => losses++ },
  });
  onTestFinished(async () => {
    await client.bye();
    expect(faults).toEqual([]);
  });
  await until(() => welcomes.length === 1);
  const cut = async (): Promise<void> => {
    const before = losses;
    sockets.at(-1)!.terminate();
    await until(() => losses > before);
  };
  const back = async (): Promise<void> => {
    const before = welcomes.length;
    clock.advance(2_000);
    await until(() => welcomes.length > before);
  };
  return { client, welcomes, cut, back };
}

test('a client that was away for a moment goes on where it was, and is told only what it missed', async () => {
  const canvas = await easel.canvas(ann);
  await ann.post(`${canvas}/notes`, { text: 'before' });
  const clients = await ann.watch('/clients?changes=1');
  expect(await clients.next()).toEqual([]);
  const { client, welcomes, cut, back } = await begin(ann);
  expect(await clients.next()).toHaveLength(1);
  const told: [MessageFacts['sort'], string[]][] = [];
  const list = new FollowedList<{ id: string; state: string; text: string }>({
    changed: ({ added, told: { sort } }) => told.push([sort, added.map(({ text }) => text)]),
  });
  client.follow(`${canvas}/notes?changes=1`, list);
  await until(() => told.length === 1);
  await cut();
  await ann.post(`${canvas}/notes`, { text: 'meanwhile' });
  await back();
  await until(() => told.length === 2);
  await ann.post(`${canvas}/notes`, { text: 'after' });
  await until(() => told.length === 3);
  expect(told).toEqual([
    ['whole', ['before']],
    ['resumed', ['meanwhile']],
    ['later', ['after']],
  ]);
  expect(welcomes.map(({ resumed }) => resumed)).toEqual([false, true]);
  expect(clients.unread).toEqual([]);
});

test('a stream ends with the status that the same GET has', async () => {
  const canvas = await easel.canvas(ann);
  const { client } = await begin(ann);
  const ends: unknown[] = [];
  const follow = (path: string) =>
    new Promise((resolve) =>
      client.follow(path, {
        message: () => resolve(undefined),
        ended: (status, msg) => {
          ends.push([status, msg]);
          resolve(undefined);
        },
      }),
    );
  await follow(`${canvas}/widgets?changes=1`);
  await follow('/canvases/nothing/widgets');
  await follow(`/users/${ann.id}/access-tokens?changes=1`);
  await follow('/groups/1/nothing');
  await follow('/server-info');
  expect(ends).toEqual([
    [404, 'Canvas nothing not found'],
    [404, 'Unknown object type nothing'],
    [400, '/server-info cannot be subscribed'],
  ]);
  await ann.delete(canvas);
  await until(() => ends.length === 4);
  expect(ends[3]).toEqual([404, expect.any(String)]);
});

test('whoever watches a canvas sees where others are, until they hide', async () => {
  const canvas_id = (await easel.canvas(ann)).split('/')[2]!;
  await ann.post(`/canvases/${canvas_id}/permissions`, { users: [{ id: bob.id, permission: 'view' }] });
  const seen: unknown[] = [];
  const on = { seen: ({ from, viewport }: OtherPresence) => seen.push([from.user.name, viewport]) };
  const viewer = { kind: 'viewer', client: { installation_name: '' }, workspaces: [] } as const;
  const watching = await begin(bob, { ...viewer, on });
  watching.client.presence.watch([canvas_id]);
  // Both are answered in their order, so the server knows that bob watches
  await watching.client.widgets.deleteAnchor({ canvas_id, widget_id: canvas_id }).catch(() => undefined);
  const moving = await begin(ann, viewer);
  moving.client.presence.watch([canvas_id]);
  const viewport = { x: 1, y: 2, width: 300, height: 200 };
  moving.client.presence.show({ canvas_id, viewport, cursors: [{ id: 'f1', x: 5, y: 6, down: true, color: '', label: '' }] });
  await until(() => {
    easel.clock.advance(50);
    return seen.length > 0;
  });
  expect(seen).toEqual([['ann', viewport]]);
  expect(watching.client.presence.others(canvas_id)).toMatchObject([{ cursors: [{ id: 'f1', x: 5, down: true }] }]);
  await moving.client.bye();
  await until(() => watching.client.presence.others(canvas_id).length === 0);
});

test('anchors are made with the rights of the user, and refusals have a code', async () => {
  const canvas_id = (await easel.canvas(ann)).split('/')[2]!;
  const { client } = await begin(ann);
  const size = { width: 1920, height: 1080 };
  const anchor = await client.widgets.createAnchor(canvas_id, { title: 'Stage', location: { x: 4, y: 3 }, size });
  expect(anchor).toMatchObject({ title: 'Stage', size });
  await client.widgets.updateAnchor({ canvas_id, widget_id: anchor.id }, { title: 'Left' });
  expect(await client.rest.get(`/canvases/${canvas_id}/widgets/${anchor.id}`)).toMatchObject({ title: 'Left' });
  await client.widgets.deleteAnchor({ canvas_id, widget_id: anchor.id });
  const other = await begin(bob);
  await expect(other.client.widgets.createAnchor(canvas_id)).rejects.toMatchObject({ code: 'forbidden', status: 403 });
  await expect(other.client.rest.get(`/canvases/${canvas_id}`)).rejects.toMatchObject({ status: 403, msg: 'Permission denied' });
});

test('a write answers with the revision that holds it, and a refused one as an answer', async () => {
  const canvas_id = (await easel.canvas(ann)).split('/')[2]!;
  const { client } = await begin(ann);
  const made = await client.rest.write('POST', `/canvases/${canvas_id}/notes`, { text: 'First' });
  expect(made).toMatchObject({ status: 200, body: { text: 'First' }, retryAfter: undefined });
  const path = `/canvases/${canvas_id}/notes/${(made.body as { readonly id: string }).id}`;
  const changed = await client.rest.write('PATCH', path, { text: 'Second' });
  expect(changed.revision).toBe(made.revision! + 1);
  const refused = await easel.unchanged(() => client.rest.write('PATCH', path, { text: 'Third' }, { 'if-match': '"other"' }));
  expect(refused).toMatchObject({ status: 412, body: { msg: expect.any(String) }, revision: undefined });
});

test('a client knows the time of the server', async () => {
  const { client } = await begin(ann);
  await until(() => client.serverClock.now() !== undefined);
  expect(Math.abs(client.serverClock.now()! - easel.clock.now())).toBeLessThan(1);
});

test('a stream that is closed and followed again, before the server has answered, is followed', async () => {
  const canvas = await easel.canvas(ann);
  const { client } = await begin(ann);
  const told: unknown[] = [];
  const follower = {
    message: (value: unknown) => void told.push(value),
    ended: (status: number) => void told.push(status),
  };
  client.follow(`${canvas}/notes?changes=1`, follower).close();
  client.follow(`${canvas}/notes?changes=1`, follower);
  await until(() => told.length > 0);
  expect(told).toEqual([[]]);
  await ann.post(`${canvas}/notes`);
  await until(() => told.length > 1);
  expect(told[1]).toMatchObject([{ widget_type: 'Note' }]);
});

test('a batch goes out with its number, and is told to be repeated when it is sent again', async () => {
  const { client } = await begin(ann);
  const path = `${await easel.canvas(ann)}/batch`;
  const batch = { operations: [{ op: 'create', type: 'Note', body: { text: 'First' } }] };
  const headers = { 'easel-batch': '7b1d0c5e-0000-4000-8000-000000000001 1' };
  const made = await client.rest.write('POST', path, batch, headers);
  expect(made).toMatchObject({ status: 200, body: { results: [{ text: 'First' }] } });
  expect((made.body as { readonly revision: number }).revision).toBe(made.revision);
  const again = await easel.unchanged(() => client.rest.write('POST', path, batch, headers));
  expect(again).toMatchObject({ status: 200, body: { results: null, repeated: true }, revision: made.revision });
});
