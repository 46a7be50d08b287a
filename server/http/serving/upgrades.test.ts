import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { refuse } from '../../../model/refusal.ts';
import { type Dummy, type DummyOptions, described, signedIn, startDummy } from '../../../test/http/dummy-server.ts';
import { ask, RawConnection, request } from '../../../test/http/raw-connection.ts';
import { SWITCHED, upgradeRoutes } from '../../../test/http/upgrade-routes.ts';
import { fakeClock } from '../../../test/kit/clock.ts';
import { until } from '../../../test/kit/until.ts';
import type { Route, UpgradedConnection } from '../routing/route.ts';

let dummy: Dummy;
let taken: readonly UpgradedConnection[];
let connections: RawConnection[] = [];
afterEach(async () => {
  for (const connection of connections) connection.close();
  connections = [];
  await dummy.close();
});

const things: Route = {
  ...described,
  method: 'POST',
  path: '/things',
  access: signedIn,
  handle: ({ body }) => JSON.stringify(body),
};
const read: Route = { ...things, method: 'GET', handle: () => '{"a":1}' };

async function start(options: DummyOptions = {}): Promise<void> {
  const { routes, taken: handed } = upgradeRoutes();
  taken = handed;
  dummy = await startDummy({ ...options, routes: [...routes, things, read] });
}

async function open(options: { paused?: boolean; from?: string } = {}): Promise<RawConnection> {
  const connection = await RawConnection.open(dummy.port, options);
  connections.push(connection);
  return connection;
}

const offer = { Connection: 'Upgrade', Upgrade: 'echo' };
const upgrade = (path: string, headers: Record<string, string> = {}): string =>
  request(`GET /api/v1${path}`, { ...offer, ...headers });

async function upgraded(path = '/echo', headers: Record<string, string> = {}): Promise<RawConnection> {
  const connection = await open();
  connection.send(upgrade(path, headers));
  expect(await connection.head()).toBe(SWITCHED);
  return connection;
}

const gone = (one: UpgradedConnection): Promise<unknown> =>
  one.socket.destroyed ? Promise.resolve() : new Promise((resolve) => one.socket.once('close', resolve));

describe('a connection that leaves HTTP', () => {
  it('is handed to its route with its caller, and carries what both sides send', async () => {
    await start();
    const connection = await upgraded();
    connection.send('hello');
    expect(await connection.bytes(5)).toBe('hello');
    expect(taken).toMatchObject([{ actor: { id: 1004 }, request: { url: '/api/v1/echo' } }]);
  });

  it('has what was sent behind the request, before what comes later', async () => {
    await start();
    const connection = await open();
    connection.send(`${upgrade('/echo')}GET / HTTP/1.1\r\n\r\n`);
    connection.send('later');
    expect(await connection.head()).toBe(SWITCHED);
    expect(await connection.bytes(23)).toBe('GET / HTTP/1.1\r\n\r\nlater');
  });

  it('may come behind answered requests, with any letters in its offer, and over TLS', async () => {
    const file = (name: string): string => new URL(`../../../test/http/${name}`, import.meta.url).pathname;
    await start({ settings: { tlsCert: file('test-cert.pem'), tlsKey: file('test-key.pem') } });
    const connection = await RawConnection.openTls(dummy.port, {});
    connections.push(connection);
    connection.send(request('GET /api/v1/things', { Connection: 'keep-alive, Upgrade', Upgrade: 'h2c' }));
    expect((await connection.next()).status).toBe(200);
    connection.send(upgrade('/echo', { Upgrade: 'ECHO', Connection: 'keep-alive, UPGRADE' }));
    expect(await connection.head()).toBe(SWITCHED);
    connection.send('x');
    expect(await connection.bytes(1)).toBe('x');
  });

  it('may wait for its scope', async () => {
    await start();
    const connection = await open();
    connection.send(`${upgrade('/canvases/slow/echo')}early`);
    await ask(dummy.port, request('GET /api/v1/things'));
    expect(taken).toEqual([]);
    dummy.release();
    expect((await connection.head()) + (await connection.bytes(5))).toBe(`${SWITCHED}early`);
  });

  it('can be permitted again', async () => {
    await start();
    await upgraded();
    taken[0]!.permit();
    dummy.revoked.add('sam');
    expect(() => taken[0]!.permit()).toThrow('Invalid token');
  });

  it('is logged', async () => {
    await start({ settings: { logRequests: true } });
    await upgraded();
    expect(dummy.lines).toMatchObject([{ method: 'GET', route: '/echo', status: 101, user: 1004 }]);
  });
});

describe('before it leaves HTTP', () => {
  it.each([
    ['nothing is offered', request('GET /api/v1/echo'), 400, 'Echo upgrade required'],
    ['another protocol is offered', upgrade('/echo', { Upgrade: 'h2c' }), 400, 'Echo upgrade required'],
    ['nobody is signed in', upgrade('/echo', { 'Private-Token': '' }), 401, 'Unauthorized'],
    ['the token is wrong', upgrade('/echo', { 'Private-Token': 'wrong' }), 401, 'Invalid token'],
    ['the user is blocked', upgrade('/echo', { 'Private-Token': 'blocked' }), 403, 'User is blocked'],
    ['the role is missing', upgrade('/administration'), 403, 'Permission denied'],
    [
      'a page of another origin brings the cookie',
      upgrade('/echo', { 'Private-Token': '', Cookie: 'session=sam', Origin: 'https://evil.test' }),
      403,
      'Permission denied',
    ],
    ['the path is unknown', upgrade('/nowhere'), 404, 'Unknown object type nowhere'],
    ['the scope is gone', upgrade('/canvases/gone/echo'), 404, 'Canvas gone not found'],
    ['the method is another', upgrade('/echo').replace('GET', 'POST'), 405, 'Method not allowed'],
    ['the query cannot be read', upgrade('/echo?x=%zz'), 400, 'Invalid URL'],
    ['there are two hosts', upgrade('/echo', { host: 'other' }), 400, 'Malformed HTTP request'],
  ])('it is refused as any request: %s', async (_, bytes, status, msg) => {
    await start();
    const { headers, ...answer } = await ask(dummy.port, bytes);
    expect(answer).toEqual({ status, body: JSON.stringify({ msg }) });
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
    expect(headers['x-request-id']).toBeTruthy();
    expect(taken).toEqual([]);
  });

  it.each(['http://easel.test', 'https://wall.example'])('a page of %s may bring the cookie', async (Origin) => {
    await start({ settings: { corsAllowedOrigins: ['https://wall.example'] } });
    await upgraded('/echo', { 'Private-Token': '', Cookie: 'session=sam', Origin });
  });

  it('one caller has as many as the setting says, and has them back', async () => {
    await start({ settings: { maxStreamsPerCaller: 1 } });
    const first = await upgraded();
    const refused = await ask(dummy.port, upgrade('/echo'));
    expect([refused.status, refused.body, refused.headers['retry-after']]).toEqual([429, '{"msg":"Too many requests"}', '5']);
    expect(taken.length).toBe(1);
    const closed = gone(taken[0]!);
    first.close();
    await closed;
    await upgraded();
  });

  it('a barrier that cannot be passed refuses it', async () => {
    await start({ barrier: true });
    const connection = await open();
    connection.send(upgrade('/echo'));
    expect((await ask(dummy.port, request('GET /api/docs'))).status).toBe(200);
    dummy.pass(refuse.unavailable());
    expect(await connection.next()).toMatchObject({ status: 503, headers: { connection: 'close', 'retry-after': '2' } });
    expect(await connection.rest()).toBe('');
  });

  it('a refused peer can read its refusal, whatever it sent behind the request', async () => {
    await start();
    const connection = await open();
    connection.send(Buffer.concat([Buffer.from(upgrade('/administration')), Buffer.alloc(1024 * 1024)]));
    expect(await connection.next()).toMatchObject({ status: 403, headers: { connection: 'close' } });
    expect(await connection.rest()).toBe('');
  });

  it('a peer that leaves while it waits is forgotten', async () => {
    await start({ barrier: true });
    const connection = await open();
    connection.send(upgrade('/echo'));
    await ask(dummy.port, request('GET /api/docs'));
    connection.reset();
    await ask(dummy.port, request('GET /api/docs'));
    dummy.pass();
    expect((await ask(dummy.port, request('GET /api/v1/things'))).status).toBe(200);
    expect(taken).toEqual([]);
  });

  it('headers that never end are refused', async () => {
    await start({ limits: { headersMs: 200 } });
    const connection = await open();
    connection.send(upgrade('/echo').slice(0, -2));
    expect((await connection.next()).status).toBe(408);
    expect(taken).toEqual([]);
  });

  it('behind a request that is not answered yet it is not looked at', async () => {
    await start();
    const connection = await open();
    connection.send(request('POST /api/v1/things', { 'Content-Length': '2' }, '{}') + upgrade('/echo'));
    expect((await connection.next()).status).toBe(200);
    expect(await connection.rest()).toBe('');
    expect(taken).toEqual([]);
  });
});

describe('an offer of another protocol', () => {
  const h2c = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABkAAQCAAAAAAIAAAAA' };

  it('is ignored, and the connection stays usable', async () => {
    await start({ settings: { maxConnections: 8 } });
    const connection = await open();
    for (const size of [2, 100_000, 2]) {
      const body = `{"text":"${'ä'.repeat(size)}"}`;
      connection.send(request('POST /api/v1/things', h2c, body));
      expect(await connection.next()).toMatchObject({ status: 200, body, headers: { connection: 'keep-alive' } });
      connection.send(request('GET /api/v1/things', h2c) + request('GET /api/v1/things'));
      expect([(await connection.next()).body, (await connection.next()).body]).toEqual(['{"a":1}', '{"a":1}']);
    }
    expect(taken).toEqual([]);
  });

  it('leaves nothing on its connection, however often it is made', async () => {
    await start();
    const arrived = once(dummy.http.server, 'connection');
    const connection = await open();
    const [socket] = (await arrived) as [Socket];
    const listeners = async (offers: number): Promise<unknown[]> => {
      for (let at = 0; at < offers; at++) {
        connection.send(request('GET /api/v1/things', h2c));
        await connection.next();
      }
      return socket.eventNames().map((name) => [name, socket.listenerCount(name)]);
    };
    const few = await listeners(2);
    expect(await listeners(20)).toEqual(few);
  });

  it('does not count as a further connection', async () => {
    await start({ settings: { maxConnections: 4 } });
    const connection = await open();
    for (let at = 0; at < 5; at++) {
      connection.send(request('GET /api/v1/things', h2c));
      expect((await connection.next()).status).toBe(200);
    }
    expect((await ask(dummy.port, request('GET /api/v1/things'))).status).toBe(200);
  });
});

describe('a connection without HTTP', () => {
  it('ends when its peer sends nothing more', async () => {
    await start();
    const connection = await upgraded();
    connection.end();
    expect(await connection.rest()).toBe('');
    await gone(taken[0]!);
  });

  it('is a closed one when its peer breaks off', async () => {
    await start();
    const connection = await upgraded();
    const closed = gone(taken[0]!);
    connection.reset();
    await closed;
    expect((await ask(dummy.port, request('GET /api/v1/things'))).status).toBe(200);
  });

  it('is cut when its peer takes nothing', async () => {
    const clock = fakeClock();
    await start({ clock, limits: { unreadMs: 60_000 } });
    const connection = await open({ paused: true });
    connection.send(upgrade('/flood'));
    await until(() => taken.length > 0);
    const { socket } = taken[0]!;
    for (let before = -1; before !== socket.writableLength; ) {
      before = socket.writableLength;
      await ask(dummy.port, request('GET /api/v1/things'));
    }
    clock.advance(60_000);
    expect(socket.destroyed).toBe(false);
    clock.advance(60_000);
    expect(socket.destroyed).toBe(true);
  });

  it('may be silent for as long as it likes', async () => {
    const clock = fakeClock();
    await start({ clock });
    const connection = await upgraded();
    clock.advance(3_600_000);
    connection.send('still there');
    expect(await connection.bytes(11)).toBe('still there');
  });

  it('is cut when its route throws, and the log says why', async () => {
    await start();
    const connection = await open();
    connection.send(upgrade('/fault'));
    expect(await connection.rest()).toBe('');
    expect(dummy.lines).toMatchObject([{ route: '/fault', err: { message: 'cannot take it' } }]);
  });

  it('says goodbye at shutdown', async () => {
    await start();
    const connection = await upgraded();
    const closed = dummy.close();
    expect(await connection.rest()).toBe('goodbye');
    await closed;
  });

  it('is cut at shutdown when its peer does not close', async () => {
    await start({ limits: { closeMs: 100 } });
    const connection = await open({ paused: true });
    connection.send(upgrade('/flood'));
    await until(() => taken.length > 0);
    await dummy.close();
    expect(taken[0]!.socket.destroyed).toBe(true);
  });

  it('that waits is refused or cut at shutdown', async () => {
    await start({ limits: { closeMs: 100 } });
    const connection = await open();
    connection.send(upgrade('/canvases/slow/echo'));
    await ask(dummy.port, request('GET /api/v1/things'));
    await dummy.close();
    expect(await connection.rest()).toBe('');
    expect(taken).toEqual([]);
  });
});
