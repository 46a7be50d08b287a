import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Hostile } from '../../bench/lib/hostile.mjs';
import type { Caller } from '../kit/client.ts';
import { gauges, LONGEST_TURN, measured, megabytes } from '../kit/measured.ts';
import { askRestlessly } from '../kit/restless.ts';
import { runs } from '../kit/runs.ts';
import { type ServerProcess, TestFolder } from '../kit/server-process.ts';

/** What P19 of the benchmarks measures on a quiet machine, judged here by the processor time of turns and by memory. */
let folder: TestFolder;
let server: ServerProcess;
let admin: Caller;
beforeAll(async () => {
  folder = new TestFolder();
  server = await folder.start(measured());
  admin = await server.admin();
});
afterEach(() => expect(server.log.filter(({ level }) => Number(level) >= 50)).toEqual([]));
afterAll(() => folder.remove());

const CONNECTIONS = 500;
/** What half a thousand connections may hold of the server while all of them send. */
const MEMORY = 256 * 1024 * 1024;

test('displays and guests that send every kind of message as often as they may keep others from nothing', async () => {
  const canvas = (await admin.post('/canvases')).body.id as string;
  const other = `/canvases/${(await admin.post('/canvases')).body.id}`;
  expect((await admin.post(`/canvases/${canvas}/permissions`, { link_permission: 'view' })).status).toBe(200);
  const before = await gauges(server);
  const hostile = new Hostile();
  await hostile.open({ port: await server.port(), token: admin.token, canvas, count: CONNECTIONS });
  await gauges(server);
  const restless = askRestlessly(admin, `${other}/widgets`, '/server-info');
  const { sent } = await hostile.send({ seconds: runs(4, 10) });
  const { answers, slowest } = await restless.stop();
  const { longestWork, rss } = await gauges(server);
  const turn = `longest turn ${longestWork.toFixed(0)} ms of work`;
  console.log(
    `${sent} messages: ${turn}, ${answers} other answers, slowest ${slowest.toFixed(0)} ms, ${megabytes(rss - before.rss)}`,
  );
  expect(sent).toBeGreaterThan(CONNECTIONS);
  expect([longestWork < LONGEST_TURN, longestWork]).toEqual([true, longestWork]);
  expect([rss - before.rss < MEMORY, megabytes(rss - before.rss)]).toEqual([true, megabytes(rss - before.rss)]);
  hostile.close();
}, 300_000);
