import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { made } from '../kit/strokes.ts';
import { openPath, untilCounts } from './canvas-page.ts';
import { openEdited, untilSaved } from './edited.ts';

const easel = useEasel({ people: ['Kim'], clock: systemClock });
const { Kim } = easel.people;

const note = { text: 'Plan', location: { x: 300, y: 200 }, size: { width: 200, height: 200 }, background_color: '#ffdb6eff' };

describeInBrowser('what can be done with a selection', () => {
  const chromium = useChromium(easel);

  const opened = async (): Promise<{ page: Page; path: string }> => {
    const canvas = await easel.canvas(Kim);
    const { id } = await made(Kim.post(`${canvas}/notes`, note));
    const page = await openEdited(chromium, canvas, Kim);
    await page.mouse.click(400, 300);
    await page.locator('.stage[data-selected="1"]').waitFor();
    return { page, path: `${canvas}/notes/${id}` };
  };

  it('has no ring around the whole canvas after a text that was begun by a press, until somebody uses keys there', async () => {
    const { page } = await opened();
    const ring = () => page.locator('.stage').evaluate((stage) => getComputedStyle(stage, '::after').content);
    await page.mouse.dblclick(400, 300);
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('Written');
    await page.keyboard.press('Escape');
    await page.locator('.stage:focus-visible').waitFor();
    expect(await ring()).toBe('none');
    await page.keyboard.press('ArrowRight');
    expect(await ring()).toBe('""');
  });

  it('has menus whose words stand below each other, with an icon and without', async () => {
    const { page } = await opened();
    await page.getByRole('button', { name: 'More about this canvas' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Do not show my cursor' }).waitFor();
    const words = page.locator('.menu-item > span:visible');
    const left = await words.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
    expect(left.length).toBeGreaterThan(4);
    expect([...new Set(left.map(Math.round))]).toHaveLength(1);
  });

  it('stands in a panel of properties: each field is written when it is left', async () => {
    const { page, path } = await opened();
    await page.keyboard.press('Alt+Enter');
    const panel = page.getByRole('complementary', { name: 'Properties' });
    for (const [name, value] of [
      ['Width', '500'],
      ['Height', '300'],
      ['X', '40'],
      ['Y', '60'],
      ['Title', 'Friday'],
    ] as const) {
      await panel.getByLabel(name, { exact: true }).fill(value);
      await panel.getByLabel(name, { exact: true }).press('Tab');
    }
    await panel.getByRole('checkbox', { name: 'Pinned' }).check();
    await untilSaved(page);
    const { body } = await Kim.get(path);
    expect(body).toMatchObject({
      size: { width: 500, height: 300 },
      location: { x: 40, y: 60 },
      title: 'Friday',
      pinned: true,
    });
  });

  it('stands in a bar beside it: a colour is chosen by name, and undo takes it back', async () => {
    const { page, path } = await opened();
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    await bar.getByRole('button', { name: 'Colour', exact: true }).click();
    const colours = page.getByRole('radiogroup', { name: 'Colour' });
    const other = colours.getByRole('radio').nth(3);
    await other.click();
    await untilSaved(page);
    const chosen = (await Kim.get(path)).body.background_color;
    expect(chosen).not.toBe(note.background_color);
    await page.keyboard.press('Escape');
    await page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name: 'Undo' }).click();
    await untilSaved(page);
    expect((await Kim.get(path)).body.background_color).toBe(note.background_color);
  });

  it('stands in a menu, which the keyboard opens and moves in', async () => {
    const { page } = await opened();
    await page.keyboard.press('Shift+F10');
    const menu = page.getByRole('menu', { name: 'Actions' });
    await menu.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
    const items = await menu.getByRole('menuitem').allTextContents();
    const steps = items.findIndex((text) => text.startsWith('Duplicate'));
    expect(steps).toBeGreaterThan(0);
    for (let step = 0; step < steps; step++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await untilCounts(page, 2);
    await menu.waitFor({ state: 'detached' });
  });

  it('is called in full in a menu in German, whose words are long', async () => {
    const canvas = await easel.canvas(Kim);
    await made(Kim.post(`${canvas}/notes`, note));
    const page = await chromium.page(openPath(canvas, '0,0,1000,700'), { as: Kim, width: 1000, height: 700, lang: 'de' });
    await page.locator('.stage[data-complete]').waitFor();
    await page.mouse.click(400, 300);
    await page.locator('.stage[data-selected="1"]').waitFor();
    await page.keyboard.press('Shift+F10');
    const names = page.getByRole('menu', { name: 'Aktionen' }).locator('.menu-item span');
    await names.first().waitFor();
    const cut = await names.evaluateAll((all) =>
      all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
    );
    expect(cut).toEqual([]);
  });

  const onPhone = async (): Promise<Page> => {
    const canvas = await easel.canvas(Kim);
    await made(Kim.post(`${canvas}/notes`, { ...note, location: { x: 60, y: 100 } }));
    await made(Kim.post(`${canvas}/notes`, { ...note, text: 'Other', location: { x: 500, y: 900 } }));
    const page = await openEdited(chromium, canvas, Kim, { width: 390, height: 844, touch: true });
    await page.touchscreen.tap(160, 200);
    await page.locator('.stage[data-selected="1"]').waitFor();
    return page;
  };

  it('stands in the menu of the key wherever it lies, and Escape closes that wherever the focus is', async () => {
    const page = await onPhone();
    await page.locator('.stage').focus();
    await page.keyboard.press('Shift+F10');
    const menu = page.getByRole('menu', { name: 'Actions' });
    await menu.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
    expect(await menu.locator('kbd').first().isVisible()).toBe(false);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await page.locator('.stage:focus[data-selected="1"]').waitFor();
  });

  it('is switched beside the name of a field, and is connected below the title of the dialog', async () => {
    const page = await onPhone();
    await page.keyboard.press('Alt+Enter');
    const panel = page.getByRole('complementary', { name: 'Properties' });
    const label = (await panel.getByText('Automatic text colour').boundingBox())!;
    const box = (await panel.getByRole('checkbox', { name: 'Automatic text colour' }).boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(label.x + label.width);
    await panel.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: /Connect to/ }).click();
    await page.getByRole('combobox').click();
    const title = (await page.getByRole('dialog').getByRole('heading').boundingBox())!;
    expect((await page.getByRole('option').first().boundingBox())!.y).toBeGreaterThan(title.y + title.height);
  });

  it('has targets for fingers on a phone, and leaves half of it to the canvas', async () => {
    const canvas = await easel.canvas(Kim);
    await made(Kim.post(`${canvas}/notes`, { ...note, location: { x: 60, y: 200 } }));
    const page = await openEdited(chromium, canvas, Kim, { width: 390, height: 844, touch: true });
    await page.touchscreen.tap(160, 300);
    await page.locator('.stage[data-selected="1"]').waitFor();
    const tools = page.getByRole('toolbar', { name: 'Tools' });
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    await bar.waitFor();
    const small = await page.locator('[role=toolbar] button').evaluateAll((all) =>
      all
        .map((one) => ({ name: one.ariaLabel, box: one.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.width < 44 || box.height < 44))
        .map(({ name, box }) => `${name}: ${box.width} × ${box.height}`),
    );
    expect(small).toEqual([]);
    const covered = await Promise.all([tools, bar].map(async (one) => (await one.boundingBox())!.height));
    expect(covered.reduce((sum, height) => sum + height)).toBeLessThan(422);
  });
});
