import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { canvas, described, signedIn, startDummy } from '../../../test/http/dummy-server.ts';
import { ask, RawConnection, request } from '../../../test/http/raw-connection.ts';
import { until } from '../../../test/kit/until.ts';
import { memoryBytes } from '../../assets/file-bytes.ts';

/** More than the system takes at once. */
const large = Buffer.alloc(32 * 1024 * 1024, ' ');
const read = async () => memoryBytes(large);

describe('at shutdown', () => {
  it('streams end cleanly and their connections close', async () => {
    const dummy = await startDummy();
    const reader = await RawConnection.open(dummy.port);
    reader.send(request(`GET /api/v1/canvases/${canvas}/notes?subscribe`));
    await until(() => dummy.openings.length > 0);
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
    const reader = await RawConnection.open(dummy.port);
    const writer = await RawConnection.open(dummy.port);
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

  it.each([
    ['an answer', () => [large]],
    ['a file', () => ({ file: { type: 'image/png', name: 'a', bytes: large.length, disposition: 'inline' as const, read } })],
  ])('%s that is being sent is sent to its end, and its connection closes then', async (_, handle) => {
    const dummy = await startDummy({ routes: [{ ...described, method: 'GET', path: '/large', access: signedIn, handle }] });
    const socket = connect({ port: dummy.port, host: '127.0.0.1' }).pause();
    socket.write(request('GET /api/v1/large', { 'Private-Token': 'sam' }));
    const [, answer] = (await once(dummy.http.server, 'request')) as [unknown, ServerResponse];
    await until(() => answer.headersSent);
    const closed = dummy.close();
    let taken = 0;
    for await (const chunk of socket) taken += chunk.length;
    expect(taken).toBeGreaterThan(large.length);
    await closed;
  });

  it('idle connections do not hold it up, used or not', async () => {
    const dummy = await startDummy();
    const used = await RawConnection.open(dummy.port);
    const unused = await RawConnection.open(dummy.port);
    used.send(request('GET /api/v1/server-info'));
    await used.next();
    await dummy.close();
    expect(await used.rest()).toBe('');
    expect(await unused.rest()).toBe('');
  });

  it('connections that do not end are cut', async () => {
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

const RawConnectionOf = async (port: number): Promise<unknown> => fetch(`http://127.0.0.1:${port}/`);
