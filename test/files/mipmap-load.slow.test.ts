import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../kit/client.ts';
import { uploaded } from '../kit/files.ts';
import { gauges, LONGEST_TURN, measured } from '../kit/measured.ts';
import { noise } from '../kit/samples.ts';
import { repository, type ServerProcess, TestFolder } from '../kit/server-process.ts';

/** 60 megapixels: 10,000 by 6,000. */
const WIDTH = 10_000;
const HEIGHT = 6000;
const CLIENTS = 50;
/** The promised bounds: of the server's own process, and of each render process (docs/operating.md). */
const SERVER_BYTES = 400 * 2 ** 20;
const RENDER_BYTES = 768 * 2 ** 20;

let folder: TestFolder;
let server: ServerProcess;
let admin: Caller;
let url: string;
let canvas: string;

beforeAll(async () => {
  folder = new TestFolder();
  server = await folder.start(measured({}, { EASEL_RENDER_MEMORY_BYTES: String(RENDER_BYTES) }));
  url = await server.listening;
  admin = await server.admin();
  canvas = `/canvases/${(await admin.post('/canvases', {})).body.id}`;
});
afterAll(() => folder.remove());

test('50 clients that want all levels of 60 megapixels take bounded memory, and notes are written meanwhile', async () => {
  const { hash } = await uploaded({ url }, admin, `${canvas}/images`, await noise(WIDTH, HEIGHT, 'jpeg'), 'large.jpg');
  const note = (await admin.post(`${canvas}/notes`)).body.id as string;
  const path = `${canvas}/notes/${note}`;
  await gauges(server);
  const watch = watchMemory(server.child.pid!);
  const [seen, times] = await whileWriting(path, () => clients(hash));
  const most = watch();
  const { longestWork } = await gauges(server);

  expect(seen, 'all see the same').toHaveLength(1);
  expect(seen[0]).toMatch(/^(200 \d+,?){9}$/);
  console.log(
    `${CLIENTS} clients: PATCH p50 ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms of ${times.length}, ${longestWork.toFixed(0)} ms of work in one turn;`,
  );
  console.log(`memory of the server ${megabytes(most.server)}, of the largest render process ${megabytes(most.render)}`);
  expect(most.server).toBeLessThan(SERVER_BYTES);
  expect(most.render, 'a render process was seen').toBeGreaterThan(0);
  expect(most.render).toBeLessThan(RENDER_BYTES);
  expect(times.length).toBeGreaterThan(20);
  expect(longestWork).toBeLessThan(LONGEST_TURN);
}, 300_000);

/** What the clients saw: status and length of the info and of each level. */
async function clients(hash: string): Promise<string[]> {
  const program = join(repository, 'test/kit/processes/mipmap-clients.mjs');
  const args = [program, url, admin.token, canvas.split('/').at(-1)!, hash, '8', String(CLIENTS)];
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
}

/** PATCHes one after the other, each when a reader has the one before, while something else is done: its result, and milliseconds of each. */
async function whileWriting<T>(path: string, work: () => Promise<T>): Promise<[T, number[]]> {
  const times: number[] = [];
  let writing = true;
  const stream = await admin.watch(path);
  await stream.next();
  const write = async (): Promise<void> => {
    for (let number = 0; writing; number += 1) {
      const before = performance.now();
      const { status } = await admin.patch(path, { text: `number ${number}` });
      times.push(performance.now() - before);
      expect(status).toBe(200);
      await stream.next();
    }
  };
  const written = write();
  const result = await work();
  writing = false;
  await written;
  stream.close();
  return [result, times];
}

const at = (times: readonly number[], part: number): number =>
  Math.round([...times].sort((a, b) => a - b)[Math.ceil(times.length * part) - 1]! * 10) / 10;

const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;

/** Watches the most memory that the server and any of its children took. */
function watchMemory(pid: number): () => { server: number; render: number } {
  const most = { server: 0, render: 0 };
  const look = (): void => {
    most.server = Math.max(most.server, residentBytes(pid));
    for (const child of childrenOf(pid)) most.render = Math.max(most.render, residentBytes(child));
  };
  const timer = setInterval(look, 100);
  return () => {
    look();
    clearInterval(timer);
    return most;
  };
}

function childrenOf(pid: number): number[] {
  try {
    // A file names the children: starting a program for this would hold up the requests that are measured here
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * 4096;
  } catch {
    return 0;
  }
}
