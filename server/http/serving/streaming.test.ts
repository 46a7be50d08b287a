import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canvas, type Dummy, startDummy } from '../../../test/http/dummy-server.ts';
import { ask, RawConnection, request } from '../../../test/http/raw-connection.ts';
import { until } from '../../../test/kit/until.ts';

let dummy: Dummy;
let connection: RawConnection;
beforeEach(async () => {
  dummy = await startDummy({ settings: { corsAllowedOrigins: ['https://board.example'] } });
  connection = await RawConnection.open(dummy.port);
});
afterEach(async () => {
  connection.close();
  await dummy.close();
});

const list = `/api/v1/canvases/${canvas}/notes`;
const get = (path: string, headers: Record<string, string> = {}) => ask(dummy.port, request(`GET ${path}`, headers));

/** The opening of the only stream, once it is there. */
async function opened(number = 1) {
  await until(() => dummy.openings.length >= number);
  return dummy.openings.at(-1)!;
}

describe('a subscribable GET', () => {
  it.each(['', '?subscribe=false', '?subscribe=0', '?x', '?changes=1', '?subscribe&subscribe=0'])(
    'with %j is the plain answer',
    async (query) => {
      expect(await get(`${list}${query}`)).toMatchObject({ status: 200, body: '[{"id":1}]' });
      expect(dummy.openings).toEqual([]);
    },
  );

  it.each([
    [`${list}?subscribe=maybe`, 'subscribe must be a boolean'],
    [`${list}?subscribe&changes=x`, 'changes must be a boolean'],
    [`${list}/n?subscribe=2`, 'subscribe must be a boolean'],
  ])('%s is refused', async (path, msg) => {
    expect(await get(path)).toMatchObject({ status: 400, body: JSON.stringify({ msg }) });
  });

  it('makes all checks of the plain GET', async () => {
    expect((await get(`${list}?subscribe`, { 'Private-Token': '' })).status).toBe(401);
    expect((await get('/api/v1/canvases/gone/notes?subscribe')).status).toBe(404);
    expect(dummy.openings).toEqual([]);
  });

  it.each(['/api/v1/server-info?subscribe', '/api/v1/server-info?subscribe=maybe'])(
    '%s is not subscribable: ignored',
    async (path) => {
      expect((await get(path)).status).toBe(200);
    },
  );

  it('of an item ignores changes', async () => {
    expect((await get(`${list}/n?changes=x`)).status).toBe(200);
  });
});

describe('a stream', () => {
  it.each(['?subscribe', '?subscribe=', '?subscribe=true', '?subscribe=1', '/?subscribe'])('opens with %s', async (query) => {
    connection.send(request(`GET ${list}${query}`, { 'X-Request-ID': 'mine', Origin: 'https://board.example' }));
    const { sink } = await opened();
    sink.write([Buffer.from('[]\n')]);
    const head = (await connection.head()).toLowerCase();
    expect(head).toMatch(/^http\/1.1 200 ok\r\n/);
    for (const line of [
      'content-type: application/json',
      'cache-control: no-cache, no-store',
      'x-accel-buffering: no',
      'transfer-encoding: chunked',
      'x-request-id: mine',
      'access-control-allow-origin: https://board.example',
    ]) {
      expect(head).toContain(`\r\n${line}\r\n`);
    }
    expect(head).not.toContain('content-length');
    expect(await connection.chunk()).toBe('[]\n');
  });

  it.each([
    ['application/x-ndjson', 'application/x-ndjson'],
    ['application/json;q=0.5, Application/X-NDJSON; q=0.9', 'application/x-ndjson'],
    ['application/x-ndjson;q=0', 'application/json'],
    ['application/json', 'application/json'],
    ['*/*', 'application/json'],
  ])('asked for with Accept: %s is %s', async (accept, type) => {
    connection.send(request(`GET ${list}?subscribe`, { Accept: accept }));
    (await opened()).sink.write([Buffer.from('[]\n')]);
    expect((await connection.head()).toLowerCase()).toContain(`\r\ncontent-type: ${type}\r\n`);
  });

  it('knows its caller, its rights and its form', async () => {
    connection.send(request(`GET ${list}?subscribe&changes=1`));
    const one = await opened();
    expect(one).toMatchObject({ changesForm: true, tokenKey: 'token:sam', onLoss: 'silent' });
    expect(one.authenticate()).toMatchObject({ id: 1004 });
    expect(() => one.permit(one.authenticate())).not.toThrow();
    dummy.revoked.add('sam');
    expect(() => one.authenticate()).toThrow('Invalid token');
  });

  it('leaves its form to the setting when the query does not say, and items have no form', async () => {
    const forms = [];
    for (const [at, path] of [`${list}?subscribe`, `${list}?subscribe&changes=0`, `${list}/n?subscribe&changes=1`].entries()) {
      const own = await RawConnection.open(dummy.port);
      own.send(request(`GET ${path}`));
      forms.push((await opened(at + 1)).changesForm);
      own.close();
    }
    expect(forms).toEqual([undefined, false, undefined]);
  });

  it('shares its group with the same caller on the same path only', async () => {
    const groupOf = async (path: string, token: string): Promise<string> => {
      const own = await RawConnection.open(dummy.port);
      own.send(request(`GET ${path}?subscribe`, { 'Private-Token': token }));
      const { group } = await opened(dummy.openings.length + 1);
      own.close();
      return group;
    };
    const first = await groupOf(list, 'sam');
    expect(await groupOf(list.replace(canvas, canvas.toUpperCase()), 'sam')).toBe(first);
    expect(await groupOf(list, 'admin')).not.toBe(first);
    expect(await groupOf(`${list}/n`, 'sam')).not.toBe(first);
    expect(await groupOf(list.replace(canvas, 'other'), 'sam')).not.toBe(first);
  });

  it('ends cleanly and leaves the connection usable', async () => {
    connection.send(request(`GET ${list}?subscribe`));
    (await opened()).sink.end();
    await connection.head();
    expect(await connection.chunk()).toBe('');
    connection.send(request('GET /api/v1/server-info'));
    expect((await connection.next()).status).toBe(200);
  });

  it('learns that its reader has gone', async () => {
    connection.send(request(`GET ${list}?subscribe`));
    const { sink } = await opened();
    const closed = new Promise<void>((resolve) => sink.onClose(resolve));
    connection.close();
    await closed;
  });

  it('in a pipeline opens when its turn comes, and never when the reader has gone', async () => {
    connection.send(request(`GET ${list}?subscribe`) + request(`GET ${list}/n?subscribe`));
    const first = await opened();
    await ask(dummy.port, request('GET /api/v1/server-info'));
    expect(dummy.openings).toHaveLength(1);
    first.sink.end();
    expect((await opened(2)).source.form).toBe('item');
  });

  it('may have 16 requests behind it, and with one more the connection is cut', async () => {
    connection.send(request(`GET ${list}?subscribe`) + request(`GET ${list}/n?subscribe`).repeat(16));
    const first = await opened();
    await ask(dummy.port, request('GET /api/v1/server-info'));
    const closed = new Promise<void>((resolve) => first.sink.onClose(resolve));
    const looked = dummy.calls.length;
    connection.send(request(`GET ${list}/n?subscribe`).repeat(200));
    await closed;
    await connection.rest();
    expect([dummy.openings.length, dummy.calls.length]).toEqual([1, looked]);
  });

  it('lets 16 requests behind it be answered in their turn', async () => {
    connection.send(request(`GET ${list}?subscribe`) + request('GET /api/v1/server-info').repeat(16));
    (await opened()).sink.end();
    for (let at = 0; at < 17; at++) expect((await connection.next()).status).toBe(200);
  });
});

describe('a read that must wait for its scope', () => {
  it('is permitted again before it is answered', async () => {
    connection.send(request('GET /api/v1/canvases/slow/notes'));
    await until(() => dummy.credentials.length > 0);
    dummy.revoked.add('sam');
    dummy.release();
    expect((await connection.next()).status).toBe(401);
    expect(dummy.calls).toEqual([]);
  });

  it('is answered when nothing changed', async () => {
    connection.send(request('GET /api/v1/canvases/slow/notes'));
    dummy.release();
    expect((await connection.next()).body).toBe('[{"id":1}]');
  });

  it('opens no stream for a reader that has gone', async () => {
    connection.send(request('GET /api/v1/canvases/slow/notes?subscribe'));
    await ask(dummy.port, request('GET /api/v1/server-info'));
    connection.close();
    await ask(dummy.port, request('GET /api/v1/server-info'));
    dummy.release();
    await ask(dummy.port, request('GET /api/v1/server-info'));
    expect(dummy.openings).toEqual([]);
  });
});

it('a write is permitted again when its body has arrived', async () => {
  connection.send(request('POST /api/v1/canvases', { 'Content-Length': '2' }));
  await ask(dummy.port, request('GET /api/v1/server-info'));
  dummy.revoked.add('sam');
  connection.send('{}');
  expect((await connection.next()).status).toBe(401);
});
