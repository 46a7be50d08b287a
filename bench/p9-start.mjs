/**
 * P9: the time from starting the process to its first answer, with 1,000 canvases of 100 notes, against a data folder that
 * holds only what the first start made; and the first GET of a list of 10,000 notes, which loads its canvas.
 */
import { alternate } from './lib/bench.mjs';
import { median } from './lib/statistics.mjs';
import { milliseconds } from './lib/table.mjs';

const CANVASES = 1000;
const NOTES = 100;
const LARGE = 10_000;
const ROUNDS = 5;

export default async function start(bench) {
  const few = await bench.data([]);
  const many = await bench.data([{ notes: LARGE }, ...Array.from({ length: CANVASES }, () => ({ notes: NOTES }))]);
  const load = await bench.load();
  const [empty, full] = await alternate(ROUNDS, [() => startOnce(bench, load, few), () => startOnce(bench, load, many)]);
  await load.end();
  for (const { folder } of [few, many]) bench.processes.remove(folder);
  return [startRow(empty, full), listRow(full)];
}

/** Milliseconds to the first answer, and for the first GET of the first canvas's list. */
async function startOnce(bench, load, { folder, canvases }) {
  const easel = await bench.easel({ folder });
  const plan = canvases.slice(0, 1).map(({ id }) => easel.ask('GET', `/canvases/${id}/notes`));
  const [times] = await load.call('sequence', { port: easel.port, plan, rounds: 1 });
  await easel.end();
  return { started: easel.started, list: times?.[0] };
}

function startRow(empty, full) {
  const started = (rounds) => median(rounds.map((one) => one.started));
  const more = median(full.map((one, at) => one.started - empty[at].started));
  return {
    work: `start with ${CANVASES} canvases and ${(CANVASES * NOTES).toLocaleString('en')} notes`,
    easel: milliseconds(started(full)),
    baseline: `${milliseconds(started(empty))} empty`,
    target: '< 500 ms more',
    met: more < 500,
    rounds: { empty, full },
  };
}

function listRow(full) {
  const first = median(full.map((one) => one.list));
  return {
    work: `first GET of ${LARGE.toLocaleString('en')} notes`,
    easel: milliseconds(first),
    target: '< 150 ms',
    met: first < 150,
  };
}
