import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { wholeChromiumPath } from '../../scripts/steps/chromium.mjs';
import { ADMINISTRATOR } from './easel.mjs';

/** Milliseconds after which a page is given up. */
const PATIENCE = 60_000;
const SCREEN = { width: 1920, height: 1080 };
/** Drawn by the processor, as on the weakest machine, at the usual rate of frames. */
const FLAGS = ['--no-sandbox', '--disable-gpu', '--js-flags=--expose-gc'];

/** Runs work in a Chromium of its own. @param work gets the browser @param more further flags */
export async function inChromium(work, more = []) {
  const executablePath = wholeChromiumPath();
  if (!executablePath) throw new Error('no Chromium; apt-get install chromium or set EASEL_CHROMIUM');
  const browser = await chromium.launch({ executablePath, args: [...FLAGS, ...more] });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** A tab with an empty cache, in which the administrator is signed in. Close its context afterwards. */
export async function openTab(browser, { port }) {
  const context = await browser.newContext({ viewport: SCREEN, locale: 'en-GB' });
  await context.request.post(`http://127.0.0.1:${port}/session`, { data: { ...ADMINISTRATOR, remember: false } });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(error));
  return page;
}

export const addressOf = ({ port }, canvas_id, view) =>
  `http://127.0.0.1:${port}/open/${canvas_id}${view ? `#view=${view}` : ''}`;

/** Until all that is seen of the canvas is painted. @returns milliseconds since the page was asked for */
export async function painted(page) {
  const marked = await page.waitForFunction(() => performance.getEntriesByName('easel:painted')[0]?.startTime, undefined, {
    timeout: PATIENCE,
    polling: 'raf',
  });
  return marked.jsonValue();
}

/** The process that runs a tab, the only one of its browser. @returns `{pid, seconds}` of processor time since its start */
export async function rendererOf(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const [busiest] = processInfo.filter(({ type }) => type === 'renderer').sort((a, b) => b.cpuTime - a.cpuTime);
  return { pid: busiest.id, seconds: busiest.cpuTime };
}

/** Proportional resident bytes of a process: what it shares is divided among all that share it. Linux only. */
export function memoryOf(pid) {
  const line = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
  return Number(line[1]) * 1024;
}

/** Collects garbage, until nothing is left of what went. */
export async function collectGarbage(page) {
  const session = await page.context().newCDPSession(page);
  for (let round = 0; round < 3; round++) {
    await session.send('HeapProfiler.collectGarbage');
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  }
  await session.detach();
}

/** The list with which the page opens a canvas. */
export const listOf = (canvas_id) => `/api/v1/canvases/${canvas_id}/widgets?annotations=1&elements=1`;

/** Opens a page without any code, and does there what no page can do with less: fetch, parse, paint. `painted` waits for it, too. */
export async function paintPlainly(page, { port }, list) {
  await page.addInitScript(plainly, list);
  await page.goto(`http://127.0.0.1:${port}/page/third-party.txt`);
}

/** Runs in the page. */
async function plainly(list) {
  const elements = await (await fetch(list)).json();
  const canvas = document.createElement('canvas');
  canvas.width = innerWidth;
  canvas.height = innerHeight;
  document.documentElement.append(canvas);
  const context = canvas.getContext('2d', { alpha: false });
  const { size } = elements[0];
  const zoom = Math.min(canvas.width / size.width, canvas.height / size.height);
  context.scale(zoom, zoom);
  context.font = '40px sans-serif';
  for (const [at, { location, title, id }] of elements.entries()) {
    const { x, y } = location ?? { x: (at % 100) * 300, y: Math.floor(at / 100) * 300 };
    context.fillStyle = '#fff9c4';
    context.fillRect(x, y, 220, 200);
    context.fillStyle = '#263238';
    context.fillText(title ?? id, x, y + 40);
  }
  // Drawn at the latest when a pixel is asked for
  context.getImageData(0, 0, 1, 1);
  requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('easel:painted')));
}
