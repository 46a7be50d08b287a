import { get } from 'node:http';
import { openTab, painted } from './page-visit.mjs';

/** Headers that each server writes itself. */
const OWN = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding', 'content-length']);
/** Bytes of the document from which the requests are made again. */
const DOCUMENT = '<!doctype html><link rel="icon" href="data:," />';

/**
 * Makes a visit, and asks once more for all that it got by GET until everything was painted.
 * @param go opens the page in a tab
 * @returns the answers as `[{path, answer: {headers: [name, value, …], body}]`, in the order of their requests, with the bytes that were sent
 */
export async function recordVisit(browser, easel, go) {
  const page = await openTab(browser, easel);
  const requests = [];
  page.on('request', (request) => requests.push(request));
  await go(page);
  await painted(page);
  const answers = [];
  for (const request of requests.slice()) {
    if (request.method() !== 'GET') continue;
    const { pathname, search } = new URL(request.url());
    const headers = Object.fromEntries(Object.entries(await request.allHeaders()).filter(([name]) => !name.startsWith(':')));
    answers.push({ path: pathname + search, answer: await answerOf(request.url(), headers) });
  }
  await page.context().close();
  return answers;
}

/** Has the raw peer answer these requests. */
export async function prepareReplay(raw, answers) {
  for (const file of answers) await raw.call('prepareFile', file);
  await raw.call('prepare', { get: { headers: ['Content-Type', 'text/html'], body: Buffer.from(DOCUMENT) } });
}

/** Opens a bare page at the raw peer that makes the recorded requests, as many at a time as the browser allows. `painted` waits for it, too. */
export async function replay(page, { port }, answers) {
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.evaluate(
    async (paths) => {
      await Promise.all(paths.map(async (path) => (await fetch(path, { cache: 'no-store' })).arrayBuffer()));
      performance.mark('easel:painted');
    },
    answers.map(({ path }) => path),
  );
}

function answerOf(url, headers) {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      const kept = response.rawHeaders.filter((_, at, all) => !OWN.has(all[at - (at % 2)].toLowerCase()));
      resolve({ headers: [...kept, 'Content-Length', String(body.length)], body });
    });
    request.on('error', reject);
  });
}
