import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Schema } from '../../../model/json-schema.ts';
import { Refusal } from '../../../model/refusal.ts';
import { type Dummy, described, signedIn, startDummy } from '../../../test/http/dummy-server.ts';
import { ask, RawConnection, request } from '../../../test/http/raw-connection.ts';
import { fakeClock } from '../../../test/kit/clock.ts';
import { until } from '../../../test/kit/until.ts';
import type { Call, Route } from '../routing/route.ts';
import { PeerGone } from './body.ts';

const MOST = 1_000_000;
/** Limits of the rest of a body besides the file: 1 MiB and 1 MiB. */
const REST = 2 * 1024 * 1024;

let dummy: Dummy;
/** How the last reading of parts ended. */
let ended: unknown;
const calls: Call[] = [];

async function readAll(call: Call): Promise<string> {
  calls.push(call);
  try {
    const parts: unknown[] = [];
    for await (const { name, filename, bytes } of call.parts(MOST)) {
      if (name.startsWith('skipped')) continue;
      const chunks: Uint8Array[] = [];
      for await (const chunk of bytes) chunks.push(chunk);
      parts.push([name, filename, Buffer.concat(chunks).toString('latin1')]);
    }
    ended = 'whole';
    return JSON.stringify({ parts });
  } catch (error) {
    ended = error;
    throw error;
  }
}

const multipart = { data: 'always', json: Schema.Object({}) } as const;
const route: Route = { ...described, multipart, method: 'POST', path: '/upload', access: signedIn, handle: readAll };

beforeAll(async () => {
  const half: Route = {
    ...route,
    path: '/half',
    handle: async (call) => {
      for await (const part of call.parts(MOST)) for await (const _ of part.bytes) throw new Refusal('conflict', 409, 'Taken');
      return '{}';
    },
  };
  const info: Route = { ...described, method: 'GET', path: '/info', access: signedIn, handle: () => '{}' };
  dummy = await startDummy({ routes: [route, half, info] });
});
afterAll(() => dummy.close());
beforeEach(() => {
  ended = undefined;
  calls.length = 0;
});

const type = (boundary = 'xyz') => ({ 'Content-Type': `multipart/form-data; boundary=${boundary}` });
const part = (head: string, bytes: string, boundary = 'xyz'): string => `--${boundary}\r\n${head}\r\n\r\n${bytes}\r\n`;
const named = (name: string, bytes: string): string => part(`Content-Disposition: form-data; name="${name}"`, bytes);
const END = '--xyz--\r\n';

async function send(body: string, headers: Record<string, string> = type(), path = '/upload') {
  const head = request(`POST /api/v1${path}`, { ...headers, 'Content-Length': String(Buffer.byteLength(body, 'latin1')) });
  const { status, body: text } = await ask(dummy.port, Buffer.from(head + body, 'latin1'));
  const { parts, msg } = JSON.parse(text);
  return status === 200 ? parts : [status, msg];
}

describe('a multipart body', () => {
  it('is read part by part, in any order, whatever their types', async () => {
    const file = 'Content-Type: application/octet-stream\r\nContent-Disposition: form-data; name="data"; filename="a b.png"';
    const json = 'Content-Disposition: form-data; name="json"; filename="blob"\r\nContent-Type: application/json';
    expect(await send(part(file, '\0\r\n--xy\xff') + part(json, '{}') + named('other', '') + END)).toEqual([
      ['data', 'a b.png', '\0\r\n--xy\xff'],
      ['json', 'blob', '{}'],
      ['other', '', ''],
    ]);
  });

  it.each([
    ['"C:\\\\temp\\\\floor.png"', 'floor.png'],
    ['"../../etc/passwd"', 'passwd'],
    ['"\xc3\xa4.png"', 'ä.png'],
    ['plain.txt', 'plain.txt'],
    ['"say \\"hi\\".txt"', 'say "hi".txt'],
    ['".."', ''],
  ])('has file names without directories: %s', async (sent, expected) => {
    expect(await send(part(`Content-Disposition: form-data; name="data"; filename=${sent}`, 'x') + END)).toEqual([
      ['data', expected, 'x'],
    ]);
  });

  it('may have text before its first part and behind its last', async () => {
    expect(await send(`preamble\r\n${named('data', 'x')}${END}epilogue`)).toEqual([['data', '', 'x']]);
  });

  it('may have parts that nobody reads, of any length', async () => {
    const skipped = named('skipped', 'y'.repeat(700_000));
    expect(await send(skipped + named('data', 'x') + skipped + END)).toEqual([['data', '', 'x']]);
  });

  it('may have no parts, and may be empty', async () => {
    expect([await send(END), await send('')]).toEqual([[], []]);
  });

  it('is the same however it is cut into chunks', async () => {
    const bytes = fc.string({ unit: fc.constantFrom('\r', '\n', '-', 'x', '\r\n--', '\r\n--xy', '\0', '\xff'), maxLength: 300 });
    const pieces = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(bytes, bytes, pieces, async (first, second, sizes) => {
        fc.pre(!`${first}${second}`.includes('--xyz'));
        const body = named('data', first) + named('json', second) + END;
        const head = request('POST /api/v1/upload', { ...type(), 'Transfer-Encoding': 'chunked' });
        const chunks = cut(body, sizes).map((text) => `${text.length.toString(16)}\r\n${text}\r\n`);
        const answer = await ask(dummy.port, Buffer.from(`${head}${chunks.join('')}0\r\n\r\n`, 'latin1'));
        expect(JSON.parse(answer.body).parts).toEqual([
          ['data', '', first],
          ['json', '', second],
        ]);
      }),
      { numRuns: 60 },
    );
  });

  it('is refused when it is cut off anywhere, and is never taken for a shorter one', async () => {
    const body = `${named('data', 'abc')}${named('json', '{}')}--xyz--`;
    for (let length = 1; length < body.length; length++) {
      expect([length, await send(body.slice(0, length))]).toEqual([length, [400, 'Multipart body ends early']]);
    }
  });

  it.each([['multipart/form-data'], ['multipart/form-data; boundary='], [`multipart/form-data; boundary=${'x'.repeat(300)}`]])(
    'without a boundary that can be found is refused: %s',
    async (contentType) => {
      expect(await send('x', { 'Content-Type': contentType })).toEqual([400, 'Request must be multipart/form-data']);
    },
  );

  it('with more than 100 parts is refused', async () => {
    expect(await send(named('a', '').repeat(101) + END)).toEqual([400, 'Too many parts: at most 100']);
    expect(await send(named('a', '').repeat(100) + END)).toHaveLength(100);
  });

  it('with endless part headers holds little of them, and the part has no name', async () => {
    const long = part(`X-Long: ${'x'.repeat(500_000)}\r\nContent-Disposition: form-data; name="data"`, 'x');
    expect(await send(long + END)).toEqual([]);
  });

  it('is refused by its length before it is read, and by its bytes while it comes', async () => {
    const head = request('POST /api/v1/upload', { ...type(), 'Content-Length': String(MOST + REST + 1) });
    expect(await ask(dummy.port, head)).toMatchObject({ status: 413, body: '{"msg":"File is too large"}' });
    const sender = await RawConnection.open(dummy.port);
    sender.send(request('POST /api/v1/upload', { ...type(), 'Transfer-Encoding': 'chunked' }));
    const piece = named('skipped', 'x'.repeat(1024 * 1024));
    for (let at = 0; at < 19; at++) sender.send(`${piece.length.toString(16)}\r\n${piece}\r\n`);
    expect(await sender.next()).toMatchObject({ status: 413, body: '{"msg":"File is too large"}' });
    sender.close();
  });

  it('is looked at after the credential', async () => {
    expect(await send('rubbish', { ...type(), 'Private-Token': 'wrong' })).toEqual([401, 'Invalid token']);
    expect(calls).toEqual([]);
  });
});

describe('a connection', () => {
  it('goes on after an upload, and after one that was refused in the middle', async () => {
    const sender = await RawConnection.open(dummy.port);
    const body = named('data', 'x'.repeat(2_000_000)) + END;
    for (const [path, status] of [
      ['upload', 200],
      ['half', 409],
      ['half', 409],
      ['upload', 200],
    ] as const) {
      sender.send(request(`POST /api/v1/${path}`, type(), body));
      expect([path, (await sender.next()).status]).toEqual([path, status]);
    }
    sender.send(request('GET /api/v1/info'));
    expect((await sender.next()).status).toBe(200);
    sender.close();
  });

  it('on which nothing comes for a while is answered 408', async () => {
    const clock = fakeClock();
    const other = await startDummy({ routes: [route], clock });
    const sender = await RawConnection.open(other.port);
    sender.send(request('POST /api/v1/upload', { ...type(), 'Content-Length': '100000' }) + named('data', 'x').slice(0, -4));
    await until(() => calls.length > 0 && clock.waiting > 0);
    clock.advance(120_000);
    expect(await sender.next()).toMatchObject({ status: 408, body: '{"msg":"Request timed out"}' });
    sender.close();
    await other.close();
  });

  it.each([
    [1024, 1, 408],
    [1024, 100_000, 200],
    [0, 1, 200],
  ])('that must bring %i bytes a second and brings %i a minute is answered %i', async (minUploadRate, bytes, status) => {
    const clock = fakeClock();
    const handle = async (call: Call): Promise<string> => {
      for await (const part of call.parts(MOST)) for await (const _ of part.bytes);
      return '{}';
    };
    const slow: Route = { ...described, multipart: 'undescribed', method: 'POST', path: '/slow', access: signedIn, handle };
    const other = await startDummy({ routes: [slow], clock, settings: { minUploadRate } });
    const sender = await RawConnection.open(other.port);
    let sent = 0;
    const send = async (bytes: string): Promise<void> => {
      sender.send(bytes);
      sent += bytes.length;
      await until(() => socket !== undefined && (socket.bytesRead >= sent || socket.destroyed));
    };
    let socket: Socket | undefined;
    other.http.server.on('request', (one) => (socket = one.socket));
    const start = named('data', 'x').slice(0, -2);
    const rest = `\r\n${END}`;
    const length = String(start.length + 5 * bytes + rest.length);
    await send(request('POST /api/v1/slow', { ...type(), 'Content-Length': length }) + start);
    await until(() => clock.waiting > 0);
    for (let minute = 1; minute <= 5; minute++) {
      await send('y'.repeat(bytes));
      clock.advance(60_000);
    }
    await send(rest);
    expect((await sender.next()).status).toBe(status);
    sender.close();
    await other.close();
  });

  it('that ends in the middle ends the reading', async () => {
    const socket = connect({ port: dummy.port, host: '127.0.0.1' });
    socket.write(request('POST /api/v1/upload', { ...type(), 'Content-Length': '100000' }) + named('data', 'x').slice(0, -4));
    await until(() => calls.length > 0);
    socket.destroy();
    await until(() => ended !== undefined);
    expect(ended).toBeInstanceOf(PeerGone);
    expect(dummy.lines.filter(({ level }) => level !== 30)).toEqual([]);
  });
});

function cut(text: string, sizes: readonly number[]): string[] {
  const pieces: string[] = [];
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const size = sizes[turn % sizes.length]!;
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
}
