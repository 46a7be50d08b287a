import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RawConnection } from '../http/raw-connection.ts';
import type { Caller } from '../kit/client.ts';
import { type Gauges, gauges, measured, megabytes } from '../kit/measured.ts';
import { type ProcessOptions, type ServerProcess, TestFolder, withServer } from '../kit/server-process.ts';

/** For a busy machine. */
const patience = { timeout: 120_000 };
const mebibyte = 2 ** 20;

/** A server whose heap these bodies would fill many times over. */
let folder: TestFolder;
let server: ServerProcess;
let admin: Caller;
let others: readonly string[];
let canvas: string;
let before: Gauges;
const small = (limits: object): ProcessOptions => ({
  ...measured(limits, { EASEL_PREVIEWS: '0' }),
  nodeArgs: ['--expose-gc', '--max-old-space-size=128'],
});
beforeAll(async () => {
  folder = new TestFolder();
  server = await folder.start(small({ bodyMs: 100_000 }));
  admin = await server.admin();
  const anonymous = await server.caller();
  const user = async (name: string): Promise<string> => {
    const account = { email: `${name}@corp.example`, password: 'long-enough-password' };
    await admin.post('/users', { ...account, name, admin: true });
    return (await anonymous.post('/users/login', account)).body.token;
  };
  others = [await user('ann'), await user('bob'), await user('eve')];
  canvas = `/canvases/${(await admin.post('/canvases', { name: 'wall' })).body.id}`;
  before = await gauges(server);
}, 30_000);
afterAll(() => folder.remove());

const head = (path: string, token: string, length: number, type = 'application/json'): string =>
  `POST /api/v1${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nPrivate-Token: ${token}\r\nContent-Length: ${length}\r\n\r\n`;

/** Opens this many connections, each of which sends these bytes and then nothing; `refused`: their answers. */
async function stall(count: number, bytes: (at: number) => string) {
  const port = await server.port();
  const connections = await Promise.all(Array.from({ length: count }, () => RawConnection.open(port)));
  const answers = connections.map(async (connection, at) => {
    connection.send(bytes(at));
    const { status, headers, body } = await connection.next();
    return { status, again: headers['retry-after'], msg: JSON.parse(body).msg };
  });
  for (const answer of answers) answer.catch(() => undefined);
  return { connections, answers, close: () => connections.forEach((connection) => void connection.close()) };
}

/** The answers that have come when nothing more changes on the server. */
async function settled<T>(answers: readonly Promise<T>[], isEnough: (those: readonly T[]) => boolean): Promise<readonly T[]> {
  const those: T[] = [];
  for (const answer of answers) answer.then((one) => those.push(one)).catch(() => undefined);
  while (!isEnough(those)) await admin.get('/server-info');
  return those;
}

/** Other clients must be able to read, to write a small body and one of a mebibyte, and to sign in. */
async function expectOthersServed(token: string): Promise<void> {
  const headers = { 'private-token': token };
  expect((await admin.get(`${canvas}/widgets`, headers)).status).toBe(200);
  expect((await admin.post(`${canvas}/notes`, { text: 'small' }, headers)).status).toBe(200);
  expect((await admin.post(`${canvas}/notes`, { text: 'x'.repeat(mebibyte - 100) }, headers)).status).toBe(200);
  const anonymous = await server.caller();
  const login = { email: 'ann@corp.example', password: 'long-enough-password' };
  expect((await anonymous.post('/users/login', login)).status).toBe(200);
  anonymous.close();
}

/**
 * The gauges count the memory of Buffers twice. What was held for those who are refused is given back when their connections are
 * closed, which takes a busy machine some seconds.
 */
async function expectBounded(what: string, most: number): Promise<void> {
  const end = performance.now() + 20_000;
  let after = await gauges(server);
  while (after.memory - before.memory >= 2 * most && performance.now() < end) after = await gauges(server);
  console.log(`${what}: ${megabytes(after.memory - before.memory)} held, ${megabytes(after.rss)} in all`);
  expect([what, after.memory - before.memory < 2 * most]).toEqual([what, true]);
}

describe('bodies that stall', patience, () => {
  test('without a credential are some kilobytes each, and take nothing from those who are signed in', async () => {
    const large = await stall(200, () => `${head('/users/login', '', 16 * mebibyte)}{"a":"${'x'.repeat(60_000)}`);
    expect(new Set((await Promise.all(large.answers)).map(({ status }) => status))).toEqual(new Set([413]));
    large.close();
    const slow = await stall(1000, () => `${head('/users/login', '', 16_000)}{"a":"${'x'.repeat(15_000)}`);
    const refused = await settled(slow.answers, ({ length }) => length > 800);
    expect(refused.every(({ status, again }) => status === 429 && Number(again) > 0)).toBe(true);
    await expectOthersServed(others[0]!);
    await expectBounded('1,000 sign-ins that stall', 16 * mebibyte);
    slow.close();
  });

  test('of users who are signed in are held up to one bound, and the others are refused before they are held', async () => {
    const start = `{"a":"${'x'.repeat(3 * mebibyte)}`;
    const length = 15 * mebibyte;
    // One user alone comes to the bound of a user, and the next one to that of all
    const stalled: { close: () => void }[] = [];
    for (const [token, refusal] of [
      [admin.token, '429 Too many requests'],
      [others[1]!, '503 Service temporarily unavailable'],
    ] as const) {
      const bodies = await stall(100, () => head(`${canvas}/notes`, token, length) + start);
      stalled.push(bodies);
      const refused = await settled(bodies.answers, (those) => those.length >= 85);
      const refusals = new Set(refused.map(({ status, msg }) => `${status} ${msg}`));
      expect(refusals).toContain(refusal);
      // On a busy machine the second user may come to the bound of one, too, while bodies of the first are still being read
      refusals.delete('429 Too many requests');
      expect(refusals.size).toBe(refusal.startsWith('503') ? 1 : 0);
      expect(refused.every(({ again }) => Number(again) > 0)).toBe(true);
    }
    await expectOthersServed(others[2]!);
    await expectBounded('200 notes that stall', 48 * mebibyte);
    for (const bodies of stalled) bodies.close();
  });

  test('as parts of uploads count, too', async () => {
    const type = 'multipart/form-data; boundary=x';
    const part = '--x\r\nContent-Disposition: form-data; name="json"\r\n\r\n{"title":"';
    const body = part + 'x'.repeat(mebibyte);
    const stalled = await stall(
      100,
      (at) => head(`${canvas}/images`, at % 2 ? others[1]! : admin.token, 8 * mebibyte, type) + body,
    );
    const refused = await settled(stalled.answers, (those) => those.length >= 85);
    expect(refused.every(({ status, again }) => [429, 503].includes(status) && Number(again) > 0)).toBe(true);
    await expectOthersServed(others[2]!);
    await expectBounded('100 uploads that stall', 48 * mebibyte);
    stalled.close();
  });

  test('end nothing, and are no errors', () => {
    expect(server.child.exitCode).toBe(null);
    expect(server.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    expect(server.err).toEqual([]);
  });
});

test('a body that stalled gives back what it held when it is answered 408, or its connection goes', patience, () =>
  withServer(small({ bodyMs: 10_000 }), async (other) => {
    const caller = await other.admin();
    const port = await other.port();
    const path = `/canvases/${(await caller.post('/canvases')).body.id}/notes`;
    const announced = head(path, caller.token, 15 * mebibyte);
    /** Would such a body be refused now? It is announced, and then the connection is closed. */
    const isRefused = async (): Promise<boolean> => {
      const connection = await RawConnection.open(port);
      connection.send(announced);
      const answer = connection
        .next()
        .then(({ status }) => status === 429)
        .catch(() => false);
      const refused = await Promise.race([answer, caller.get('/server-info').then(() => false)]);
      connection.close();
      return refused;
    };
    for (const end of ['408', 'gone']) {
      const connection = await RawConnection.open(port);
      connection.send(`${announced}{"a":"${'x'.repeat(13 * mebibyte)}`);
      while (!(await isRefused()));
      if (end === '408') expect((await connection.next()).status).toBe(408);
      connection.close();
      const large = Buffer.from(JSON.stringify({ unknown: 'x'.repeat(15 * mebibyte) }));
      let status = 429;
      while (status === 429) ({ status } = await caller.post(path, large));
      expect(status).toBe(200);
    }
  }),
);
