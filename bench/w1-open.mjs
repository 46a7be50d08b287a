/**
 * W1: from asking for the page of a canvas, with an empty cache, until all of the canvas that is seen is painted. Notes, images, strokes and
 * connectors; the whole canvas is seen. The server has the canvas in memory, as after the first visitor. Baseline, in the same browser and in
 * turns: a bare page that fetches the same bytes, parses them, and paints as many rectangles with a line of text. Baseline for the server: a
 * raw server from which a bare page fetches, on as many connections, the bytes of all requests of such a visit.
 */
import { alternate } from './lib/bench.mjs';
import { prepareReplay, recordVisit, replay } from './lib/page-replay.mjs';
import { addressOf, inChromium, listOf, openTab, painted, paintPlainly, rendererOf } from './lib/page-visit.mjs';
import { median } from './lib/statistics.mjs';
import { milliseconds } from './lib/table.mjs';

const CANVASES = [
  { mixed: 10_000, most: 700 },
  { mixed: 100_000, most: 1500 },
];
const ROUNDS = 5;
/** Times the bare page. */
const RATIO = 2;
/** Milliseconds of the server's processor for a visitor. */
const SERVER = 20;

export default async function open(bench) {
  const { folder, canvases } = await bench.data(CANVASES);
  const easel = await bench.easel({ folder });
  const raws = await Promise.all(canvases.map(() => bench.raw()));
  const found = await inChromium(async (browser) => {
    const visits = [];
    for (const [at, { id }] of canvases.entries()) visits.push(...(await visitsOf(browser, easel, raws[at], id)));
    // The first tab of a browser waits for the browser
    for (const one of visits) await one();
    return alternate(ROUNDS, visits);
  });
  await Promise.all([easel, ...raws].map((server) => server.end()));
  bench.processes.remove(folder);
  return CANVASES.flatMap((canvas, at) => rows(canvas, ...found.slice(3 * at, 3 * at + 3)));
}

/** The visits of a canvas that are compared: by Easel's page, by a bare page, and by one that repeats all requests at a raw server. */
async function visitsOf(browser, easel, raw, id) {
  const open = (page) => page.goto(addressOf(easel, id));
  // The first visitor of a canvas makes what the server keeps for the next ones
  await visit(browser, easel, open);
  const answers = await recordVisit(browser, easel, open);
  await prepareReplay(raw, answers);
  return [
    () => visit(browser, easel, open),
    () => visit(browser, easel, (page) => paintPlainly(page, easel, listOf(id))),
    () => visit(browser, raw, (page) => replay(page, raw, answers)),
  ];
}

/** In a tab with an empty cache and a process of its own. @returns milliseconds, and those of the tab's and the server's processor time */
async function visit(browser, server, go) {
  const page = await openTab(browser, server);
  const before = await server.call('processorTime');
  await go(page);
  const ms = await painted(page);
  const spent = ((await server.call('processorTime')) - before) / 1000;
  const busy = (await rendererOf(browser)).seconds * 1000;
  await page.context().close();
  return { ms, busy, server: spent };
}

function rows({ mixed, most }, rounds, bare, raw) {
  const [ms, busy, server] = mediansOf(rounds);
  const [bareMs, bareBusy, bareServer] = mediansOf(bare);
  const [, , rawServer] = mediansOf(raw);
  const ratio = ms / bareMs;
  return [
    {
      work: `open a canvas of ${mixed.toLocaleString('en')} widgets, to the last pixel`,
      easel: `${milliseconds(ms)}; ${milliseconds(busy)} of a core`,
      target: `< ${most} ms`,
      met: ms < most,
      rounds,
    },
    {
      work: 'the same as a bare page does it',
      easel: milliseconds(ms),
      baseline: `${milliseconds(bareMs)}; ${milliseconds(bareBusy)} of a core`,
      ratio,
      target: `≤ ${RATIO}`,
      met: ratio <= RATIO,
      rounds: bare,
    },
    {
      work: "the server's processor for one such visitor",
      easel: milliseconds(server),
      baseline: `${milliseconds(rawServer)} raw, the same requests; ${milliseconds(bareServer)} for the list alone`,
      ratio: server / rawServer,
      target: `< ${SERVER} ms`,
      met: server < SERVER,
    },
  ];
}

const mediansOf = (rounds) => ['ms', 'busy', 'server'].map((name) => median(rounds.map((one) => one[name])));
