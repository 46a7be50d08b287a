import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeClock } from '../../test/kit/clock.ts';
import { FakeSockets } from '../../test/kit/fake-socket.ts';
import { turn } from '../../test/kit/test-client.ts';
import { openConnection, type TabStorage } from './connection.ts';
import type { WakingPage } from './waking.ts';

test('a page is told when its connection is refused for good, and not when it is lost', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')));
  onTestFinished(() => void vi.unstubAllGlobals());
  const sockets = new FakeSockets();
  const clock = fakeClock();
  let refusals = 0;
  const refused = () => void refusals++;
  const { state, close } = openConnection({
    server: 'http://wall.example',
    ports: { WebSocket: sockets.WebSocket, clock },
    refused,
  });
  onTestFinished(close);
  await turn();
  sockets.welcome();
  sockets.last.break();
  expect([state.value, refusals]).toEqual(['lost', 0]);
  clock.advance(1_000);
  sockets.welcome();
  sockets.last.break(4401);
  expect(refusals).toBe(1);
});

test('a page that is left says goodbye, and the next one in its tab does not take it for somebody else', async () => {
  const tab = storage();
  const one = await opened(tab);
  one.sockets.welcome({ session_id: 's-1' });
  one.happen('pagehide');
  expect(one.sockets.last.takeAll('bye')).toHaveLength(1);
  const other = await opened(tab);
  other.connection.presence.watch(['b7a1']);
  other.sockets.welcome({ session_id: 's-2' });
  other.sockets.last.say(presenceOf('s-1'));
  other.sockets.last.say(presenceOf('s-3'));
  expect(other.connection.presence.others('b7a1').map(({ from }) => from.session_id)).toEqual(['s-3']);
  expect(other.seen).toEqual(['s-3']);
});

test('a tab that is duplicated still sees the other one, whose person is there', async () => {
  const tab = storage();
  const one = await opened(tab);
  one.sockets.welcome({ session_id: 's-1' });
  const copy = await opened(storage(tab));
  copy.sockets.welcome({ session_id: 's-2' });
  copy.sockets.last.say(presenceOf('s-1'));
  expect(copy.seen).toEqual(['s-1']);
});

test('a page that the browser kept connects again when it is shown again', async () => {
  const { sockets, happen, connection } = await opened();
  sockets.welcome();
  happen('pagehide');
  expect(connection.state.value).toBe('lost');
  happen('pageshow', { persisted: true });
  sockets.welcome();
  expect([sockets.all.length, connection.state.value]).toEqual([2, 'live']);
});

test('a page is offline at once when the browser says so, and not when the server answers all the same', async () => {
  const { sockets, happen, connection } = await opened();
  sockets.welcome();
  happen('offline');
  expect(connection.isOffline.value).toBe(true);
  sockets.last.answerBeats();
  await turn();
  expect(connection.isOffline.value).toBe(false);
});

test('a network that is back is believed once the server has answered, because lists may be old before that', async () => {
  const { sockets, clock, happen, connection } = await opened();
  sockets.welcome();
  happen('offline');
  await turn();
  clock.advance(10);
  happen('online');
  // On its way since before
  sockets.last.say(presenceOf('s-2'));
  await turn();
  expect(connection.isOffline.value).toBe(true);
  sockets.last.answerBeats();
  await turn();
  expect(connection.isOffline.value).toBe(false);
});

test('a connection that does not answer within a second of a new network is replaced', async () => {
  const { sockets, clock, happen, connection } = await opened();
  sockets.welcome();
  happen('offline');
  happen('online');
  clock.advance(1_000);
  clock.advance(0);
  await turn();
  expect([sockets.all.length, connection.isOffline.value]).toEqual([2, false]);
});

test('a connection that was begun without a network is not waited for when there is one', async () => {
  const { sockets, clock, happen } = await opened();
  sockets.welcome();
  sockets.last.break();
  clock.advance(1_000);
  clock.advance(2_000);
  const before = sockets.all.length;
  happen('online');
  clock.advance(0);
  expect(sockets.all.length).toBe(before + 1);
});

/** A connection whose page the test plays. */
async function opened(kept: TabStorage = storage()) {
  const sockets = new FakeSockets();
  const clock = fakeClock();
  const heard: [string, (event: { readonly persisted?: boolean }) => void][] = [];
  const hearing = {
    addEventListener: (...one: (typeof heard)[number]) => void heard.push(one),
    removeEventListener: () => undefined,
  };
  const page: WakingPage = {
    document: { ...hearing, visibilityState: 'visible' },
    window: hearing,
    now: () => clock.steady(),
    every: () => () => undefined,
  };
  const fetch = () => Promise.reject(new Error('no network'));
  const ports = { WebSocket: sockets.WebSocket, clock, fetch };
  const connection = openConnection({ server: 'http://wall.example', ports, page, kept });
  onTestFinished(() => connection.close());
  const seen: string[] = [];
  connection.onPresence({ seen: ({ from }) => seen.push(from.session_id) });
  const happen = (type: string, event = {}): void => {
    for (const [name, hear] of heard) if (name === type) hear(event);
  };
  await turn();
  return { sockets, clock, connection, seen, happen };
}

function storage(from?: TabStorage & { readonly all?: ReadonlyMap<string, string> }) {
  const all = new Map(from?.all);
  return {
    all,
    getItem: (name: string) => all.get(name) ?? null,
    setItem: (name: string, value: string) => void all.set(name, value),
    removeItem: (name: string) => void all.delete(name),
  };
}

const presenceOf = (session_id: string) => ({
  type: 'presence',
  canvas_id: 'b7a1',
  workspace: 0,
  viewport: null,
  cursors: [],
  from: { client_id: 'c', session_id, installation_name: 'page', kind: 'viewer', user: { id: 7, name: 'Kim' } },
});
