import { get as httpGet, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../kit/client.ts';
import { fill, gauges, LONGEST_TURN, measured, megabytes } from '../kit/measured.ts';
import { askRestlessly } from '../kit/restless.ts';
import { type ServerProcess, TestFolder } from '../kit/server-process.ts';
import { RED } from '../kit/strokes.ts';

/** For a busy machine. */
const patience = { timeout: 300_000 };
const mebibyte = 2 ** 20;

/** Answers of hundreds of megabytes: three strokes with the most nodes, as numbers. */
const STROKES = 3;
const NODES = 349_500;

let folder: TestFolder;
let server: ServerProcess;
let admin: Caller;
let canvas: string;
let annotations: string;
/** The node that each stroke repeats, in base64 and as the text of its numbers. */
const nodes = Array.from({ length: STROKES }, (_, at) => Array.from({ length: 9 }, (_, part) => at + part / 8 + 0.1));
const base64 = nodes.map((node) => Buffer.from(Float32Array.from(node).buffer).toString('base64').repeat(NODES));
const numbers = nodes.map((node) =>
  Array(NODES)
    .fill(JSON.stringify(node.map(Math.fround)))
    .join(','),
);

beforeAll(async () => {
  folder = new TestFolder();
  server = await folder.start(measured({}, { EASEL_PREVIEWS: '0' }));
  admin = await server.admin();
  canvas = `/canvases/${(await admin.post('/canvases')).body.id}`;
  annotations = `${canvas}/shared-canvas/annotations`;
  for (const points of base64) {
    const { status } = await admin.post(annotations, `{"line_color":"${RED}","points":"${points}"}`);
    expect(status).toBe(200);
  }
}, 120_000);
afterAll(() => folder.remove());

/** An answer that nobody has started to read. */
async function open(path: string): Promise<IncomingMessage> {
  const url = `${await server.listening}/api/v1${path}`;
  return new Promise((resolve, reject) => {
    httpGet(url, { headers: { 'private-token': admin.token }, agent: false }, resolve).on('error', reject);
  });
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1');
}

/** Positions of the strokes' numbers in the text, in the order of their depth. */
const places = (text: string): number[] => numbers.map((one) => text.indexOf(`"points":[${one}]`));

describe('strokes in numbers', patience, () => {
  const all = () => `${canvas}/widgets?annotations=1&points=json`;

  test('are made while they are sent: eight readers who read nothing cost little', async () => {
    // Garbage from drawing the strokes is collected only now
    await gauges(server);
    const before = await gauges(server);
    const readers = await Promise.all(Array.from({ length: 8 }, () => open(all())));
    const restless = askRestlessly(admin, '/server-info', `${canvas}/notes`);
    // Waits until the system has taken as much of each as it will
    for (let last = -1, now = 0; last !== now; last = now, now = (await gauges(server)).memory) await admin.get('/server-info');
    const { answers } = await restless.stop();
    const after = await gauges(server);
    console.log(`8 readers: ${megabytes(after.memory - before.memory)} held, ${answers} other answers meanwhile`);
    expect(after.memory - before.memory).toBeLessThan(24 * mebibyte);
    for (const reader of readers) reader.destroy();
  });

  test('arrive whole, while others are answered and nothing waits for long', async () => {
    await gauges(server);
    const restless = askRestlessly(admin, '/server-info', `${canvas}/notes`);
    const response = await open(all());
    expect(response.headers).toMatchObject({ 'content-type': 'application/json', 'transfer-encoding': 'chunked' });
    const text = await textOf(response);
    const { answers, slowest } = await restless.stop();
    const { longestWork } = await gauges(server);
    console.log(
      `${megabytes(text.length)}: longest turn ${longestWork.toFixed(0)} ms of work, ${answers} others, slowest ${slowest.toFixed(0)} ms`,
    );
    const at = places(text);
    expect([at[0]! > 0, at, text.endsWith(']}]')]).toEqual([true, at.toSorted((a, b) => a - b), true]);
    expect(text.length).toBeGreaterThan(numbers.reduce((sum, one) => sum + one.length, 0));
  });

  test.each([
    ['the list of a widget', () => `${annotations}?points=json`],
    ['all widgets', all],
  ])('of %s are of one state, whatever changes meanwhile', async (_, path) => {
    const response = await open(path());
    const { body: strokes } = await admin.get(annotations);
    const last = `${annotations}/${strokes.at(-1).id}`;
    expect((await admin.patch(last, { points: [] })).status).toBe(200);
    const { body: note } = await admin.post(`${canvas}/notes`, { title: 'made meanwhile' });
    const text = await textOf(response);
    expect([places(text).every((at) => at > 0), text.includes('made meanwhile')]).toEqual([true, false]);
    await admin.delete(`${canvas}/notes/${note.id}`);
    expect((await admin.patch(last, `{"points":"${base64.at(-1)}"}`)).status).toBe(200);
  });

  test('of one stroke, also of one that was just changed, are made in the same way', async () => {
    const { body: strokes } = await admin.get(annotations);
    const path = `${annotations}/${strokes[0].id}?points=json`;
    await gauges(server);
    const changed = await admin.patch(path, { line_color: '#000000ff' });
    const { longestWork } = await gauges(server);
    console.log(`a stroke of ${NODES} nodes changed, answered in numbers: longest turn ${longestWork.toFixed(0)} ms of work`);
    expect([changed.status, changed.headers['content-length'], changed.text.includes(numbers[0]!)]).toEqual([
      200,
      undefined,
      true,
    ]);
    expect((await admin.get(path)).text).toBe(changed.text);
  });

  test('are no stream when they are too many to be shared, and the plain GET has no such bound', async () => {
    const small = await folder.start({
      ...measured(
        {},
        { EASEL_PREVIEWS: '0', EASEL_BODY_MEMORY_BYTES: String(40 * mebibyte), EASEL_DATA_DIR: folder.file('small') },
      ),
    });
    const other = await small.admin();
    const path = `/canvases/${(await other.post('/canvases')).body.id}`;
    for (const points of base64.slice(0, 2)) {
      await other.post(`${path}/shared-canvas/annotations`, `{"line_color":"${RED}","points":"${points}"}`);
    }
    for (const list of [`${path}/widgets?annotations=1`, `${path}/shared-canvas/annotations?x`]) {
      await expect(other.watch(`${list}&points=json`)).rejects.toThrow('400 {"msg":"There are too many strokes for a stream');
      const stream = await other.watch(list);
      expect((await stream.next()).length).toBeGreaterThan(0);
      stream.close();
    }
  });
});

test('all widgets with annotations are answered in turns, however many they are', patience, async () => {
  const many = `/canvases/${(await admin.post('/canvases')).body.id}`;
  await fill(server, many.slice('/canvases/'.length), 100_000);
  await gauges(server);
  const { body } = await admin.get(`${many}/widgets?annotations=1`);
  const { longestWork } = await gauges(server);
  console.log(`100,000 widgets with annotations: longest turn ${longestWork.toFixed(0)} ms of work`);
  expect(body.length).toBe(100_002);
  expect(longestWork).toBeLessThan(LONGEST_TURN);
});
