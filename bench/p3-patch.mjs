/**
 * P3: durable PATCHes by 64 writers on 8 canvases, each writer on its own note. There are two baselines, and the lower one
 * counts: the same server with a database that acknowledges at once (routes, validation, answers and log, no storage);
 * and 64 rows in the time of a bare commit of 64 rows by a database thread that does nothing else, on the same disk.
 */
import { join } from 'node:path';
import { alternate } from './lib/bench.mjs';
import { NUMBER } from './lib/requests.mjs';
import { median, quantile } from './lib/statistics.mjs';
import { milliseconds, perSecond } from './lib/table.mjs';

const WRITERS = 64;
const CANVASES = 8;
const ROUNDS = 5;
const SECONDS = 1.5;

export default async function patch(bench) {
  const canvases = Array.from({ length: CANVASES }, () => ({ notes: WRITERS / CANVASES }));
  const data = [await bench.data(canvases), await bench.data(canvases)];
  const servers = [await bench.easel({ folder: data[0].folder }), await bench.easel({ folder: data[1].folder, storage: false })];
  const plans = servers.map((easel, at) => plansOf(easel, data[at].canvases));
  const load = await bench.load();
  const disk = bench.processes.start('commit.mjs');
  const [canvas] = data[0].canvases;
  const { body } = await servers[0].exchange(plans[0][0][0]);
  await disk.call('open', { file: join(data[0].folder, `bare-${canvas.id}.db`), rows: WRITERS, text: String(body) });
  const run = (at) =>
    load.call('loop', { port: servers[at].port, plans: plans[at], seconds: SECONDS }).then(({ places: [all] }) => all);
  const rounds = await alternate(ROUNDS, [() => run(0), () => run(1), () => disk.call('commits', { seconds: 1 })]);
  await Promise.all([load.end(), disk.end(), ...servers.map((easel) => easel.end())]);
  for (const { folder } of data) bench.processes.remove(folder);
  return [row(...rounds)];
}

const plansOf = (easel, canvases) =>
  canvases.flatMap(({ id, notes }) =>
    notes.map((note) => [easel.ask('PATCH', `/canvases/${id}/notes/${note}`, { text: NUMBER })]),
  );

function row(durable, unstored, commits) {
  const bare = commits.map((times) => quantile(times, 0.5));
  const limit = (at) => Math.min(unstored[at].perSecond, (WRITERS / bare[at]) * 1000);
  const ratio = median(durable.map((one, at) => one.perSecond / limit(at)));
  const without = perSecond(median(unstored.map((one) => one.perSecond)));
  return {
    work: `durable PATCH, ${WRITERS} writers on ${CANVASES} canvases`,
    easel: perSecond(median(durable.map((one) => one.perSecond))),
    baseline: `${without} without storage, bare commit of ${WRITERS} in ${milliseconds(median(bare))}`,
    ratio,
    target: '≥ 0.50',
    met: ratio >= 0.5,
    rounds: { durable, unstored, bare },
  };
}
