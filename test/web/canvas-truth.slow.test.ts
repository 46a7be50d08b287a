import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { uploaded } from '../kit/files.ts';
import { pdf } from '../kit/samples.ts';
import { made } from '../kit/strokes.ts';
import { openPath, untilShown } from './canvas-page.ts';

const easel = useEasel({ people: ['Kim'], clock: systemClock });
const { Kim } = easel.people;
/** Without a grid, whose lines would lie where colours are looked for. */
const PAPER = { type: 'solid_color', background_color: '#fbfaf7ff', grid: { visible: false } };

describeInBrowser('what a canvas shows', () => {
  const chromium = useChromium(easel);

  it('of a PDF whose page is beyond the last says so: the server is asked for no such page, and refuses nothing', async () => {
    const canvas = await easel.canvas(Kim);
    await uploaded(easel, Kim, `${canvas}/pdfs`, pdf({ pages: 3 }), 'three.pdf', { index: 9, location: { x: 100, y: 100 } });
    const page = await chromium.page('/', { as: Kim });
    const asked: string[] = [];
    const refused: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('response', (response) => response.status() >= 400 && refused.push(`${response.status()} ${response.url()}`));
    // What is written into the picture
    await page.addInitScript(() => {
      const { fillText } = CanvasRenderingContext2D.prototype;
      const written: string[] = [];
      Object.assign(window, { written });
      CanvasRenderingContext2D.prototype.fillText = function (text, ...more) {
        written.push(text);
        return fillText.call(this, text, ...more);
      };
    });
    await page.goto(easel.url + openPath(canvas, '0,0,1000,1000'));
    await page.waitForFunction(() => (window as unknown as { written: string[] }).written.includes('Page 10 of 3'));
    await untilShown(page);
    expect(asked.some((url) => url.endsWith('/info'))).toBe(true);
    expect(asked.filter((url) => url.includes('page=9'))).toEqual([]);
    expect(refused).toEqual([]);
  });

  it('of a connector in the default colour, which is hardly seen on paper, changes nothing of the record', async () => {
    const canvas = await easel.canvas(Kim);
    await made(Kim.patch(`${canvas}/background`, PAPER));
    const at = (x: number) => made(Kim.post(`${canvas}/notes`, { location: { x, y: 500 } }));
    const src = await at(400);
    const dst = await at(1400);
    const { id } = await made(Kim.post(`${canvas}/connectors`, { src: { id: src.id }, dst: { id: dst.id } }));
    const before = await Kim.get(`${canvas}/connectors/${id}`);
    expect(before.body.line_color).toBe('#e7e7f2ff');
    const page = await chromium.page(openPath(canvas, '900,400,400,400'), { as: Kim });
    await untilShown(page);
    const colours = await page.evaluate(() => {
      const picture = document.querySelector<HTMLCanvasElement>('.stage > canvas')!;
      const { data } = picture.getContext('2d')!.getImageData(picture.width / 2, 0, 1, picture.height);
      return Array.from({ length: data.length / 4 }, (_, at) => data.subarray(4 * at, 4 * at + 3).join());
    });
    // The line is there, and not in its own colour
    expect(colours).toContain('251,250,247');
    expect(new Set(colours).size).toBeGreaterThan(1);
    expect(colours).not.toContain('231,231,242');
    const after = await Kim.get(`${canvas}/connectors/${id}`);
    expect([after.body, after.headers.etag]).toEqual([before.body, before.headers.etag]);
  });

  it('of the name of a table or an anchor is the name alone until it is selected, and then a plate', async () => {
    const canvas = await easel.canvas(Kim);
    await made(
      Kim.post(`${canvas}/anchors`, { anchor_name: 'Agenda', location: { x: 500, y: 500 }, size: { width: 900, height: 600 } }),
    );
    await made(
      Kim.post(`${canvas}/tables`, { title: 'Ideas', grid_size: { rows: 2, columns: 2 }, location: { x: 2000, y: 600 } }),
    );
    const page = await outlined(canvas);
    const plates = page.locator('.ring-name');
    expect(await plates.count()).toBe(0);
    for (const name of ['Agenda', 'Ideas']) {
      await page.getByRole('treeitem', { name }).click();
      await expect.poll(() => plates.allTextContents()).toEqual([expect.stringContaining(name)]);
      const colour = await plates.evaluate((plate) => getComputedStyle(plate).backgroundColor);
      expect(colour).not.toBe('rgba(0, 0, 0, 0)');
    }
    await page.locator('.stage').focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => plates.count()).toBe(0);
  });

  it('has one row of the outline that the Tab key reaches, and no two stops after each other have one name', async () => {
    const canvas = await easel.canvas(Kim);
    for (const text of ['One', 'Two', 'Three']) await made(Kim.post(`${canvas}/notes`, { text }));
    const page = await outlined(canvas);
    expect(await page.locator('[role=treeitem][tabindex="0"]').count()).toBe(1);
    await page.locator('[role=treeitem][tabindex="0"]').focus();
    const names: string[] = [];
    for (let at = 0; at < 4; at++) {
      names.push(
        await page.evaluate(
          () => document.activeElement!.getAttribute('aria-label') ?? document.activeElement!.textContent ?? '',
        ),
      );
      await page.keyboard.press('Tab');
    }
    for (const [at, name] of names.entries()) expect(name).not.toBe(names[at + 1]);
  });

  /** With the outline beside it. */
  async function outlined(canvas: string): Promise<Page> {
    const page = await chromium.page(openPath(canvas), { as: Kim });
    await untilShown(page);
    await page.getByRole('button', { name: 'Outline', exact: true }).click();
    await page.getByRole('treeitem').first().waitFor();
    return page;
  }
});
