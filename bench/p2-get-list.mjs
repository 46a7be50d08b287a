/**
 * P2: GET of a list of 10,000 notes, against raw node:http that sends the same bytes as one Buffer. Once with nothing
 * changed between two answers, and once with a PATCH of one note before each GET. The raw peer answers such a PATCH at
 * once, while Easel commits it to the disk and makes the changed page anew. The time of both requests counts.
 */
import { alternate } from './lib/bench.mjs';
import { NUMBER } from './lib/requests.mjs';
import { median } from './lib/statistics.mjs';
import { perSecond } from './lib/table.mjs';

const WIDGETS = 10_000;
const CONNECTIONS = 4;
const ROUNDS = 5;
const SECONDS = 1.5;

export default async function getList(bench) {
  const { folder, canvases } = await bench.data([{ notes: WIDGETS }]);
  const [{ id, notes }] = canvases;
  const easel = await bench.easel({ folder });
  const get = easel.ask('GET', `/canvases/${id}/notes`);
  const patches = notes
    .slice(0, CONNECTIONS)
    .map((note) => easel.ask('PATCH', `/canvases/${id}/notes/${note}`, { text: NUMBER }));
  const raw = await bench.raw({ get: await easel.exchange(get), patch: await easel.exchange(patches[0]) });
  const load = await bench.load();
  const unchanged = patches.map(() => [get]);
  const changed = patches.map((patch) => [patch, get]);
  const run = ({ port }, plans) => load.call('loop', { port, plans, seconds: SECONDS }).then(({ places }) => places);
  const [still, rawStill, moving, rawMoving] = await alternate(ROUNDS, [
    () => run(easel, unchanged),
    () => run(raw, unchanged),
    () => run(easel, changed),
    () => run(raw, changed),
  ]);
  await Promise.all([load.end(), easel.end(), raw.end()]);
  bench.processes.remove(folder);
  return [row('unchanged', still, rawStill, 0.9), row('one PATCH before each', moving, rawMoving, 0.5)];
}

function row(name, ours, theirs, least) {
  const rate = (places) => places.at(-1).perSecond;
  const ratio = median(ours.map((one, at) => rate(one) / rate(theirs[at])));
  return {
    work: `GET of ${WIDGETS.toLocaleString('en')} notes, ${name}`,
    easel: perSecond(median(ours.map(rate))),
    baseline: `${perSecond(median(theirs.map(rate)))} raw`,
    ratio,
    target: `≥ ${least.toFixed(2)}`,
    met: ratio >= least,
    rounds: { ours, theirs },
  };
}
