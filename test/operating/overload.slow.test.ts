import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { RawConnection } from '../http/raw-connection.ts';
import { unboundedAttempts } from '../kit/attempts.ts';
import type { Caller } from '../kit/client.ts';
import { fill, type Gauges, gauges, LONGEST_TURN, measured, megabytes } from '../kit/measured.ts';
import { askRestlessly } from '../kit/restless.ts';
import { runs } from '../kit/runs.ts';
import { ADMIN, type ServerProcess, TestFolder } from '../kit/server-process.ts';

/** More of everything than anybody needs. Meanwhile others are answered, and afterwards nothing of it is left. */
let folder: TestFolder;
let server: ServerProcess;
let admin: Caller;
let other: string;
beforeAll(async () => {
  folder = new TestFolder();
  // A test holds thousands of sessions of one user
  server = await folder.start(measured({}, { ...unboundedAttempts, EASEL_MAX_SESSIONS_PER_USER: '0' }));
  admin = await server.admin();
  other = await newCanvas();
  await gauges(server);
});
afterEach(() => expect(server.log.filter(({ level }) => Number(level) >= 50)).toEqual([]));
afterAll(() => folder.remove());

/** Seconds of work may take minutes on a busy machine. */
const patience = { timeout: 300_000 };

/** A thousand connections that open at once take one turn of the event loop, whatever the server does with them. */
const longestBurst = 1000;

async function newCanvas(): Promise<string> {
  return `/canvases/${(await admin.post('/canvases')).body.id}`;
}

/** Does something while another client sends requests; prints and bounds the longest turn of the event loop. */
async function meanwhile<T>(what: string, work: () => Promise<T>, most = LONGEST_TURN): Promise<T> {
  await gauges(server);
  const restless = askRestlessly(admin, `${other}/widgets`, '/server-info');
  const started = performance.now();
  const result = await work();
  const took = performance.now() - started;
  const { answers, slowest } = await restless.stop();
  const { longestTurn, longestWork, rss } = await gauges(server);
  const turn = `longest turn ${longestWork.toFixed(0)} ms of work, ${longestTurn.toFixed(0)} ms`;
  const others = `${answers} other answers, slowest ${slowest.toFixed(0)} ms`;
  console.log(`${what}: ${took.toFixed(0)} ms, ${turn}, ${others}, ${megabytes(rss)}`);
  expect([what, longestWork < most, longestWork]).toEqual([what, true, longestWork]);
  return result;
}

/** Memory, sockets and timers must be back where they were, except for some that clients keep open. `allowed`: in bytes. */
async function expectNothingLeft(of: ServerProcess, before: Gauges, allowed: number): Promise<void> {
  const isLeft = ({ memory, sockets, timers }: Gauges): boolean =>
    memory > before.memory + allowed || sockets > before.sockets + 5 || timers > before.timers + 5;
  let after = await gauges(of);
  // Work after an answer takes some turns
  for (let tries = 0; tries < 100 && isLeft(after); tries++) after = await gauges(of);
  const more = `${after.sockets - before.sockets} sockets, ${after.timers - before.timers} timers`;
  console.log(`left behind: ${megabytes(after.memory - before.memory)}, ${more}`);
  expect([isLeft(after), before, after]).toEqual([false, before, after]);
}

describe('a canvas of 100,000 widgets', patience, () => {
  const count = 100_000;

  test('is read, watched, changed and emptied while others are answered', async () => {
    const canvas = await newCanvas();
    const before = await gauges(server);
    const parent = await meanwhile('made', () => fill(server, canvas.slice('/canvases/'.length), count));
    const path = `${canvas}/notes`;
    const { body: notes } = await meanwhile('first list', () => admin.get(path));
    expect(notes).toHaveLength(count + 1);
    await meanwhile('list again', () => admin.get(path));
    const stream = await meanwhile('stream', async () => {
      const opened = await admin.watch(`${path}?changes=1`);
      expect(await opened.next()).toHaveLength(count + 1);
      return opened;
    });
    const one = `${path}/${notes[count / 2].id}`;
    const changed = await meanwhile('PATCH', () => admin.patch(one, { text: 'changed' }));
    expect(await stream.next()).toEqual([changed.body]);
    const raised = await meanwhile('auto_raise', () => admin.patch(one, { auto_raise: true }));
    expect([raised.body.depth, await stream.next()]).toEqual([count + 1, [raised.body]]);
    const made = await meanwhile('create without depth', () => admin.post(path, { parent_id: parent }));
    expect([made.body.depth, await stream.next()]).toEqual([count + 2, [made.body]]);
    await meanwhile('cascade of all', async () => {
      expect((await admin.delete(`${path}/${parent}`)).status).toBe(200);
      const told = await stream.next();
      expect(told).toHaveLength(count + 2);
      expect(told.every(({ state }: { state: string }) => state === 'deleted')).toBe(true);
    });
    expect((await admin.get(path)).body).toEqual([]);
    stream.close();
    await meanwhile('canvas deleted', () => admin.delete(canvas));
    await expectNothingLeft(server, before, 60 * 2 ** 20);
  });

  test('is deleted with its canvas in one go', async () => {
    const canvas = await newCanvas();
    await fill(server, canvas.slice('/canvases/'.length), count);
    await meanwhile('canvas of 100,000 deleted', () => admin.delete(canvas));
    expect((await admin.get(canvas)).status).toBe(404);
  });
});

test('tables of 100 x 100 made and deleted in a loop leave nothing', patience, async () => {
  const canvas = await newCanvas();
  const cycle = async (): Promise<void> => {
    const { status, body } = await admin.post(`${canvas}/tables`, { grid_size: { columns: 100, rows: 100 } });
    expect(status).toBe(200);
    expect((await admin.delete(`${canvas}/tables/${body.id}`)).status).toBe(200);
  };
  await cycle();
  const before = await gauges(server);
  await meanwhile('4 tables', async () => {
    for (let at = 0; at < 4; at++) await cycle();
  });
  expect((await admin.get(`${canvas}/table-cells`)).body).toEqual([]);
  await expectNothingLeft(server, before, 10 * 2 ** 20);
});

describe('connections', patience, () => {
  const open = (port: number, bytes: string): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes, () => resolve(socket)));
      socket.on('error', reject).resume();
    });
  const ended = (socket: Socket): Promise<unknown> =>
    new Promise((resolve) => (socket.closed ? resolve(undefined) : socket.once('close', resolve)));

  test('that never end their request are cut off, and others are answered', async () => {
    const limits = { headersMs: 1000, bodyMs: 1000 };
    const impatient = await folder.start(measured(limits, { EASEL_DATA_DIR: folder.file('impatient') }));
    const half = 'GET /api/v1/server-info HTTP/1.1\r\nHost: a\r\nX-Slow: ';
    const slow = 'POST /api/v1/users/login HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{"a';
    const port = await impatient.port();
    const before = await gauges(impatient);
    const anonymous = await impatient.caller();
    const restless = askRestlessly(anonymous, '/server-info');
    const sockets: Socket[] = [];
    for (let at = 0; at < 30; at++) {
      sockets.push(...(await Promise.all(Array.from({ length: 100 }, (_, one) => open(port, [half, slow, ''][one % 3]!)))));
    }
    await Promise.all(sockets.map(ended));
    console.log('3,000 half-open connections and slow bodies:', await restless.stop());
    anonymous.close();
    await expectNothingLeft(impatient, before, 10 * 2 ** 20);
  });

  test('1,000 streams opened and closed at once, three times, leave nothing', async () => {
    const cycle = async (): Promise<void> => {
      const paths = [`${other}/widgets`, '/canvases', '/users', `${other}/notes?changes=1`];
      const streams = await Promise.all(Array.from({ length: 1000 }, (_, at) => admin.watch(paths[at % paths.length]!)));
      for (const stream of streams) stream.close();
      await Promise.all(streams.map((stream) => stream.ended));
    };
    await cycle();
    const before = await gauges(server);
    await meanwhile(
      '2,000 streams',
      async () => {
        await cycle();
        await cycle();
      },
      longestBurst,
    );
    await expectNothingLeft(server, before, 10 * 2 ** 20);
  });

  test('a stream that is never read costs a bounded amount, whatever changes', async () => {
    const canvas = await newCanvas();
    await fill(server, canvas.slice('/canvases/'.length), 3000);
    const { body: notes } = await admin.get(`${canvas}/notes`);
    const stalled: RawConnection[] = [];
    const before = await gauges(server);
    for (const form of ['', '&changes=1', '', '&changes=1']) {
      const connection = await RawConnection.open(await server.port(), { paused: true });
      const path = `/api/v1${canvas}/notes?subscribe${form}`;
      connection.send(`GET ${path} HTTP/1.1\r\nHost: a\r\nPrivate-Token: ${admin.token}\r\n\r\n`);
      stalled.push(connection);
    }
    await meanwhile('1,000 changes before four readers that do not read', async () => {
      for (let at = 0; at < 1000; at += 20) {
        const some = Array.from({ length: 20 }, (_, one) => notes[(at + one) % notes.length].id);
        await Promise.all(some.map((id) => admin.patch(`${canvas}/notes/${id}`, { text: `${at}`.repeat(1000) })));
      }
    });
    const after = await gauges(server);
    console.log(`four stalled readers: ${megabytes(after.memory - before.memory)} for a list of ${megabytes(3000 * 450)}`);
    expect(after.memory - before.memory).toBeLessThan(40 * 2 ** 20);
    for (const connection of stalled) connection.close();
  });
});

describe('signing in', patience, () => {
  /** More than wait at once only in a long run: each takes its share of a processor. */
  const failures = runs(300, 1100);

  test(`fails ${failures.toLocaleString('en')} times at once while others are answered`, async () => {
    const before = await gauges(server);
    const anonymous = await server.caller();
    const statuses = await meanwhile(
      `${failures} failed logins`,
      async () => {
        const logins = Array.from({ length: failures }, async (_, at) => {
          const email = at % 2 === 0 ? ADMIN.email : `nobody-${at}@corp.example`;
          return (await anonymous.post('/users/login', { email, password: 'wrong' })).status;
        });
        return Promise.all(logins);
      },
      longestBurst,
    );
    const count = (status: number): number => statuses.filter((one) => one === status).length;
    console.log(`failed logins: ${count(401)} refused, ${count(503)} turned away because too many waited`);
    expect(count(401) + count(503)).toBe(failures);
    expect(count(401)).toBeGreaterThan(Math.min(failures - 1, 900));
    anonymous.close();
    await expectNothingLeft(server, before, 10 * 2 ** 20);
  });

  const sessions = runs(2000, 10_000);

  test(`${sessions.toLocaleString('en')} sessions of one user are held, and each signs in`, async () => {
    const signIn = async (hundreds: number): Promise<string[]> => {
      const tokens: string[] = [];
      for (let at = 0; at < hundreds; at++) {
        const logins = Array.from({ length: 100 }, () => admin.post('/users/login', { token: admin.token }));
        for (const { body } of await Promise.all(logins)) tokens.push(body.token);
      }
      return tokens;
    };
    // The first ones also make compiled code and pools, which are no part of a session
    await signIn(20);
    const before = await gauges(server);
    const tokens = await meanwhile(`${sessions} sessions`, () => signIn(sessions / 100));
    expect(new Set(tokens).size).toBe(sessions);
    const isMore = ({ memory }: Gauges): boolean => memory >= before.memory + sessions * 2048;
    let after = await gauges(server);
    // A busy machine still answers what was asked meanwhile
    for (let tries = 0; tries < 100 && isMore(after); tries++) after = await gauges(server);
    console.log(`each session takes ${((after.memory - before.memory) / sessions).toFixed(0)} bytes`);
    expect([isMore(after), before, after]).toEqual([false, before, after]);
    for (const token of [tokens[0]!, tokens[sessions / 2]!, tokens.at(-1)!]) {
      expect((await admin.get('/users/1000', { 'private-token': token })).status).toBe(200);
    }
    await meanwhile('all signed out by a new password', async () => {
      expect((await admin.patch('/users/1000', { password: 'another-password' })).status).toBe(200);
    });
    const answers = await Promise.all(tokens.slice(0, 100).map((token) => admin.get('/users/1000', { 'private-token': token })));
    expect(answers.every(({ status }) => status === 401)).toBe(true);
  });
});
