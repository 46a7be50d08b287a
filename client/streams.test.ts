import { describe, expect, test } from 'vitest';
import { connectedClient, type TestClient, turn } from '../test/kit/test-client.ts';
import { type Difference, FollowedList } from './followed-list.ts';
import type { Follower, MessageFacts } from './follower.ts';
import type { FetchAnswer, FetchOptions } from './ports.ts';

const NOTES = '/canvases/b7a1/notes';
const CHANGES = `${NOTES}?changes=1`;

type Fetch = (url: string, options: FetchOptions) => Promise<FetchAnswer>;

const begin = (fetch?: Fetch): Promise<TestClient> =>
  connectedClient({ kind: 'viewer', ports: { random: () => 0, ...(fetch && { fetch }) } });

/** Writes down what it is told. */
function recorder() {
  const told: unknown[] = [];
  const follower: Follower = {
    message: (value, { sort, revision }) => told.push([sort, revision, value]),
    ended: (status, msg) => told.push(['ended', status, msg]),
  };
  return { told, follower };
}

describe('a stream over the socket', () => {
  test('begins with everything, and goes on with what changes', async () => {
    const { sockets, client } = await begin();
    const { told, follower } = recorder();
    client.follow(NOTES, follower);
    expect(sockets.last.acknowledge('subscribe', { channel: 12, stream: 'whole' }).path).toBe(NOTES);
    sockets.last.frame('#12 4711 [{"id":"a","text":"#1 2 [x]"}]');
    sockets.last.frame('#12 4712 []');
    sockets.last.frame('#13 4712 ["of another"]');
    expect(told).toEqual([
      ['whole', 4711, [{ id: 'a', text: '#1 2 [x]' }]],
      ['later', 4712, []],
    ]);
  });

  test('goes on after a lost connection from its last revision where it is in the form of changes', async () => {
    const { sockets, clock, client } = await begin();
    const changes = recorder();
    const whole = recorder();
    client.follow(CHANGES, changes.follower);
    sockets.last.acknowledge('subscribe', { channel: 1, stream: 'whole' });
    client.follow(NOTES, whole.follower);
    sockets.last.acknowledge('subscribe', { channel: 2, stream: 'whole' });
    sockets.last.frame('#1 7 []');
    sockets.last.frame('#2 7 []');
    sockets.last.break();
    clock.advance(1_000);
    sockets.welcome();
    expect(sockets.last.acknowledge('subscribe', { channel: 5, stream: 'resumed' }).path).toBe(`${CHANGES}&from=7`);
    expect(sockets.last.acknowledge('subscribe', { channel: 6, stream: 'whole' }).path).toBe(NOTES);
    sockets.last.frame('#5 9 []');
    sockets.last.frame('#6 9 []');
    expect([changes.told.at(-1), whole.told.at(-1)]).toEqual([
      ['resumed', 9, []],
      ['whole', 9, []],
    ]);
  });

  test('ends where the server ends or refuses it, and is asked for again where it cannot be had now', async () => {
    const { sockets, clock, client } = await begin();
    const gone = recorder();
    const denied = recorder();
    const busy = recorder();
    client.follow('/a', gone.follower);
    sockets.last.acknowledge('subscribe', { channel: 1 });
    sockets.last.say({ type: 'ended', channel: 1, status: 404, msg: 'Canvas a not found' });
    expect(gone.told).toEqual([['ended', 404, 'Canvas a not found']]);
    client.follow('/b', denied.follower);
    sockets.last.say({ type: 'nack', re: sockets.last.take('subscribe').id, code: 'forbidden', status: 403, msg: 'No' });
    expect(denied.told).toEqual([['ended', 403, 'No']]);
    client.follow('/c', busy.follower);
    sockets.last.say({ type: 'nack', re: sockets.last.take('subscribe').id, code: 'error', status: 503, msg: 'Full' });
    clock.advance(1_500);
    expect(sockets.last.take('subscribe').path).toBe('/c');
    expect(busy.told).toEqual([]);
  });

  test('that is closed is unsubscribed, also when the server takes it only then', async () => {
    const { sockets, client, faults } = await begin();
    const { told, follower } = recorder();
    client.follow('/a', follower).close();
    sockets.last.acknowledge('subscribe', { channel: 3 });
    expect(sockets.last.take('unsubscribe')).toEqual({ type: 'unsubscribe', channel: 3 });
    const again = client.follow('/a', follower);
    expect(() => client.follow('/a', follower)).toThrow('/a is followed already');
    sockets.last.acknowledge('subscribe', { channel: 4 });
    again.close();
    sockets.last.frame('#4 1 []');
    expect([told, faults, sockets.last.takeAll('unsubscribe')]).toEqual([[], [], [{ type: 'unsubscribe', channel: 4 }]]);
  });

  test('that follows a closed one of the same path is asked for when the server has answered that', async () => {
    const { sockets, clock, client } = await begin();
    const first = recorder();
    const second = recorder();
    client.follow('/a', first.follower).close();
    client.follow('/a', second.follower);
    const [asked, ...more] = sockets.last.takeAll('subscribe');
    expect(more).toEqual([]);
    sockets.last.say({ type: 'ack', re: asked.id, channel: 3 });
    expect(sockets.last.takeAll('unsubscribe')).toEqual([{ type: 'unsubscribe', channel: 3 }]);
    sockets.last.acknowledge('subscribe', { channel: 3, stream: 'whole' });
    sockets.last.frame('#3 1 []');
    expect([first.told, second.told, sockets.last.takeAll('subscribe')]).toEqual([[], [['whole', 1, []]], []]);
    client.follow('/b', first.follower).close();
    client.follow('/b', first.follower);
    sockets.last.break();
    clock.advance(1_000);
    sockets.welcome();
    expect(sockets.last.takeAll('subscribe').map(({ path }) => path)).toEqual(['/a', '/b']);
  });

  test('whose follower fails does not keep others from their messages', async () => {
    const { sockets, client, faults } = await begin();
    const { told, follower } = recorder();
    client.follow('/a', { ...follower, message: () => JSON.parse('{') });
    const other = client.follow('/b', follower);
    sockets.last.acknowledge('subscribe', { channel: 1 });
    sockets.last.acknowledge('subscribe', { channel: 1 });
    sockets.last.frame('#1 1 []');
    expect(told).toEqual([['whole', 1, []]]);
    // The channel is that of the first one, too
    other.close();
    expect(sockets.last.takeAll('unsubscribe')).toEqual([]);
    expect(faults).toEqual([expect.any(SyntaxError)]);
  });
});

describe('a server that sends no streams over the socket', () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  /** Answers with these pieces, and then stays open. */
  const streaming = (...pieces: Uint8Array[]): FetchAnswer => ({
    status: 200,
    text: async () => '',
    body: {
      getReader: () => ({
        read: () => (pieces.length > 0 ? Promise.resolve({ done: false, value: pieces.shift()! }) : new Promise(() => undefined)),
        cancel: () => Promise.resolve(),
      }),
    },
  });
  const refusing = (status: number): FetchAnswer => ({ status, text: async () => '{"msg":"no"}', body: null });

  const follow = ({ sockets, client }: TestClient, follower: Follower): void => {
    client.follow(CHANGES, follower);
    sockets.last.say({ type: 'nack', re: sockets.last.take('subscribe').id, code: 'unsupported', msg: '' });
  };

  test('is asked over HTTP, whose lines may be cut anywhere', async () => {
    const requests: unknown[] = [];
    const text = bytes('[{"id":"ä"}]\n\n[]\n');
    const world = await begin(async (url, { headers }) => {
      requests.push([url, headers]);
      return streaming(text.slice(0, 8), text.slice(8, 14), text.slice(14));
    });
    const { told, follower } = recorder();
    follow(world, follower);
    await turn();
    expect(requests).toEqual([[`http://wall.example:8080/api/v1${CHANGES}&subscribe`, { 'private-token': 'pR3v' }]]);
    expect(told).toEqual([
      ['whole', undefined, [{ id: 'ä' }]],
      ['later', undefined, []],
    ]);
  });

  test('is left alone with a stream that cannot be read, before the next one is begun', async () => {
    let cancelled = 0;
    const world = await begin(async () => {
      const { body, ...rest } = streaming(bytes('no message\n'));
      const reader = { ...body!.getReader(), cancel: async () => void cancelled++ };
      return { ...rest, body: { getReader: () => reader } };
    });
    follow(world, recorder().follower);
    for (let at = 0; at < 3; at++) {
      await turn();
      world.clock.advance(1_000);
    }
    expect(cancelled).toBe(3);
  });

  test('is asked again after a second when the stream breaks, until it says that it is over', async () => {
    const answers = [refusing(503), Promise.reject(new Error('reset')), refusing(404)];
    const world = await begin(async (url) => (url.endsWith('/server-info') ? refusing(200) : answers.shift()!));
    const { told, follower } = recorder();
    follow(world, follower);
    for (let at = 0; at < 3; at++) {
      await turn();
      world.clock.advance(1_000);
    }
    expect([told, answers, world.faults]).toEqual([[['ended', 404, 'no']], [], []]);
  });
});

describe('a followed list', () => {
  const told = (sort: MessageFacts['sort']): MessageFacts => ({ sort, revision: 1 });
  const note = (id: string, text: string, state = 'normal') => ({ id, text, state });
  type Note = ReturnType<typeof note>;

  function listOf(form?: 'whole') {
    const differences: unknown[] = [];
    const changed = ({ added, changed, removed }: Difference<Note>) =>
      differences.push([added, changed, removed].map((notes) => notes.map(({ id, text }) => `${id} ${text}`)));
    return { list: new FollowedList<Note>({ form, changed }), differences };
  }

  test('merges changes by id, and drops what is deleted', () => {
    const { list, differences } = listOf();
    list.message([note('a', 'one'), note('b', 'two')], told('whole'));
    list.message([note('a', 'ONE'), note('b', 'two', 'deleted'), note('c', 'three')], told('later'));
    list.message([note('x', 'never seen', 'deleted')], told('resumed'));
    list.message([note('a', 'ONE')], told('later'));
    expect(differences).toEqual([
      [['a one', 'b two'], [], []],
      [['c three'], ['a ONE'], ['b two']],
      [[], [], []],
      [[], ['a ONE'], []],
    ]);
    expect([...list.elements.keys()]).toEqual(['a', 'c']);
  });

  test('is replaced by a whole one, and tells only what differs', () => {
    const { list, differences } = listOf();
    list.message([note('a', 'one'), note('b', 'two'), note('c', 'three')], told('whole'));
    list.message([note('a', 'one'), note('b', 'TWO')], told('whole'));
    expect(differences[1]).toEqual([[], ['b TWO'], ['c three']]);
  });

  test('in the whole form is replaced by each message, with what vanished appended', () => {
    const { list, differences } = listOf('whole');
    list.message([note('a', 'one'), note('b', 'two')], told('whole'));
    list.message([note('b', 'two'), note('a', 'one', 'deleted')], told('later'));
    expect(differences[1]).toEqual([[], [], ['a one']]);
    expect([...list.elements.keys()]).toEqual(['b']);
  });

  test('may have other keys than ids', () => {
    const list = new FollowedList<{ index: number; state: string }, number>({ keyOf: ({ index }) => index });
    list.message([{ index: 3, state: 'normal' }], told('whole'));
    expect([...list.elements.keys()]).toEqual([3]);
  });
});
