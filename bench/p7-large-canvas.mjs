/**
 * P7: work on a canvas of 100,000 notes against the same work on one of 100, on one server, one request at a time, in turns: no
 * part of a change may take longer on a larger canvas. The target is for the server as it is; further rows are for a server whose
 * database acknowledges at once, where no disk hides the cost of the work itself.
 */

import { NUMBER } from './lib/requests.mjs';
import { median, quantile } from './lib/statistics.mjs';
import { milliseconds } from './lib/table.mjs';

const LARGE = 100_000;
const SMALL = 100;
const PAIRS = 5;
/** Requests of one kind in each half of a pair. */
const REQUESTS = 120;

export default async function largeCanvas(bench) {
  const { folder, canvases } = await bench.data([{ notes: LARGE }, { notes: SMALL }]);
  const durable = await measureServer(bench, folder, canvases, true);
  const unstored = await measureServer(bench, folder, canvases, false);
  bench.processes.remove(folder);
  return works.flatMap(({ name }) => [row(name, durable[name], true), row(`${name}, no disk`, unstored[name], false)]);
}

const works = [
  { name: 'PATCH', run: (load, easel, canvas) => sequence(load, easel, change(easel, canvas)) },
  { name: 'auto_raise', run: (load, easel, canvas) => sequence(load, easel, change(easel, canvas, { auto_raise: true })) },
  {
    name: 'create',
    run: (load, easel, { id }) => sequence(load, easel, [easel.ask('POST', `/canvases/${id}/notes`, { text: NUMBER })]),
  },
  {
    name: 'change message',
    run: (load, easel, canvas) => {
      const stream = easel.ask('GET', `/canvases/${canvas.id}/notes?subscribe&changes=1`);
      return load.call('echo', { port: easel.port, stream, patch: change(easel, canvas)[0], rounds: REQUESTS });
    },
  },
];

/** All kinds of work alternate between two notes, so that each raise finds the other note on top. */
const change = (easel, { id, notes }, more = {}) =>
  notes.slice(0, 2).map((note) => easel.ask('PATCH', `/canvases/${id}/notes/${note}`, { text: NUMBER, ...more }));

async function sequence(load, easel, plan) {
  const places = await load.call('sequence', { port: easel.port, plan, rounds: Math.ceil(REQUESTS / plan.length) });
  return places.flat();
}

async function measureServer(bench, folder, canvases, storage) {
  const easel = await bench.easel({ folder, storage });
  const load = await bench.load();
  for (const canvas of canvases) for (const { run } of works) await run(load, easel, canvas);
  const found = Object.fromEntries(works.map(({ name }) => [name, []]));
  for (let pair = 0; pair < PAIRS; pair++) {
    for (const { name, run } of works) {
      const large = await run(load, easel, canvases[0]);
      const small = await run(load, easel, canvases[1]);
      found[name].push({ large: quantile(large, 0.5), small: quantile(small, 0.5) });
    }
  }
  await Promise.all([load.end(), easel.end()]);
  return found;
}

function row(name, pairs, judged) {
  const ratio = median(pairs.map(({ large, small }) => large / small));
  return {
    work: `p50 on ${LARGE.toLocaleString('en')} notes against ${SMALL}: ${name}`,
    easel: milliseconds(median(pairs.map(({ large }) => large))),
    baseline: milliseconds(median(pairs.map(({ small }) => small))),
    ratio,
    target: judged ? '≤ 1.25' : '',
    met: judged ? ratio <= 1.25 : undefined,
    rounds: pairs,
  };
}
