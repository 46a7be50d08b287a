import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { made } from '../kit/strokes.ts';
import { openPath, untilShown } from './canvas-page.ts';
import { openEdited, untilSaved } from './edited.ts';

const easel = useEasel({ people: ['Kim'], clock: systemClock });
const { Kim } = easel.people;

const COLUMNS = 15;
const FRAMES = 40;

describeInBrowser('what a drag paints anew', () => {
  const chromium = useChromium(easel);

  it('is neither the screen nor the ring of each widget, however many are held', async () => {
    const page = await openEdited(chromium, await full(), Kim);
    // Beside all notes and out of the reach of bars; by keyboard the canvas gets its ring of the focus
    await page.locator('.stage').focus();
    await page.keyboard.press('Control+a');
    await page.locator(`.stage[data-selected="${COLUMNS * COLUMNS}"]`).waitFor();
    await page.mouse.move(310, 310);
    await page.mouse.down();
    await page.mouse.move(320, 320, { steps: 3 });
    await page.locator('.lifted canvas').waitFor();
    await page.mouse.move(330, 330);
    await frame(page);
    const { tiles, restyled } = await workOf(page, async () => {
      for (let step = 0; step < FRAMES; step++) {
        await page.mouse.move(330 + 2 * (step % 8), 330 + step);
        await frame(page);
      }
    });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    // The screen alone has a dozen tiles, and two hundred rings are restyled one by one
    expect(tiles).toBeLessThan(2 * FRAMES);
    expect(restyled).toBeLessThan(10 * FRAMES);
  });

  it('is shown as soon as its code can be loaded again', async () => {
    const canvas = await easel.canvas(Kim);
    await made(Kim.post(`${canvas}/notes`, { location: { x: 300, y: 200 }, size: { width: 200, height: 200 } }));
    const code = /\/hands-together\.\w+\.js$/;
    const asked: string[] = [];
    const before = (context: BrowserContext) =>
      context.route(code, (route) => {
        asked.push(route.request().url());
        return asked.length === 1 ? route.abort() : route.continue();
      });
    const page = await chromium.page(openPath(canvas, '0,0,1000,700'), { as: Kim, width: 1000, height: 700, before });
    await untilShown(page);
    await page.getByRole('toolbar', { name: 'Tools' }).waitFor();
    await expect.poll(() => asked.length).toBe(1);
    await page.mouse.move(400, 300);
    await page.mouse.down();
    await page.mouse.move(430, 330, { steps: 5 });
    await page.locator('.lifted canvas').waitFor();
    expect(asked.length).toBeGreaterThan(1);
    await page.mouse.up();
    await untilSaved(page);
  });
});

/** A canvas full of small notes. */
async function full(): Promise<string> {
  const canvas = await easel.canvas(Kim);
  const operations = Array.from({ length: COLUMNS * COLUMNS }, (_, at) => ({
    op: 'create',
    type: 'Note',
    body: {
      location: { x: 200 + (at % COLUMNS) * 40, y: 200 + Math.floor(at / COLUMNS) * 25 },
      size: { width: 30, height: 20 },
    },
  }));
  await made(Kim.post(`${canvas}/batch`, { operations }));
  return canvas;
}

const frame = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));

/** What the browser does meanwhile: tiles of the screen that it paints, and elements whose style it works out. */
async function workOf(page: Page, run: () => Promise<void>): Promise<Record<'tiles' | 'restyled', number>> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: ['-*', 'cc', 'devtools.timeline'] });
  await run();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { readonly traceEvents: readonly Traced[] };
  return {
    tiles: traceEvents.filter(({ name, ph }) => name === 'RasterTask' && ph === 'X').length,
    restyled: traceEvents
      .filter(({ name }) => name === 'UpdateLayoutTree')
      .reduce((sum, { args }) => sum + (args?.elementCount ?? 0), 0),
  };
}

interface Traced {
  readonly name: string;
  readonly ph: string;
  readonly args?: { readonly elementCount?: number };
}
