import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Dummy, type DummyOptions, described, signedIn, startDummy } from '../../../test/http/dummy-server.ts';
import { ask, RawConnection, request } from '../../../test/http/raw-connection.ts';
import { fakeClock } from '../../../test/kit/clock.ts';
import { createScheduler } from '../../scheduler.ts';
import type { Call, PulledAnswer, Route } from '../routing/route.ts';
import { answerOf } from './pulled.ts';

const PIECE = 64 * 1024;

let dummy: Dummy;
let readers: Socket[];
/** Counts over all answers of a test: pieces that were requested, and answers whose pieces are requested no more. */
let seen: { asked: number; over: number };
beforeEach(() => {
  readers = [];
  seen = { asked: 0, over: 0 };
});
afterEach(async () => {
  for (const reader of readers) reader.destroy();
  await dummy.close();
});

/** This many pieces, each of one letter. */
function* piecesOf(count: number, fault = -1): Generator<Buffer> {
  const mine = seen;
  try {
    for (let at = 0; at < count; at++) {
      if (at === fault) throw new Error('no more');
      mine.asked += 1;
      yield Buffer.alloc(PIECE, 'abcdefgh'[at % 8]);
    }
  } finally {
    mine.over += 1;
  }
}

const start = async (options: DummyOptions = {}): Promise<void> => {
  const handle = ({ query }: Call): PulledAnswer => ({ pieces: () => piecesOf(Number(query.count), Number(query.fault ?? -1)) });
  const route = (method: 'GET' | 'POST'): Route => ({ ...described, method, path: '/long', access: signedIn, handle });
  const info: Route = { ...described, method: 'GET', path: '/info', access: signedIn, handle: () => '{}' };
  dummy = await startDummy({ routes: [route('GET'), route('POST'), info], ...options });
};
const get = (count: number, more = '') => request(`GET /api/v1/long?count=${count}${more}`);

/** A client that sends a request and reads nothing. */
function stall(bytes: string): Socket {
  const reader = connect({ port: dummy.port, host: '127.0.0.1' })
    .pause()
    .on('error', () => undefined);
  reader.write(bytes);
  readers.push(reader);
  return reader;
}

/** Waits until no more pieces are requested while other requests are answered. */
async function untilStill(): Promise<void> {
  for (let before = -1, still = 0; still < 20; still = before === seen.asked ? still + 1 : 0) {
    before = seen.asked;
    await ask(dummy.port, request('GET /api/v1/info'));
  }
}

describe('an answer in pieces', () => {
  it('is sent in chunks when it is long, whole and in order', async () => {
    await start();
    const { status, headers, body } = await ask(dummy.port, get(40));
    expect([status, headers['transfer-encoding'], headers['content-length']]).toEqual([200, 'chunked', undefined]);
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
    expect(body).toBe(Array.from({ length: 40 }, (_, at) => 'abcdefgh'[at % 8]!.repeat(PIECE)).join(''));
    expect([seen.asked, seen.over]).toEqual([40, 1]);
  });

  it('of no pieces is empty', async () => {
    await start();
    expect(await ask(dummy.port, get(0))).toMatchObject({ status: 200, body: '' });
  });

  it('has no body for HEAD, none of it is made, and the connection stays usable', async () => {
    await start();
    const connection = await RawConnection.open(dummy.port);
    connection.send(get(40).replace('GET', 'HEAD'));
    const { status, headers } = await connection.next(true);
    expect([status, headers['content-length'], seen]).toEqual([200, undefined, { asked: 0, over: 0 }]);
    connection.send(request('GET /api/v1/info'));
    expect((await connection.next()).body).toBe('{}');
    connection.close();
  });

  it('is made no faster than it is read, and no further when the reader has gone', async () => {
    await start();
    const some = Array.from({ length: 3 }, () => stall(get(2000)));
    await untilStill();
    // The bytes that the system holds of a connection, on both sides
    expect(seen.asked * PIECE).toBeLessThan(3 * 16 * 1024 * 1024);
    expect(seen.over).toBe(0);
    for (const reader of some) reader.destroy();
    while (seen.over < 3) await ask(dummy.port, request('GET /api/v1/info'));
  });

  it('behind an unanswered request waits, and none of it is made', async () => {
    await start();
    stall(get(2000) + get(2000));
    await untilStill();
    const one = seen.asked;
    stall(get(2000));
    await untilStill();
    expect(seen.asked - one).toBeGreaterThan(one / 2);
  });

  it('is refused when too many are under way, and possible again when they are over', async () => {
    await start({ settings: { bodyMemoryBytes: 32 * 1024 * 1024 } });
    const some = Array.from({ length: 4 }, () => stall(get(2000)));
    await untilStill();
    const { status, headers } = await ask(dummy.port, get(40));
    expect([status, headers['retry-after']]).toEqual([429, '5']);
    expect((await ask(dummy.port, get(40).replace('GET', 'POST'))).status, 'a write is told').toBe(200);
    some[0]!.destroy();
    while ((await ask(dummy.port, get(40))).status !== 200);
  });

  it('is cut off when it is read too slowly', async () => {
    const clock = fakeClock();
    await start({ clock, limits: { slowestRead: 1024 * 1024 } });
    const reader = stall(get(2000));
    await untilStill();
    clock.advance(50_000);
    reader.resume();
    while (seen.asked < 500) await ask(dummy.port, request('GET /api/v1/info'));
    reader.pause();
    await untilStill();
    clock.advance(600_000);
    reader.resume();
    while (seen.over === 0) await ask(dummy.port, request('GET /api/v1/info'));
    expect(seen.asked).toBeLessThan(2000);
  });

  it('is not cut off because its pieces take long to make', async () => {
    const clock = fakeClock();
    function* slow(): Generator<Buffer> {
      for (let at = 0; at < 3; at++) {
        clock.advance(600_000);
        yield Buffer.from('ab');
      }
    }
    const long: Route = { ...described, method: 'GET', path: '/long', access: signedIn, handle: () => ({ pieces: slow }) };
    await start({ clock, routes: [long] });
    expect((await ask(dummy.port, get(3))).body).toBe('ababab');
  });

  it('that fails is 500 before its first piece, and a cut connection later', async () => {
    await start();
    expect((await ask(dummy.port, get(40, '&fault=0'))).status).toBe(500);
    const connection = await RawConnection.open(dummy.port);
    connection.send(get(40, '&fault=20'));
    expect((await connection.rest()).endsWith('\r\n0\r\n\r\n')).toBe(false);
    expect([seen.over, dummy.lines.filter(({ level }) => level === 50).length]).toEqual([2, 2]);
  });
});

describe('texts', () => {
  const scheduler = createScheduler();
  const begun = (answer: string | PulledAnswer) => {
    if (typeof answer === 'string') throw new Error('it is short');
    return (answer.pieces() as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  };

  it('that are short are one text', () => {
    expect(answerOf(scheduler, ['[', '1', '', ']'])).toBe('[1]');
    expect(answerOf(scheduler, [])).toBe('');
  });

  it('that are long become pieces of some size, each when the one before was taken', async () => {
    let made = 0;
    function* texts(): Iterable<string> {
      for (; made < 1000; made++) yield made % 3 === 0 ? '' : 'ä'.repeat(1000);
    }
    const pieces = begun(answerOf(scheduler, texts()));
    expect(made).toBeLessThan(100);
    const first = (await pieces.next()).value as Buffer;
    expect([first.length >= PIECE, first.length < 3 * PIECE, made < 200]).toEqual([true, true, true]);
    let bytes = first.length;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) bytes += next.value.length;
    expect(bytes).toBe(666 * 2000);
  });

  it('that stay empty for long are pieces, too', async () => {
    const pieces = begun(answerOf(scheduler, [...Array(500).fill(''), 'end']));
    expect([String((await pieces.next()).value), (await pieces.next()).done]).toEqual(['end', true]);
  });
});
