import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { uploaded } from '../kit/files.ts';
import { pdf } from '../kit/samples.ts';
import { made } from '../kit/strokes.ts';
import { openEdited } from './edited.ts';

const easel = useEasel({ people: ['Kim'], clock: systemClock });
const { Kim } = easel.people;

const note = { text: 'Plan', location: { x: 300, y: 200 }, size: { width: 200, height: 200 } };

describeInBrowser('the menu key', () => {
  const chromium = useChromium(easel);

  const opened = async (): Promise<Page> => {
    const canvas = await easel.canvas(Kim);
    await made(Kim.post(`${canvas}/notes`, note));
    return openEdited(chromium, canvas, Kim);
  };
  const menuOf = (page: Page) => page.getByRole('menu', { name: 'Actions' });
  const blur = (page: Page): Promise<string> =>
    page.evaluate(() => {
      (document.activeElement as HTMLElement).blur();
      return document.activeElement!.tagName;
    });

  for (const key of ['Shift+F10', 'ContextMenu'])
    for (const focus of ['stage', 'body'])
      it(`opens the menu of the selection by ${key} with the focus on the ${focus}, and of the canvas without one`, async () => {
        const page = await opened();
        await page.mouse.click(400, 300);
        await page.locator('.stage[data-selected="1"]').waitFor();
        if (focus === 'body') expect(await blur(page)).toBe('BODY');
        await page.keyboard.press(key);
        await menuOf(page).getByRole('menuitem', { name: 'Delete' }).waitFor();
        const box = (await menuOf(page).boundingBox())!;
        expect(Math.abs(box.x - 400)).toBeLessThan(30);
        await page.keyboard.press('Escape');
        await menuOf(page).waitFor({ state: 'detached' });
        await page.keyboard.press('Escape');
        await page.locator('.stage[data-selected="0"]').waitFor();
        if (focus === 'body') expect(await blur(page)).toBe('BODY');
        await page.keyboard.press(key);
        await menuOf(page).getByRole('menuitem', { name: 'Select all' }).waitFor();
        expect(await menuOf(page).getByRole('menuitem', { name: 'Delete' }).count()).toBe(0);
        await page.locator('.stage[data-selected="0"]').waitFor();
      });

  it('opens the menu of a PDF on its last page, to which a button of the bar was pressed that has the focus', async () => {
    const canvas = await easel.canvas(Kim);
    await uploaded(easel, Kim, `${canvas}/pdfs`, pdf({ pages: 2 }), 'a.pdf', { location: { x: 300, y: 200 } });
    const page = await openEdited(chromium, canvas, Kim);
    await page.mouse.click(350, 250);
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    await bar.getByRole('button', { name: 'Next page' }).focus();
    await page.keyboard.press('Enter');
    await bar.getByText('2 of 2').waitFor();
    await page.keyboard.press('Shift+F10');
    await menuOf(page).getByRole('menuitem', { name: 'Delete' }).waitFor();
    await page.keyboard.press('Escape');
    await menuOf(page).waitFor({ state: 'detached' });
  });

  it('is left to the browser in a field of text', async () => {
    const page = await opened();
    await page.mouse.click(400, 300);
    await page.keyboard.press('Alt+Enter');
    await page.getByRole('complementary', { name: 'Properties' }).getByLabel('Title', { exact: true }).focus();
    const isTaken = page.evaluate(
      () =>
        new Promise<boolean>((done) => {
          const look = (event: MouseEvent): unknown => setTimeout(() => done(event.defaultPrevented));
          addEventListener('contextmenu', look, { capture: true, once: true });
        }),
    );
    await page.keyboard.press('Shift+F10');
    expect(await isTaken).toBe(false);
    expect(await menuOf(page).count()).toBe(0);
  });
});
