import { afterEach, describe, expect, it } from 'vitest';
import { type Dummy, startDummy } from '../../../test/http/dummy-server.ts';
import { RawConnection, request } from '../../../test/http/raw-connection.ts';
import { replyingRoutes } from '../../../test/http/replying-routes.ts';
import { fakeClock } from '../../../test/kit/clock.ts';
import { until } from '../../../test/kit/until.ts';

let dummy: Dummy;
let connections: RawConnection[] = [];
afterEach(async () => {
  for (const connection of connections) connection.close();
  connections = [];
  await dummy.close();
});

async function open(from: string): Promise<RawConnection> {
  const connection = await RawConnection.open(dummy.port, { from });
  connections.push(connection);
  return connection;
}

/** The status of a write on a new connection. */
async function write(from: string): Promise<number> {
  const connection = await open(from);
  connection.send(request('POST /api/v1/canvases', {}, '{}'));
  return (await connection.next()).status;
}

describe('connections', () => {
  it('of one address may be half of all, and all together as many as the setting says', async () => {
    dummy = await startDummy({ settings: { maxConnections: 8 } });
    for (const from of ['127.0.0.2', '127.0.0.3']) {
      expect([from, await write(from), await write(from), await write(from), await write(from)]).toEqual([
        from,
        200,
        200,
        200,
        200,
      ]);
    }
    expect(dummy.calls.length).toBe(8);
    const refused = [await open('127.0.0.2'), await open('127.0.0.4')];
    for (const [at, [status, again, msg]] of (
      [
        [429, '5', 'Too many requests'],
        [503, '2', 'Service temporarily unavailable'],
      ] as const
    ).entries()) {
      const connection = refused[at]!;
      connection.send(request('POST /api/v1/canvases', {}, '{}'));
      const answer = await connection.next();
      expect([answer.status, answer.headers['retry-after'], JSON.parse(answer.body)]).toEqual([status, again, { msg }]);
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(await connection.rest()).toBe('');
    }
    expect(dummy.calls.length, 'nothing was looked at').toBe(8);
    connections[0]!.close();
    while ((await write('127.0.0.4').catch(() => 503)) !== 200);
  });

  it('beyond the limit may still ask for health, a few at a time and once each', async () => {
    dummy = await startDummy({ settings: { maxConnections: 8 }, routes: replyingRoutes });
    for (const from of ['127.0.0.2', '127.0.0.3']) for (let at = 0; at < 4; at++) await open(from);
    for (const [from, health, other] of [
      ['127.0.0.2', 200, 429],
      ['127.0.0.4', 200, 503],
    ] as const) {
      for (const [path, status] of [
        ['/healthz/live', health],
        ['/healthz/ready', 503],
        ['/api/v1/list', other],
      ] as const) {
        const connection = await open(from);
        connection.send(request(`GET ${path}`));
        expect([from, path, (await connection.next()).status]).toEqual([from, path, status]);
        expect(await connection.rest()).toBe('');
      }
    }
    for (let at = 0; at < 8; at++) await open('127.0.0.4');
    expect(await (await open('127.0.0.4')).next(), 'told at once').toMatchObject({ status: 503 });
  });

  it('beyond the limit that asks nothing is refused after a while', async () => {
    const clock = fakeClock();
    dummy = await startDummy({ settings: { maxConnections: 2 }, clock });
    for (const from of ['127.0.0.2', '127.0.0.3']) await open(from);
    const refused = (await open('127.0.0.4')).next();
    let isTold = false;
    void refused.then(() => {
      isTold = true;
    });
    await until(() => {
      clock.advance(500);
      return isTold;
    });
    expect(await refused).toMatchObject({ status: 503 });
  });

  it('of a trusted proxy may be all', async () => {
    dummy = await startDummy({ settings: { maxConnections: 8, trustedProxies: ['127.0.0.2/32'] } });
    for (let at = 0; at < 8; at++) expect(await write('127.0.0.2')).toBe(200);
    const beyond = await open('127.0.0.2');
    beyond.send(request('GET /api/v1/server-info'));
    expect(await beyond.next()).toMatchObject({ status: 503 });
  });
});
