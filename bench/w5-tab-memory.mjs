/** W5: memory of a tab that shows a canvas of 10,000 and of 100,000 widgets, without media, after a collection of garbage. */
import { addressOf, collectGarbage, inChromium, memoryOf, openTab, painted, rendererOf } from './lib/page-visit.mjs';
import { median } from './lib/statistics.mjs';
import { megabytes } from './lib/table.mjs';

const CANVASES = [
  { mixed: 10_000, media: false, most: 200e6 },
  { mixed: 100_000, media: false, most: 350e6 },
];
const ROUNDS = 3;

export default async function tabMemory(bench) {
  const { folder, canvases } = await bench.data(CANVASES);
  const easel = await bench.easel({ folder });
  const rows = [];
  for (const [at, canvas] of canvases.entries()) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await memory(easel, canvas));
    rows.push(row(CANVASES[at], rounds));
  }
  await easel.end();
  bench.processes.remove(folder);
  return rows;
}

const memory = (easel, { id }) =>
  inChromium(async (browser) => {
    const page = await openTab(browser, easel);
    await page.goto(addressOf(easel, id));
    await painted(page);
    await collectGarbage(page);
    return memoryOf((await rendererOf(browser)).pid);
  });

function row({ mixed, most }, rounds) {
  const bytes = median(rounds);
  return {
    work: `memory of a tab with ${mixed.toLocaleString('en')} widgets (PSS)`,
    easel: megabytes(bytes),
    target: `< ${megabytes(most)}`,
    met: bytes < most,
    rounds,
  };
}
