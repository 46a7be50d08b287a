import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { cookieOf, describeInBrowser, useChromium } from '../kit/chromium.ts';
import { type Person, useEasel } from '../kit/easel.ts';
import { made } from '../kit/strokes.ts';
import { barriersOf } from './barriers.ts';
import { openPath } from './canvas-page.ts';
import { drag, openEdited, untilSaved } from './edited.ts';
import { colourAt } from './inked.ts';

const easel = useEasel({ people: ['Kim', 'Lee', 'Mia'], clock: systemClock });
const { Kim, Lee, Mia } = easel.people;

describeInBrowser('what a person was making when they may not edit any more', () => {
  const chromium = useChromium(easel);

  /** A page of Lee on a canvas with a note from 200, 200 to 400, 400. */
  async function opened() {
    const canvas = await easel.canvas(Kim);
    await share(canvas, 'edit');
    const body = { location: { x: 200, y: 200 }, size: { width: 200, height: 200 }, text: 'before' };
    await made(Kim.post(`${canvas}/notes`, body));
    const page = await openEdited(chromium, canvas, Lee);
    return { canvas, page };
  }

  const share = (canvas: string, permission: string) =>
    made(Kim.post(`${canvas}/permissions`, { users: [Lee, Mia].map(({ id }) => ({ id, permission })) }));

  const widgets = async (canvas: string) => (await Kim.get(`${canvas}/widgets?annotations=1`)).body;
  const strokesOf = async (canvas: string): Promise<number> =>
    ((await widgets(canvas)) as { annotations?: object[] }[]).flatMap(({ annotations = [] }) => annotations).length;
  const textsOf = async (canvas: string): Promise<string[]> =>
    ((await Kim.get(`${canvas}/notes`)).body as { readonly text: string }[]).map(({ text }) => text).sort();

  const region = (page: Page) => page.getByRole('region', { name: 'Kept for you' });
  const card = (page: Page, text: string) => region(page).getByRole('listitem').filter({ hasText: text });

  /** A stroke is on its way to the server and another one is being drawn when the rights end. Returns what lets the first one arrive. */
  async function caught(page: Page, canvas: string): Promise<() => Promise<void>> {
    const waiting: Route[] = [];
    await page.route(/\/batch$/, (route) => void waiting.push(route));
    await page.keyboard.press('p');
    await drag(page, [500, 500], [700, 500]);
    await expect.poll(() => waiting.length).toBe(1);
    await page.mouse.move(500, 300);
    await page.mouse.down();
    await page.mouse.move(600, 350, { steps: 5 });
    await share(canvas, 'view');
    await page.getByRole('toolbar', { name: 'Tools' }).waitFor({ state: 'detached' });
    return () => waiting[0]!.continue();
  }

  async function open(page: Page, person: Person, path: string): Promise<Page> {
    const context = page.context();
    await context.clearCookies();
    await context.addCookies([{ name: 'CanvusSession', value: cookieOf(person), url: easel.url }]);
    return chromium.beside(page, path);
  }

  it('is kept, outlives a reload, is shown to nobody else, and goes back once they may edit again', async () => {
    const { canvas, page } = await opened();
    const before = await widgets(canvas);
    const bare = await colourAt(page, 600, 500);
    const arrive = await caught(page, canvas);
    await page.getByText('You can no longer edit this canvas.').first().waitFor();
    await card(page, 'Your stroke could not be saved.').waitFor();
    await page.mouse.up();
    expect(await colourAt(page, 600, 500)).not.toEqual(bare);
    await arrive();
    await card(page, 'Your strokes could not be saved.').waitFor();
    await expect.poll(() => colourAt(page, 600, 500)).toEqual(bare);
    for (let left = await page.locator('.toast').count(); left > 0; left--)
      await page.locator('.toast').getByRole('button').first().click();
    expect(await barriersOf(page, { name: 'salvage', path: '' }, 1400)).toEqual([]);
    expect(await card(page, 'Your strokes').getByRole('button').allTextContents()).toEqual(['Copy', 'Discard']);
    expect(await widgets(canvas)).toEqual(before);

    await page.close();
    const other = await open(page, Mia, openPath(canvas));
    await other.locator('.stage[data-opened]').waitFor();
    expect(await region(other).count()).toBe(0);
    await other.close();

    const again = await open(page, Lee, '/');
    await region(again).getByText('Kept for you: 2 strokes').waitFor();
    expect(await region(again).getByRole('listitem').count()).toBe(0);
    await share(canvas, 'edit');
    await again.goto(`${easel.url}${openPath(canvas)}`);
    await again.locator('.stage[data-complete]').waitFor();
    await region(again).getByRole('button', { name: 'Show' }).click();
    await region(again).getByRole('button', { name: 'Put on the canvas' }).click();
    await untilSaved(again);
    await expect.poll(() => strokesOf(canvas)).toBe(2);
    expect(await region(again).count()).toBe(0);
    await again.reload();
    await again.locator('.stage[data-complete]').waitFor();
    expect(await region(again).count()).toBe(0);
  });

  it('is a text and strokes whose requests the server refuses, with a picture that can be copied', async () => {
    const { canvas, page } = await opened();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.context().setOffline(true);
    await page.keyboard.press('p');
    for (const y of [500, 560]) {
      await page.mouse.move(500, y);
      await page.mouse.down();
      await page.mouse.move(700, y + 20, { steps: 5 });
      await page.mouse.up();
    }
    await page.keyboard.press('v');
    await page.mouse.dblclick(300, 300);
    await page.getByRole('textbox', { name: 'Text of note' }).waitFor();
    await page.keyboard.type(' and mine');
    await share(canvas, 'view');
    await page.context().setOffline(false);
    await card(page, 'Your strokes could not be saved.').waitFor();
    await region(page).getByText('Kept for you: 1 text and 2 strokes').waitFor();
    expect(await textsOf(canvas)).toEqual(['before']);
    expect(await strokesOf(canvas)).toBe(0);

    await card(page, 'Your strokes').getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied').first().waitFor();
    const size = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const { width, height } = await createImageBitmap(await item!.getType('image/png'));
      return { width, height };
    });
    expect(size.width).toBeGreaterThan(200);
    expect(size.width / size.height).toBeGreaterThan(2);
    await card(page, 'Your text').getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('before and mine');

    await card(page, 'Your text').getByRole('button', { name: 'Discard' }).click();
    await region(page).getByText('Kept for you: 2 strokes').waitFor();
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await card(page, 'Your text').waitFor();
    for (const _ of [1, 2]) await region(page).getByRole('button', { name: 'Discard' }).first().click();
    expect(await region(page).count()).toBe(0);
  });
});
