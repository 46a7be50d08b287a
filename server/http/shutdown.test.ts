import { describe, expect, it } from 'vitest';
import { canvas, described, signedIn, startDummy } from '../../test/http/dummy-server.ts';
import { ask, RawConnection, request } from '../../test/http/raw-connection.ts';

describe('at shutdown', () => {
  it('streams end cleanly and their connections close', async () => {
    const dummy = await startDummy();
    const reader = await RawConnection.open(dummy.port);
    reader.send(request(`GET /api/v1/canvases/${canvas}/notes?subscribe`));
    while (dummy.openings.length === 0) await new Promise(setImmediate);
    dummy.openings[0]!.sink.write([Buffer.from('[]\n')]);
    const closed = dummy.close();
    await reader.head();
    expect(await reader.chunk()).toBe('[]\n');
    expect(await reader.rest()).toBe('0\r\n\r\n');
    await closed;
    await expect(RawConnectionOf(dummy.port)).rejects.toThrow();
  });

  it('requests in flight are answered, as the last of their connection', async () => {
    const dummy = await startDummy();
    const [reader, writer] = [await RawConnection.open(dummy.port), await RawConnection.open(dummy.port)];
    reader.send(request('GET /api/v1/canvases/slow/notes'));
    writer.send(request('POST /api/v1/canvases', { 'Content-Length': '2' }));
    await ask(dummy.port, request('GET /api/v1/server-info'));
    const closed = dummy.close();
    writer.send('{}');
    dummy.release();
    for (const one of [reader, writer]) {
      expect(await one.next()).toMatchObject({ status: 200, headers: { connection: 'close' } });
      expect(await one.rest()).toBe('');
    }
    await closed;
  });

  it('idle connections do not hold it up, used or not', async () => {
    const dummy = await startDummy();
    const [used, unused] = [await RawConnection.open(dummy.port), await RawConnection.open(dummy.port)];
    used.send(request('GET /api/v1/server-info'));
    await used.next();
    await dummy.close();
    expect(await used.rest()).toBe('');
    expect(await unused.rest()).toBe('');
  });

  it('what does not end is cut', async () => {
    const dummy = await startDummy({ limits: { closeMs: 100 } });
    const reader = await RawConnection.open(dummy.port);
    reader.send(request('GET /api/v1/canvases/slow/notes'));
    await ask(dummy.port, request('GET /api/v1/server-info'));
    await dummy.close();
    expect(await reader.rest()).toBe('');
  });

  it('a server that never listened closes', async () => {
    const dummy = await startDummy({ routes: [] });
    await dummy.close();
  });
});

it('a port in use is one clear line', async () => {
  const dummy = await startDummy();
  await expect(startDummy({ settings: { port: dummy.port } })).rejects.toThrow(`Port ${dummy.port} on 127.0.0.1 is in use`);
  await dummy.close();
});

it('answers inject without listening', async () => {
  const dummy = await startDummy({
    routes: [{ ...described, method: 'GET', path: '/x', access: signedIn, handle: () => '{"a":1}' }],
  });
  const answer = await dummy.http.server.inject({ url: '/api/v1/x', headers: { 'Private-Token': 'sam' } });
  expect([answer.statusCode, answer.body]).toEqual([200, '{"a":1}']);
  await dummy.close();
});

const RawConnectionOf = async (port: number): Promise<unknown> => fetch(`http://127.0.0.1:${port}/`);
