import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { made } from '../kit/strokes.ts';
import { barriersOf } from './barriers.ts';
import { fromMenu, openEdited, untilSaved } from './edited.ts';

const easel = useEasel({ people: ['Kim', 'Lee'], clock: systemClock });
const { Kim, Lee } = easel.people;

const TITLE = 'Changes that meet changes by others';

describeInBrowser('changes that meet those of others', () => {
  const chromium = useChromium(easel);

  /** Pages of two people on a canvas with a note from 200, 200 to 400, 400. */
  async function opened(text = 'before') {
    const canvas = await easel.canvas(Kim);
    await made(Kim.post(`${canvas}/permissions`, { users: [{ id: Lee.id, permission: 'edit' }] }));
    const body = { location: { x: 200, y: 200 }, size: { width: 200, height: 200 }, text };
    const { id } = await made(Kim.post(`${canvas}/notes`, body));
    const kim = await openEdited(chromium, canvas, Kim);
    const lee = await openEdited(chromium, canvas, Lee);
    return { canvas, note: `${canvas}/notes/${id}`, kim, lee };
  }

  const textsOf = async (canvas: string): Promise<string[]> =>
    ((await Kim.get(`${canvas}/notes`)).body as { readonly text: string }[]).map(({ text }) => text).sort();

  async function write(page: Page, text: string): Promise<void> {
    await page.mouse.dblclick(300, 300);
    await page.getByRole('textbox', { name: 'Text of note' }).waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
    await page.keyboard.press('Escape');
    await page.locator('.stage[data-editing=""]').waitFor();
  }

  /** Both do something while they have no connection, and come back one after the other. */
  async function apart(kim: Page, lee: Page, act: (page: Page, who: 'Kim' | 'Lee') => Promise<void>): Promise<void> {
    const pages = [
      [kim, 'Kim'],
      [lee, 'Lee'],
    ] as const;
    for (const [page] of pages) await page.context().setOffline(true);
    for (const [page, who] of pages) await act(page, who);
    for (const [page] of pages) {
      await page.context().setOffline(false);
      await untilSaved(page);
    }
  }

  const panel = (page: Page) => page.getByRole('complementary', { name: TITLE });
  const rows = (page: Page) => panel(page).getByRole('listitem');
  const press = (page: Page, name: string) => rows(page).getByRole('button', { name, exact: true }).click();

  it('are listed once, outlive a reload, and two texts become two notes', async () => {
    const { canvas, kim, lee } = await opened();
    await apart(kim, lee, (page, who) => write(page, `of ${who}`));
    expect(await textsOf(canvas)).toEqual(['of Kim']);
    await lee.locator('.toast').getByRole('button', { name: 'Show' }).click();
    await expect.poll(() => rows(lee).count()).toBe(1);
    expect(await kim.getByText('changed the same').count()).toBe(0);
    await lee.reload();
    await lee.locator('.stage[data-complete]').waitFor();
    await fromMenu(lee, TITLE);
    await expect.poll(() => rows(lee).count()).toBe(1);
    expect(await rows(lee).getAttribute('aria-label')).toBe('Note of Kim');
    expect(await rows(lee).locator('q').allTextContents()).toEqual(['of Lee', 'of Kim']);
    expect(await barriersOf(lee, { name: 'conflicts', path: '' }, 1400)).toEqual([]);
    await press(lee, 'Keep both');
    await untilSaved(lee);
    expect(await textsOf(canvas)).toEqual(['of Kim', 'of Lee']);
    await panel(lee).getByText('There is nothing to choose any more.').waitFor();
    await lee.reload();
    await lee.locator('.stage[data-complete]').waitFor();
    await lee.getByRole('button', { name: 'More about this canvas' }).click();
    await lee.getByRole('menuitem', { name: 'Background' }).waitFor();
    expect(await lee.getByRole('menuitem', { name: TITLE }).count()).toBe(0);
  });

  it('write over the others when their writer says so, by keys alone, and that is undone like everything', async () => {
    const { canvas, kim, lee } = await opened();
    await apart(kim, lee, (page, who) => write(page, `of ${who}`));
    await lee.getByRole('button', { name: 'Show' }).press('Enter');
    await panel(lee).waitFor();
    const mine = rows(lee).getByRole('button', { name: 'Use mine' });
    for (let at = 0; at < 8 && !(await mine.evaluate((one) => one === document.activeElement)); at++)
      await lee.keyboard.press('Tab');
    await lee.keyboard.press('Enter');
    await expect.poll(() => textsOf(canvas)).toEqual(['of Lee']);
    expect(await panel(lee).evaluate((one) => one === document.activeElement)).toBe(true);
    await lee.keyboard.press('Escape');
    await panel(lee).waitFor({ state: 'detached' });
    await lee.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => textsOf(canvas)).toEqual(['of Kim']);
  });

  it('leave theirs until somebody turns the row: places, too', async () => {
    const { note, kim, lee } = await opened();
    await apart(kim, lee, async (page, who) => {
      await page.mouse.click(300, 300);
      await page.keyboard.press(who === 'Kim' ? 'Shift+ArrowRight' : 'Shift+ArrowDown');
    });
    const place = async () => (await Kim.get(note)).body.location;
    expect(await place()).toEqual({ x: 300, y: 200 });
    await lee.locator('.toast').getByRole('button', { name: 'Show' }).click();
    await press(lee, 'Keep theirs');
    await panel(lee).getByText('There is nothing to choose any more.').waitFor();
    await untilSaved(lee);
    expect(await place()).toEqual({ x: 300, y: 200 });
    await lee.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await rows(lee).getByText('200, 300').waitFor();
    await press(lee, 'Use mine');
    await expect.poll(place).toEqual({ x: 200, y: 300 });
  });

  it('are over when the others have made the same in the end', async () => {
    const { canvas, note, kim, lee } = await opened();
    await apart(kim, lee, (page, who) => write(page, `of ${who}`));
    await lee.locator('.toast').getByRole('button', { name: 'Show' }).click();
    await expect.poll(() => rows(lee).count()).toBe(1);
    await made(Kim.patch(note, { text: 'of Lee' }));
    await expect.poll(() => rows(lee).count()).toBe(0);
    expect(await textsOf(canvas)).toEqual(['of Lee']);
  });
});
