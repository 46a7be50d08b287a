/**
 * P1: an authenticated GET of one note on 64 connections, against raw node:http that sends the same headers and bytes.
 * The ratio is what routing, authentication, permission and the look into the store cost beside Node's own work.
 */
import { alternate } from './lib/bench.mjs';
import { median } from './lib/statistics.mjs';
import { perSecond } from './lib/table.mjs';

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
  const run = ({ port }) => load.call('loop', { port, plans, seconds: SECONDS }).then(({ places: [all] }) => all);
  const [ours, theirs] = await alternate(ROUNDS, [() => run(easel), () => run(raw)]);
  await Promise.all([load.end(), easel.end(), raw.end()]);
  bench.processes.remove(folder);
  const ratio = median(ours.map((one, at) => one.perSecond / theirs[at].perSecond));
  return [
    {
      work: `GET of one note, ${CONNECTIONS} connections`,
      easel: perSecond(median(ours.map((one) => one.perSecond))),
      baseline: `${perSecond(median(theirs.map((one) => one.perSecond)))} raw`,
      ratio,
      target: '≥ 0.80',
      met: ratio >= 0.8,
      rounds: { ours, theirs },
    },
  ];
}
