/**
 * P1: an authenticated GET of one note on 64 connections, against raw node:http that sends the same headers and bytes.
 * The ratio shows what routing, authentication, permission and reading from the store cost beside Node's own work.
 */
import { alternate, loop } from './lib/bench.mjs';
import { median } from './lib/statistics.mjs';
import { microseconds, perSecond } from './lib/table.mjs';

const CONNECTIONS = 64;
const ROUNDS = 5;
const SECONDS = 1.5;

export default async function getNote(bench) {
  const { folder, canvases } = await bench.data([{ notes: 100 }]);
  const [{ id, notes }] = canvases;
  const easel = await bench.easel({ folder });
  const get = easel.ask('GET', `/canvases/${id}/notes/${notes[0]}`);
  const raw = await bench.raw({ get: await easel.exchange(get) });
  const load = await bench.load();
  const plans = Array.from({ length: CONNECTIONS }, () => [get]);
  const run = (server) => loop(load, server, { plans, seconds: SECONDS, awake: true });
  const [ours, theirs] = await alternate(ROUNDS, [() => run(easel), () => run(raw)]);
  await Promise.all([load.end(), easel.end(), raw.end()]);
  bench.processes.remove(folder);
  return [rateRow(ours, theirs), costRow('GET of one note', ours, theirs)];
}

function rateRow(ours, theirs) {
  const rate = ({ places: [all] }) => all.perSecond;
  const ratio = median(ours.map((one, at) => rate(one) / rate(theirs[at])));
  return {
    work: `GET of one note, ${CONNECTIONS} connections`,
    easel: perSecond(median(ours.map(rate))),
    baseline: `${perSecond(median(theirs.map(rate)))} raw`,
    ratio,
    target: '≥ 0.80',
    met: ratio >= 0.8,
    rounds: { ours, theirs },
  };
}

/** A row without a target, for the processor time that `loop` measures. */
function costRow(name, ours, theirs) {
  const cost = (rounds) => median(rounds.map((one) => one.cost));
  return {
    work: `${name}, processor time`,
    easel: microseconds(cost(ours)),
    baseline: `${microseconds(cost(theirs))} raw`,
    ratio: median(ours.map((one, at) => theirs[at].cost / one.cost)),
  };
}
