import type { BrowserContext, Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { made } from '../kit/strokes.ts';
import { openPath, untilShown } from './canvas-page.ts';
import { openEdited, untilSaved } from './edited.ts';

const easel = useEasel({ people: ['Kim', 'Lee'], clock: systemClock });
const { Kim, Lee } = easel.people;

/** The code that writes texts. */
const writing = /\/writing\.\w+\.js$/;

const textsOf = async (canvas: string): Promise<string[]> =>
  ((await Kim.get(`${canvas}/notes`)).body as { readonly text: string }[]).map(({ text }) => text).sort();

const noteOn = async (canvas: string, text = ''): Promise<string> =>
  (await made(Kim.post(`${canvas}/notes`, { location: { x: 100, y: 100 }, size: { width: 200, height: 200 }, text }))).id;

const field = (page: Page) => page.getByRole('textbox', { name: 'Text of note' });
const untilClosed = (page: Page) => page.locator('.stage[data-editing=""]').waitFor();
const kept = (page: Page) => page.getByRole('region', { name: 'Kept for you' });

/** Opens the note at 100, 100, and types. */
async function typeInto(page: Page, text: string): Promise<void> {
  await page.mouse.dblclick(200, 200);
  await field(page).waitFor();
  await page.keyboard.type(text);
}

describeInBrowser('words', () => {
  const chromium = useChromium(easel);

  it('that are typed before the code is there that writes them are put in, with the keys that lead on', async () => {
    const canvas = await easel.canvas(Kim);
    let open = (): void => undefined;
    const isOpen = new Promise<void>((resolve) => {
      open = resolve;
    });
    const before = (context: BrowserContext) =>
      context.route(writing, async (route) => {
        await isOpen;
        await route.continue();
      });
    const page = await openEarly(canvas, before);
    await page.keyboard.press('n');
    await page.mouse.click(400, 350);
    await page.getByRole('textbox', { name: 'Text', exact: true }).waitFor({ state: 'attached' });
    await page.keyboard.type('Helloo');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await page.keyboard.type('there');
    await page.keyboard.press('Tab');
    await page.keyboard.type('next');
    open();
    await field(page).waitFor();
    await expect.poll(() => field(page).inputValue()).toBe('next');
    await page.keyboard.type(' one');
    await page.keyboard.press('Escape');
    await untilClosed(page);
    await untilSaved(page);
    expect(await textsOf(canvas)).toEqual(['Hello\nthere', 'next one']);
  });

  it('are written all the same when that code cannot be loaded', async () => {
    const canvas = await easel.canvas(Kim);
    const waiting: Route[] = [];
    const before = (context: BrowserContext) => context.route(writing, (route) => void waiting.push(route));
    const page = await openEarly(canvas, before);
    await page.keyboard.press('n');
    await page.mouse.click(400, 350);
    await page.getByRole('textbox', { name: 'Text', exact: true }).waitFor({ state: 'attached' });
    await page.keyboard.type('Hello');
    for (const route of waiting) await route.abort();
    await page.locator('.toast').waitFor();
    await untilSaved(page);
    await expect.poll(() => textsOf(canvas)).toEqual(['Hello']);
  });

  it('stay with their writer when somebody else deletes what they are on, and go into a new note', async () => {
    const canvas = await easel.canvas(Kim);
    const id = await noteOn(canvas, 'theirs');
    const page = await openEdited(chromium, canvas, Kim);
    await typeInto(page, ' and mine');
    await Kim.delete(`${canvas}/notes/${id}`);
    await kept(page).getByText('Somebody else deleted this while you wrote.').waitFor();
    await untilClosed(page);
    expect(await kept(page).getByRole('textbox', { name: 'Your text' }).inputValue()).toBe('theirs and mine');
    await kept(page).getByRole('button', { name: 'Put it in a new note' }).click();
    await untilSaved(page);
    expect(await textsOf(canvas)).toEqual(['theirs and mine']);
    expect(await kept(page).count()).toBe(0);
  });

  it('stay with their writer when the server refuses them in the middle of typing', async () => {
    const canvas = await easel.canvas(Kim);
    await noteOn(canvas, 'before');
    const page = await openEdited(chromium, canvas, Kim);
    await page.route(/\/batch$/, (route) => route.fulfill({ status: 403, json: { msg: 'You may not do that' } }));
    await typeInto(page, ', after');
    await kept(page).getByText('Your text could not be saved.').waitFor();
    await page.getByText('You may not do that').first().waitFor();
    await untilClosed(page);
    expect(await kept(page).getByRole('textbox').inputValue()).toBe('before, after');
    await page.unroute(/\/batch$/);
    await kept(page).getByRole('button', { name: 'Put it in a new note' }).click();
    await untilSaved(page);
    expect(await textsOf(canvas)).toEqual(['before', 'before, after']);
  });

  it('stay with their writer who may not write any more, until they are discarded', async () => {
    const canvas = await easel.canvas(Kim);
    await noteOn(canvas, 'before');
    await made(Kim.post(`${canvas}/permissions`, { users: [{ id: Lee.id, permission: 'edit' }] }));
    const page = await openEdited(chromium, canvas, Lee);
    await page.route(/\/batch$/, () => undefined);
    await typeInto(page, ', after');
    await made(Kim.post(`${canvas}/permissions`, { users: [{ id: Lee.id, permission: 'view' }] }));
    await page.getByRole('toolbar', { name: 'Tools' }).waitFor({ state: 'detached' });
    expect(await kept(page).getByRole('textbox').inputValue()).toBe('before, after');
    expect(await kept(page).getByRole('button').allTextContents()).toEqual(['', 'Copy', 'Discard']);
    expect(await textsOf(canvas)).toEqual(['before']);
    await kept(page).getByRole('button', { name: 'Discard' }).click();
    expect(await kept(page).count()).toBe(0);
  });

  /** A page on which not everything is loaded. */
  async function openEarly(canvas: string, before: (context: BrowserContext) => Promise<unknown>): Promise<Page> {
    const page = await chromium.page(openPath(canvas, '0,0,1000,700'), { as: Kim, width: 1000, height: 700, before });
    await untilShown(page);
    await page.getByRole('toolbar', { name: 'Tools' }).waitFor();
    return page;
  }
});
