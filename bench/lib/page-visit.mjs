import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../../scripts/steps/chromium.mjs';
import { ADMINISTRATOR } from './easel.mjs';

/** Milliseconds after which a page is given up. */
const PATIENCE = 60_000;
const SCREEN = { width: 1920, height: 1080 };
/** Drawn by the processor, as on the weakest machine, at the usual rate of frames. */
const FLAGS = ['--no-sandbox', '--disable-gpu', '--js-flags=--expose-gc'];

/** Runs work in a Chromium of its own. @param work gets the browser */
export async function inChromium(work) {
  const executablePath = chromiumPath();
  if (!executablePath) throw new Error('no Chromium; apt-get install chromium or set EASEL_CHROMIUM');
  const browser = await chromium.launch({ executablePath, args: FLAGS });
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
