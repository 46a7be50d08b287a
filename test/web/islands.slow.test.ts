import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { uploaded } from '../kit/files.ts';
import { longVideo } from '../kit/long-video.ts';
import { picture } from '../kit/samples.ts';
import { made } from '../kit/strokes.ts';
import { openPath, untilShown } from './canvas-page.ts';

/** One name leads to the machine below, and counts as public. */
const network = {
  resolve: (name: string) => (name === 'news.example' ? Promise.resolve(['127.0.0.2']) : Promise.reject(new Error('ENOTFOUND'))),
  isPublic: (one: string) => one === '127.0.0.2',
};
const easel = useEasel({ people: ['Kim', 'Max'], clock: systemClock, network });
const { Kim, Max } = easel.people;

/** A machine in the network: a web page, a camera that answers one picture, and one that goes on. */
let machine: Server;
let address: string;
const watched = new Set<unknown>();
const RED = '<!doctype html><title>Red</title><style>html { background: #c00000; }</style>';
beforeAll(async () => {
  const red = await picture('jpeg', 320, 180);
  const page = '<!doctype html><title>Status</title><h1>All is well</h1>';
  machine = createServer((request, response) => {
    if (request.url === '/news') return response.setHeader('x-frame-options', 'DENY').end(page);
    if (request.url === '/status') return response.setHeader('content-type', 'text/html').end(page);
    if (request.url === '/red') return response.setHeader('content-type', 'text/html').end(RED);
    if (request.url?.startsWith('/snapshot.jpg')) return response.setHeader('content-type', 'image/jpeg').end(red);
    response.setHeader('content-type', 'multipart/x-mixed-replace; boundary=part');
    watched.add(response);
    response.on('close', () => watched.delete(response));
    const part = (): boolean =>
      response.write(Buffer.concat([Buffer.from('--part\r\nContent-Type: image/jpeg\r\n\r\n'), red, Buffer.from('\r\n')]));
    const timer = setInterval(part, 100);
    response.on('close', () => clearInterval(timer));
    return part();
  });
  await new Promise<void>((resolve) => machine.listen(0, '0.0.0.0', resolve));
  address = `http://127.0.0.1:${(machine.address() as AddressInfo).port}`;
});
afterAll(() => {
  machine.closeAllConnections();
  machine.close();
});

const size = { width: 800, height: 450 };
const view = '0,0,2400,1500';

describeInBrowser('a live element', () => {
  const chromium = useChromium(easel);
  const opened = async (canvas: string, as = Kim): Promise<Page> => {
    const page = await chromium.page(openPath(canvas, view), { as, motion: true });
    await untilShown(page);
    return page;
  };

  it('that is a video plays at the clock of the server, in every browser', async () => {
    const canvas = await easel.canvas(Kim);
    const video = await uploaded(easel, Kim, `${canvas}/videos`, longVideo(60), 'long.webm', {
      size,
      location: { x: 100, y: 100 },
    });
    await made(Kim.patch(`${canvas}/videos/${video.id}`, { playback_state: 'playing', playback_position: 5, muted: true }));
    const pages = [await opened(canvas), await opened(canvas)];
    const errorsOf = () => Promise.all(pages.map((page) => errorOf(page, canvas, video.id)));
    await expect.poll(async () => (await errorsOf()).every((error) => Math.abs(error) < 0.25), { timeout: 15_000 }).toBe(true);
    await made(Kim.patch(`${canvas}/videos/${video.id}`, { playback_position: 30 }));
    await expect.poll(async () => (await errorsOf()).every((error) => Math.abs(error) < 0.25), { timeout: 15_000 }).toBe(true);
    await made(Kim.patch(`${canvas}/videos/${video.id}`, { playback_state: 'paused' }));
    const { playback_position } = (await Kim.get(`${canvas}/videos/${video.id}`)).body;
    for (const page of pages) {
      await page.waitForFunction(() => document.querySelector('video')!.paused);
      await expect
        .poll(() => page.evaluate(() => document.querySelector('video')!.currentTime))
        .toBeCloseTo(playback_position, 1);
    }
  });

  it('that is a web page is framed in a sandbox, and gets keys and pointers only while it is used', async () => {
    const canvas = await easel.canvas(Kim);
    await made(Kim.post(`${canvas}/browsers`, { url: `${address}/status`, size, location: { x: 100, y: 100 } }));
    await made(Kim.post(`${canvas}/permissions`, { users: [{ id: Max.id, permission: 'view' }] }));
    const page = await opened(canvas, Max);
    const frame = page.locator('iframe');
    await page.frameLocator('iframe').getByRole('heading', { name: 'All is well' }).waitFor({ state: 'attached' });
    expect((await frame.getAttribute('sandbox'))!.split(' ')).toEqual(
      expect.arrayContaining(['allow-scripts', 'allow-forms', 'allow-same-origin']),
    );
    expect(await frame.getAttribute('sandbox')).not.toContain('allow-top-navigation');
    expect(await frame.evaluate((element) => (element as HTMLElement).inert)).toBe(true);
    const box = (await frame.boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect.poll(() => frame.evaluate((element) => (element as HTMLElement).inert)).toBe(false);
    await page.getByRole('button', { name: 'Leave the page' }).click();
    await expect.poll(() => frame.evaluate((element) => (element as HTMLElement).inert)).toBe(true);
  });

  it('lies below the tools in the corner, also when two of them lie there', async () => {
    const canvas = await easel.canvas(Kim);
    const corner = { url: `${address}/red`, size: { width: 1400, height: 900 } };
    await made(Kim.post(`${canvas}/browsers`, { ...corner, location: { x: 900, y: 500 } }));
    await made(Kim.post(`${canvas}/browsers`, { ...corner, location: { x: 950, y: 550 } }));
    const page = await opened(canvas);
    const isRed = async (selector: string): Promise<number> => redOf(await page.locator(selector).screenshot());
    await expect.poll(() => isRed('.island >> nth=1')).toBeGreaterThan(0.5);
    // The bar's round corners show some red
    expect(await isRed('.view-bar')).toBeLessThan(0.02);
  });

  it.each([
    ['that lets no other page frame it', () => `http://news.example:${new URL(address).port}/news`, 'cannot be shown inside'],
    ['of this very server', () => `${easel.url}/api/docs`, 'cannot be shown inside'],
    ['where nobody answers', () => 'http://nobody.example/a', 'Nobody answers'],
  ])('that is a page %s is a card with its title, its address and a way to it', async (_, url, says) => {
    const canvas = await easel.canvas(Kim);
    await made(Kim.post(`${canvas}/browsers`, { url: url(), title: 'The news', size, location: { x: 100, y: 100 } }));
    const page = await opened(canvas);
    const card = page.locator('.island-card');
    await card.getByText(says).waitFor();
    expect(await card.locator('strong').textContent()).toBe('The news');
    expect(await card.locator('.island-address').textContent()).toBe(url().replace('http://', ''));
    expect(await card.getByRole('link', { name: 'Open in a new tab' }).getAttribute('href')).toBe(url());
    // The browser was not even asked for it, so its console says nothing
    expect(await page.locator('iframe').count()).toBe(0);
  });

  it('that is a page which only the server cannot reach is shown when a person says so', async () => {
    const canvas = await easel.canvas(Kim);
    await made(Kim.post(`${canvas}/browsers`, { url: 'http://other.example/', size, location: { x: 100, y: 100 } }));
    const page = await opened(canvas);
    await page.route('http://other.example/', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Only here</h1>' }));
    await page.getByRole('button', { name: 'Try it here' }).click();
    await page.frameLocator('iframe').getByRole('heading', { name: 'Only here' }).waitFor({ state: 'attached' });
    await expect.poll(() => page.locator('.island-card').count()).toBe(0);
  });

  it('that is a camera shows its picture, as one or as many, and is let go with the page', async () => {
    const canvas = await easel.canvas(Kim);
    await made(Kim.post(`${canvas}/ip-videos`, { source: `${address}/snapshot.jpg`, size, location: { x: 100, y: 100 } }));
    await made(Kim.post(`${canvas}/ip-videos`, { source: `${address}/live.mjpg`, size, location: { x: 100, y: 700 } }));
    const page = await opened(canvas);
    const shown = () =>
      page.evaluate(
        () => [...document.querySelectorAll<HTMLImageElement>('.island img')].filter((one) => one.naturalWidth === 320).length,
      );
    await expect.poll(shown).toBe(2);
    expect(watched.size).toBe(1);
    await page.getByRole('link', { name: 'All canvases' }).click();
    await page.getByRole('heading', { name: /^Good / }).waitFor();
    await expect.poll(() => watched.size).toBe(0);
  });

  it('leaves nothing behind: after thirty visits there are as many nodes and listeners as before', async () => {
    // Another name for each try
    const name = `Visited ${performance.now()}`;
    const canvas = await easel.canvas(Kim, { name });
    const put = (path: string, body: object, x: number) =>
      made(Kim.post(`${canvas}/${path}`, { size, location: { x, y: 100 }, ...body }));
    await put('browsers', { url: `${address}/status` }, 100);
    await put('ip-videos', { source: `${address}/snapshot.jpg` }, 1000);
    await uploaded(easel, Kim, `${canvas}/videos`, longVideo(3), 'short.webm', { size, location: { x: 100, y: 700 } });
    await put('notes', { title: 'Words' }, 1900);
    const page = await opened(canvas);
    const visit = async (): Promise<void> => {
      await page.getByRole('link', { name: 'All canvases' }).click();
      await page.getByRole('link', { name }).click();
      await untilShown(page);
      await page.locator('iframe').waitFor({ state: 'attached' });
      // The tools come after the first picture, with some ninety nodes
      await page.getByRole('toolbar', { name: 'Tools' }).waitFor();
    };
    for (let visits = 0; visits < 5; visits++) await visit();
    const before = await metricsOf(page);
    for (let visits = 0; visits < 30; visits++) await visit();
    // What a page may keep is bounded; what each visit would leave is not
    await expect.poll(async () => excess(await metricsOf(page), before), { timeout: 20_000 }).toEqual([]);
  });
});

/** Seconds between the picture of a page and where the video is by the clock; that of the server is also that of the browsers here. */
async function errorOf(page: Page, canvas: string, id: string): Promise<number> {
  const { playback_position, playing_since } = (await Kim.get(`${canvas}/videos/${id}`)).body;
  await page.waitForFunction(() => document.querySelector('video') !== null);
  const [at, now] = await page.evaluate(() => [document.querySelector('video')!.currentTime, Date.now()] as const);
  return at - (playback_position + (now - Date.parse(playing_since)) / 1000);
}

/** The share of red pixels in a picture. */
async function redOf(png: Buffer): Promise<number> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += 3) if (data[at]! > 150 && data[at + 1]! < 90) count++;
  return count / (info.width * info.height);
}

interface Metrics {
  readonly Nodes: number;
  readonly JSEventListeners: number;
  readonly Documents: number;
}

async function metricsOf(page: Page): Promise<Metrics> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  for (let times = 0; times < 3; times++) await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  await devtools.detach();
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value])) as unknown as Metrics;
}

function excess(now: Metrics, before: Metrics): string[] {
  const most: Metrics = {
    Nodes: before.Nodes + 60,
    JSEventListeners: before.JSEventListeners + 20,
    Documents: before.Documents + 2,
  };
  return (['Nodes', 'JSEventListeners', 'Documents'] as const)
    .filter((name) => now[name] > most[name])
    .map((name) => `${name}: ${before[name]}, then ${now[name]}`);
}
