import { describe, expect, test } from 'vitest';
import { beginClient, connectedClient, turn } from '../test/kit/test-client.ts';
import type { Follower } from './follower.ts';
import type { FetchAnswer } from './ports.ts';

const CHANGES = '/canvases/b7a1/widgets?changes=1';

function recorder() {
  const told: unknown[] = [];
  const follower: Follower = {
    message: (value, { sort, revision }) => told.push([sort, revision, value]),
    stale: () => told.push('stale'),
    ended: (status) => told.push(status),
  };
  return { told, follower };
}

const answer = (text: string, revision: number, stream?: string): FetchAnswer => ({
  status: 200,
  headers: { get: (name) => (name === 'easel-revision' ? String(revision) : (stream ?? null)) },
  text: async () => text,
  body: { getReader: () => reader(text) },
});

function reader(text: string) {
  const pieces = [new TextEncoder().encode(`${text}\n`)];
  let end: () => void = () => undefined;
  const over = new Promise<{ done: true }>((resolve) => {
    end = () => resolve({ done: true });
  });
  const read = () => (pieces.length > 0 ? Promise.resolve({ done: false, value: pieces.shift()! }) : over);
  return { read, cancel: async () => end() };
}

describe('a doubtful connection', () => {
  test('that answers nothing for three seconds is replaced at once', async () => {
    const { sockets, clock, client, losses } = await connectedClient();
    void client.check();
    clock.advance(2_999);
    expect(losses).toEqual([]);
    clock.advance(1);
    expect(losses).toEqual([{ code: 1006, msg: 'The server did not answer', retryMs: 0 }]);
    clock.advance(0);
    expect(sockets.all).toHaveLength(2);
  });

  test('that answers stays', async () => {
    const { sockets, clock, client, losses } = await connectedClient();
    clock.advance(10);
    void client.check();
    sockets.last.answerBeats();
    clock.advance(3_000);
    expect([losses, sockets.all.length]).toEqual([[], 1]);
  });

  test('that says something stays as long as it does', async () => {
    const { sockets, clock, client, losses } = await connectedClient();
    void client.check();
    clock.advance(2_000);
    sockets.last.say({ type: 'beat' });
    clock.advance(3_999);
    expect(losses).toEqual([]);
    clock.advance(1);
    expect(losses).toHaveLength(1);
  });

  test('that was not welcomed within a second is replaced at once, and a younger one is waited for', async () => {
    const { sockets, clock, client } = await beginClient();
    clock.advance(999);
    void client.check();
    expect(sockets.all).toHaveLength(1);
    clock.advance(1);
    void client.check();
    clock.advance(0);
    expect(sockets.all).toHaveLength(2);
  });

  test('is asked for a sign when it is quiet, and replaced within 10 s when there is none', async () => {
    const { sockets, clock, losses } = await connectedClient({ quietMs: 3_500 });
    sockets.last.takeAll('beat');
    clock.advance(5_000);
    expect(sockets.last.takeAll('beat')).toHaveLength(1);
    sockets.last.say({ type: 'beat', client_time: 1, server_time: '2026-01-01T00:00:00.000Z' });
    const quietSince = clock.steady();
    while (losses.length === 0 && clock.steady() < quietSince + 30_000) clock.advance(100);
    expect(clock.steady() - quietSince).toBeLessThan(10_000);
    clock.advance(0);
    expect(sockets.all).toHaveLength(2);
  });

  test('says whether it has answered', async () => {
    const { sockets, clock, client } = await connectedClient();
    const first = client.check();
    sockets.last.answerBeats();
    expect(await first).toBe(true);
    const second = client.check(500);
    clock.advance(500);
    expect(await second).toBe(false);
  });

  test('has answered only what it was asked, not what it was asked before', async () => {
    const { sockets, clock, client } = await connectedClient();
    let hasAnswered = false;
    void client.check().then(() => {
      hasAnswered = true;
    });
    const [before] = sockets.last.takeAll('beat').slice(-1);
    clock.advance(10);
    void client.check(1_000);
    sockets.last.say({ ...before, server_time: '2026-01-01T00:00:00.000Z' });
    sockets.last.frame('#1 7 []');
    await turn();
    expect(hasAnswered).toBe(false);
    sockets.last.answerBeats();
    await turn();
    expect(hasAnswered).toBe(true);
  });

  test('that is lost is tried again without waiting for the pause, and only once', async () => {
    const { sockets, clock, client } = await connectedClient({ retryPausesMs: [30_000] });
    sockets.last.break();
    void client.check();
    expect(sockets.all).toHaveLength(2);
    sockets.welcome();
    clock.advance(30_000);
    expect(sockets.all).toHaveLength(2);
  });

  test('is not tried again when the server has refused it for good', async () => {
    const { sockets, client } = await connectedClient();
    sockets.last.break(4409);
    void client.check();
    expect(sockets.all).toHaveLength(1);
  });
});

test('a client that pauses says goodbye, and connects again only when it is asked to', async () => {
  const { sockets, clock, client, losses } = await connectedClient();
  client.pause();
  expect([sockets.last.takeAll('bye').length, sockets.last.isClosed]).toEqual([1, true]);
  sockets.last.break(1000);
  clock.advance(1_000_000);
  expect([sockets.all.length, losses]).toEqual([1, []]);
  void client.check();
  sockets.welcome();
  expect(sockets.all).toHaveLength(2);
});

test('a stream goes on from the revision of a GET, and says when what was told may be old', async () => {
  const { sockets, client } = await connectedClient();
  const { told, follower } = recorder();
  client.follow(CHANGES, follower, { from: 7 });
  expect(sockets.last.acknowledge('subscribe', { channel: 1, stream: 'resumed' }).path).toBe(`${CHANGES}&from=7`);
  sockets.last.frame('#1 7 []');
  sockets.last.break();
  expect(told).toEqual([['resumed', 7, []], 'stale']);
});

describe('without a connection', () => {
  const slot = async () => undefined;

  test('streams are looked at over HTTP from their revision, and return to the socket', async () => {
    const urls: string[] = [];
    const answers = [answer('[{"id":"a"}]', 8, 'resumed'), answer('[]', 8, 'resumed'), answer('[]', 9, 'resumed')];
    const fetch = async (url: string): Promise<FetchAnswer> => {
      if (url.endsWith('/server-info')) return answer('{}', 0);
      urls.push(url.split('?')[1]!);
      return answers.shift()!;
    };
    const { sockets, clock, client } = await beginClient({ ports: { fetch }, withoutConnection: { after: 2, slot } });
    const { told, follower } = recorder();
    client.follow(CHANGES, follower, { from: 7 });
    sockets.last.break();
    clock.advance(1_000);
    sockets.last.break();
    await turn();
    clock.advance(1_000);
    await turn();
    expect(urls).toEqual(['changes=1&subscribe&from=7', 'changes=1&subscribe&from=8']);
    expect(told).toEqual(['stale', ['resumed', 8, [{ id: 'a' }]]]);
    clock.advance(1_000);
    sockets.welcome();
    expect(sockets.last.take('subscribe').path).toMatch(/from=[89]$/);
  });

  test('a server that is away is asked by one request or socket after the other, whatever is followed', async () => {
    const asked: string[] = [];
    const fetch = async (url: string): Promise<FetchAnswer> => {
      asked.push(url);
      throw new Error('no network');
    };
    const retryPausesMs = [250, 500, 1_000, 1_500];
    const { sockets, clock, client } = await connectedClient({
      ports: { fetch },
      retryPausesMs,
      withoutConnection: { after: 4, slot },
    });
    for (const name of ['a', 'b', 'c', 'd', 'e']) client.follow(`/canvases/${name}`, recorder().follower);
    for (const end = clock.steady() + 10_000; clock.steady() < end; ) {
      if (!sockets.last.isClosed) sockets.last.break();
      sockets.last.isClosed = true;
      await turn();
      clock.advance(50);
    }
    expect(sockets.all.length + asked.length).toBeLessThan(13);
  });

  test('streams that go over HTTP wait together for a server that is away, and go on when it is back', async () => {
    let isAway = false;
    const asked: string[] = [];
    const fetch = async (url: string): Promise<FetchAnswer> => {
      asked.push(url.split('/').at(-1)!);
      if (isAway) throw new Error('no network');
      return answer('{"name":"a"}', 1);
    };
    const { clock, client } = await beginClient({ ports: { fetch }, withoutConnection: { after: 0, slot } });
    const followed = ['a', 'b', 'c', 'd', 'e'].map((name) => {
      const { told, follower } = recorder();
      client.follow(`/canvases/${name}`, follower);
      return told;
    });
    const pass = async (seconds: number) => {
      for (let tenth = 0; tenth < 10 * seconds; tenth++) {
        await turn();
        clock.advance(100);
      }
    };
    await pass(2);
    isAway = true;
    asked.length = 0;
    await pass(20);
    expect(asked.length).toBeLessThan(5 + 20);
    isAway = false;
    await pass(5);
    expect(followed.map((told) => told.at(-1))).toEqual(followed.map(() => ['whole', 1, { name: 'a' }]));
  });

  test('a guest makes no connection at all, and is told when the server does not answer', async () => {
    const answers = [answer('{"name":"a"}', 1), answer('{"name":"a"}', 1)];
    const fetch = async (): Promise<FetchAnswer> => answers.shift() ?? Promise.reject(new Error('no network'));
    const { sockets, clock, client } = await beginClient({ ports: { fetch }, withoutConnection: { after: 0, slot } });
    const { told, follower } = recorder();
    client.follow('/canvases/b7a1', follower);
    for (let look = 0; look < 4; look++) {
      await turn();
      clock.advance(1_000);
    }
    expect([told, sockets.all]).toEqual([[['whole', 1, { name: 'a' }], 'stale'], []]);
  });

  test('what is quiet is looked at less often, and at once and every second again when a person looks', async () => {
    const asked: number[] = [];
    const world = await beginClient({
      withoutConnection: { after: 0, slot },
      ports: {
        fetch: async () => {
          asked.push(world.clock.steady());
          return answer('{"name":"a"}', 1);
        },
      },
    });
    const { clock, client } = world;
    client.follow('/canvases/b7a1', recorder().follower);
    const pass = async (seconds: number) => {
      asked.length = 0;
      for (let tenth = 0; tenth < 10 * seconds; tenth++) {
        await turn();
        clock.advance(100);
      }
      return asked.length;
    };
    expect(await pass(3)).toBeGreaterThanOrEqual(3);
    await pass(30);
    expect(await pass(40)).toBeLessThanOrEqual(10);
    void client.check();
    expect(await pass(3)).toBeGreaterThanOrEqual(2);
  });
});
