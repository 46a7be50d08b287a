/**
 * W8, in short: what is left after 50 canvases were opened and left within one page, 2,000 changes and 100 zooms, after a collection of
 * garbage: nodes of the document, listeners, and the heap.
 */
import { collectGarbage, inChromium, openTab, painted } from './lib/page-visit.mjs';
import { megabytes } from './lib/table.mjs';

const OPENED = 50;
const CHANGES = 2000;
const ZOOMS = 100;
/** Before the first count: what is made once, such as the code of a page that was never shown. */
const WARM = 10;
const WIDGETS = 1000;
const MOST = 0.02;

export default async function leaks(bench) {
  const { folder, canvases } = await bench.data([{ mixed: WIDGETS }]);
  const easel = await bench.easel({ folder });
  const { before, after } = await inChromium((browser) => measure(browser, easel, canvases[0]));
  await easel.end();
  bench.processes.remove(folder);
  const more = (name) => after[name] - before[name];
  const growth = more('JSHeapUsedSize') / before.JSHeapUsedSize;
  return [
    {
      work: `${OPENED} canvases opened and left, ${CHANGES.toLocaleString('en')} changes, ${ZOOMS} zooms`,
      easel: `${more('Nodes')} nodes, ${more('JSEventListeners')} listeners, heap ${(growth * 100).toFixed(1)} %`,
      baseline: `${before.Nodes} nodes, ${before.JSEventListeners} listeners, ${megabytes(before.JSHeapUsedSize)}`,
      target: `none more, heap < ${MOST * 100} %`,
      met: more('Nodes') <= 0 && more('JSEventListeners') <= 0 && growth < MOST,
      rounds: [{ before, after }],
    },
  ];
}

async function measure(browser, easel, canvas) {
  const page = await openTab(browser, easel);
  await page.goto(`http://127.0.0.1:${easel.port}/`);
  const link = await page.waitForSelector(`a[href*="/open/${canvas.id}"]`);
  await link.dispose();
  const rounds = async (times) => {
    for (let at = 0; at < times; at++) await openAndLeave(page, canvas.id);
  };
  await rounds(WARM);
  await use(page, easel, canvas, 0.1);
  const before = await counted(page);
  await rounds(OPENED);
  await use(page, easel, canvas, 1);
  return { before, after: await counted(page) };
}

async function openAndLeave(page, id) {
  await page.evaluate(() => performance.clearMarks('easel:painted'));
  await page.locator(`a[href*="/open/${id}"]`).first().click();
  await painted(page);
  await page.goBack();
  await page.locator(`a[href*="/open/${id}"]`).first().waitFor();
}

/** Zooms and changes on an open canvas, which is left then. */
async function use(page, easel, { id, notes }, share) {
  await page.locator(`a[href*="/open/${id}"]`).first().click();
  await painted(page);
  await page.mouse.move(900, 500);
  await page.keyboard.down('Control');
  for (let at = 0; at < ZOOMS * share; at++) await page.mouse.wheel(0, at % 2 === 0 ? 120 : -120);
  await page.keyboard.up('Control');
  for (let at = 0; at < CHANGES * share; at++) {
    const body = { text: `Changed ${at}`, location: { x: 500 + (at % 100), y: 500 } };
    await easel.json(easel.ask('PATCH', `/canvases/${id}/notes/${notes[at % notes.length]}`, body));
  }
  await page.goBack();
  await page.locator(`a[href*="/open/${id}"]`).first().waitFor();
}

async function counted(page) {
  await collectGarbage(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}
