import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientMessages } from '../../model/displays/index.ts';
import type { Caller } from '../kit/client.ts';
import { connectDisplay, DisplayPeer, usualHello } from '../kit/display.ts';
import { type Gauges, gauges, measured, megabytes } from '../kit/measured.ts';
import { type ServerProcess, TestFolder } from '../kit/server-process.ts';

const MESSAGES = Number(process.env.EASEL_DISPLAY_FUZZ_MESSAGES ?? 20_000);
const SEED = Number(process.env.EASEL_DISPLAY_FUZZ_SEED ?? randomInt(2 ** 31));
/** Some bytes are kept of what was seen once: installations, compiled code. */
const KEPT_BYTES = 24 * 2 ** 20;
/** What 80 MB of changes may leave in memory while one display does not read them. */
const BEHIND_BYTES = 32 * 2 ** 20;

let folder: TestFolder;
let server: ServerProcess;
let admin: Caller;
let canvas: string;
beforeAll(async () => {
  folder = new TestFolder();
  server = await folder.start(measured({}, { EASEL_CLIENT_GRACE_SECONDS: '0', EASEL_KEEPALIVE_SECONDS: '300' }));
  admin = await server.admin();
  canvas = (await admin.post('/canvases')).body.id;
});
afterAll(() => folder.remove());

/** Numbers that follow from a seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test(`${MESSAGES.toLocaleString('en')} messages that make no sense crash nothing, are no fault, and leave nothing behind`, async () => {
  console.log(`display fuzz: EASEL_DISPLAY_FUZZ_MESSAGES=${MESSAGES} EASEL_DISPLAY_FUZZ_SEED=${SEED}`);
  const fuzz = new Fuzz(random(SEED));
  await fuzz.run(200);
  const before = await settled();
  await fuzz.run(MESSAGES);
  console.log(`closed with ${JSON.stringify(fuzz.codes)}; answers ${JSON.stringify(fuzz.answers)}`);
  expect(Object.keys(fuzz.codes)).not.toContain('1011');
  expect(fuzz.answers.error ?? 0).toBe(0);
  expect(fuzz.answers.ack).toBeGreaterThan(0);
  const url = await server.listening;
  const display = await connectDisplay({ url }, admin.token);
  expect((await admin.get(`/clients/${display.welcome.client_id}/workspaces/0`)).status).toBe(200);
  await display.leave();
  expect((await admin.get('/clients')).body).toEqual([]);
  const after = await settled(before);
  console.log(
    `left behind: ${megabytes(after.memory - before.memory)}, ${after.sockets - before.sockets} sockets, ${after.timers - before.timers} timers`,
  );
  expect(after.memory - before.memory).toBeLessThan(KEPT_BYTES);
  expect([after.sockets - before.sockets <= 2, after.timers - before.timers <= 5, after.prototype]).toEqual([
    true,
    true,
    before.prototype,
  ]);
  expect(server.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
}, 300_000);

test('a display that never reads costs a bounded set of what changed, not a queue of it', async () => {
  const url = await server.listening;
  const viewer = { kind: 'viewer', client: {}, workspaces: [] };
  const silent = await connectDisplay({ url }, admin.token, viewer);
  const other = await connectDisplay({ url }, admin.token, viewer);
  const path = `/canvases/${canvas}/notes`;
  const { channel } = await other.request({ type: 'subscribe', path });
  await other.frame(channel);
  const notes = await Promise.all(Array.from({ length: 4 }, () => admin.post(path, { text: 'x'.repeat(500_000) })));
  await silent.request({ type: 'subscribe', path });
  silent.socket.pause();
  const before = await gauges(server);
  for (let at = 0; at < 160; at++) {
    await admin.patch(`${path}/${notes[at % 4]!.body.id}`, { text: `number ${at}`.padEnd(500_000, 'x') });
    // The one that reads must not have anything waiting either
    if (at % 8 === 7) while (!(await other.frame(channel)).includes(`number ${at}x`));
  }
  let after = await gauges(server);
  // What a busy machine has not come to yet passes; a queue for the silent one would stay
  for (const end = Date.now() + 20_000; after.memory - before.memory >= BEHIND_BYTES && Date.now() < end; )
    after = await gauges(server);
  // What is behind are four notes, some messages that others are sent, and what a stream may go on from; a queue would be all of it
  console.log(`80 MB that one of two displays does not read: ${megabytes(after.memory - before.memory)} more are held`);
  expect(after.memory - before.memory).toBeLessThan(BEHIND_BYTES);
  silent.socket.resume();
  while (!(await silent.frame(channel)).includes('number 159'));
  for (const display of [silent, other]) await display.leave();
}, 120_000);

/** What is left once timers of closed connections are through: the longest is some seconds. */
async function settled(before?: Gauges): Promise<Gauges> {
  const isLeft = ({ sockets, timers }: Gauges): boolean =>
    before !== undefined && (sockets > before.sockets + 2 || timers > before.timers + 5);
  let now = await gauges(server);
  for (const end = Date.now() + 15_000; isLeft(now) && Date.now() < end; ) now = await gauges(server);
  return now;
}

/** Displays that send what comes to their mind, one connection after the other. */
class Fuzz {
  readonly codes: Record<string, number> = {};
  /** Codes of nacks, and how many acks there were. */
  readonly answers: Record<string, number> = {};
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  async run(messages: number): Promise<void> {
    for (let sent = 0; sent < messages; ) sent += await this.#connection(1 + this.#upTo(60));
  }

  async #connection(messages: number): Promise<number> {
    const url = await server.listening;
    const peer = await new DisplayPeer(url, { 'Private-Token': admin.token }).opened();
    const isGreeted = this.#random() < 0.85;
    peer.send(isGreeted ? usualHello : this.#message());
    if (isGreeted) await peer.next('welcome');
    for (let at = 0; at < messages && peer.code === undefined; at++) this.#send(peer);
    if (this.#random() < 0.5) peer.socket.terminate();
    else if (peer.code === undefined) await Promise.race([peer.settled().catch(() => undefined), peer.closed]);
    if (this.#random() < 0.5) peer.socket.close();
    else peer.socket.terminate();
    const code = String(await peer.closed);
    this.codes[code] = (this.codes[code] ?? 0) + 1;
    for (const { type, code: why } of peer.unread) {
      if (type === 'ack' || type === 'nack') this.answers[why ?? type] = (this.answers[why ?? type] ?? 0) + 1;
    }
    return messages + 1;
  }

  #send(peer: DisplayPeer): void {
    const dice = this.#random();
    if (dice < 0.004) peer.socket.send(Buffer.from('binary'));
    else if (dice < 0.01) peer.socket.send(JSON.stringify(this.#message()).slice(1));
    else peer.send(this.#message());
  }

  #message(): object {
    const kind = this.#one(clientMessages);
    const fields = Object.keys(kind.fields);
    const keys = [...fields, 'id', 'type', '__proto__', 'constructor', this.#one(['re', 'set', 'title', 'location'])];
    const message: Record<string, unknown> = { type: kind.type, id: `m${this.#upTo(1000)}` };
    for (const key of keys)
      if (this.#random() < 0.6)
        Object.defineProperty(message, key, { value: this.#value(3), enumerable: true, writable: true, configurable: true });
    if (this.#random() < 0.9) message.type = kind.type;
    if (this.#random() < 0.5 && 'canvas_id' in kind.fields) message.canvas_id = canvas;
    if (this.#random() < 0.3 && 'path' in kind.fields)
      message.path = this.#one(['/clients', `/canvases/${canvas}/widgets?changes=1`, '//', '/%']);
    // A bye would end what is to be tested
    return kind.type === 'bye' && this.#random() < 0.9 ? this.#message() : message;
  }

  #value(depth: number): unknown {
    const made = [
      () => null,
      () => this.#random() < 0.5,
      () => this.#upTo(5),
      () => (this.#random() - 0.5) * 1e9,
      () => this.#one([1e308, -0, 1e-308, 2 ** 53]),
      () =>
        this.#one([
          '',
          canvas,
          'workspace-0',
          'rw',
          'x'.repeat(2000),
          '\u2028\u0000\ud800',
          '0c9e8d7b-6a54-4f32-9b10-c1d2e3f4a5b6',
        ]),
      () => (depth === 0 ? [] : Array.from({ length: this.#upTo(4) }, () => this.#value(depth - 1))),
      () => (depth === 0 ? {} : this.#object(depth - 1)),
      () => ({ x: this.#upTo(100), y: this.#upTo(100), width: this.#upTo(100), height: this.#upTo(100) }),
    ];
    return this.#one(made)();
  }

  #object(depth: number): object {
    const keys = [
      'index',
      'id',
      'size',
      'canvas_id',
      'source',
      'view_rectangle',
      'pinned',
      'workspaces',
      'x',
      'y',
      'installation_name',
    ];
    const entries = Array.from({ length: this.#upTo(6) }, () => [this.#one(keys), this.#value(depth)]);
    return { index: this.#upTo(3), size: { width: 10, height: 10 }, ...Object.fromEntries(entries) };
  }

  #upTo(most: number): number {
    return Math.floor(this.#random() * (most + 1));
  }

  #one<T>(all: readonly T[]): T {
    return all[Math.floor(this.#random() * all.length)]!;
  }
}
