/**
 * W6: from the moment in which one client sends a change, 60 times a second, until the page of another has painted it: a note that moves
 * and changes its colour on a canvas of 10,000 widgets. Both have the same clock.
 */
import { lampBody, makeLamp, shownIn, untilShown, watchLamp } from './lib/page-lamp.mjs';
import { inChromium } from './lib/page-visit.mjs';
import { median, quantile } from './lib/statistics.mjs';
import { milliseconds } from './lib/table.mjs';

const RATE = 60;
const SECONDS = 10;
const ROUNDS = 3;
const WIDGETS = 10_000;
const MOST = { p50: 35, p99: 70 };
/** Milliseconds for the last change. */
const PATIENCE = 30_000;

export default async function changeToFrame(bench) {
  const { folder, canvases } = await bench.data([{ mixed: WIDGETS }]);
  const easel = await bench.easel({ folder });
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(bench, easel, canvases[0].id));
  await easel.end();
  bench.processes.remove(folder);
  const p50 = median(rounds.map((times) => quantile(times, 0.5)));
  const p99 = median(rounds.map((times) => quantile(times, 0.99)));
  return [
    {
      work: `another client's PATCH to the painted frame, ${RATE} a second`,
      easel: `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`,
      baseline: `${median(rounds.map((times) => times.length))} of ${RATE * SECONDS} seen`,
      target: `p50 < ${MOST.p50}, p99 < ${MOST.p99} ms`,
      met: p50 < MOST.p50 && p99 < MOST.p99,
      rounds: rounds.map((times) => ({ p50: quantile(times, 0.5), p99: quantile(times, 0.99) })),
    },
  ];
}

const measure = (bench, easel, canvas_id) =>
  inChromium(async (browser) => {
    const path = await makeLamp(easel, canvas_id);
    const page = await watchLamp(browser, easel, canvas_id);
    const load = await bench.load();
    const changes = Array.from({ length: RATE * SECONDS }, (_, at) =>
      easel.ask('PATCH', path, { ...lampBody(at + 1), location: { x: 400 + (at % 20), y: 300 } }),
    );
    const sent = await load.call('paced', { port: easel.port, requests: changes, rate: RATE });
    await untilShown(page, changes.length, PATIENCE);
    const shown = new Map(await shownIn(page));
    await load.end();
    await easel.json(easel.ask('DELETE', path)).catch(() => undefined);
    // A change that came in the same frame as the next one is shown by that one
    return sent.flatMap((at, index) => (shown.has(index + 1) ? [shown.get(index + 1) - at] : []));
  });
