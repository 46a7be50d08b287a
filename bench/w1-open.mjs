/**
 * W1: from asking for the page of a canvas, with an empty cache, until all of the canvas that is seen is painted. Notes, images, strokes and
 * connectors; the whole canvas is seen. The server has the canvas in memory, as after the first visitor.
 */
import { alternate } from './lib/bench.mjs';
import { addressOf, inChromium, openTab, painted, rendererOf } from './lib/page-visit.mjs';
import { median } from './lib/statistics.mjs';
import { milliseconds } from './lib/table.mjs';

const CANVASES = [
  { mixed: 10_000, most: 700 },
  { mixed: 100_000, most: 1500 },
];
const ROUNDS = 5;

export default async function open(bench) {
  const { folder, canvases } = await bench.data(CANVASES);
  const easel = await bench.easel({ folder });
  const found = await inChromium(async (browser) => {
    const visits = canvases.map((canvas) => () => visit(browser, easel, canvas));
    // The first tab of a browser waits for the browser
    for (const one of visits) await one();
    return alternate(ROUNDS, visits);
  });
  await easel.end();
  bench.processes.remove(folder);
  return found.map((rounds, at) => row(CANVASES[at], rounds));
}

/** In a tab with an empty cache and a process of its own. @returns milliseconds, and those of the tab's processor time */
async function visit(browser, easel, { id }) {
  const page = await openTab(browser, easel);
  await page.goto(addressOf(easel, id));
  const ms = await painted(page);
  const busy = (await rendererOf(browser)).seconds * 1000;
  await page.context().close();
  return { ms, busy };
}

function row({ mixed, most }, rounds) {
  const ms = median(rounds.map((one) => one.ms));
  return {
    work: `open a canvas of ${mixed.toLocaleString('en')} widgets, to the last pixel`,
    easel: milliseconds(ms),
    baseline: `${milliseconds(median(rounds.map((one) => one.busy)))} of a core`,
    target: `< ${most} ms`,
    met: ms < most,
    rounds,
  };
}
