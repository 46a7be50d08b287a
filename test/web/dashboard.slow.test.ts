import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { made } from '../kit/strokes.ts';

const easel = useEasel({ people: ['Kim', 'Lee', 'Ann'], clock: systemClock });
const { Kim, Lee, Ann } = easel.people;

describeInBrowser('the dashboard', () => {
  const chromium = useChromium(easel);
  const home = async (person = Kim): Promise<Page> => {
    const page = await chromium.page('/', { as: person });
    await page.getByRole('heading', { name: 'All canvases' }).waitFor();
    return page;
  };

  it('offers one thing to whoever has nothing: to make the first canvas, which opens', async () => {
    const page = await home(Ann);
    await page.getByText('Make your first canvas').waitFor();
    await page.getByRole('button', { name: 'New canvas' }).first().click();
    await page.getByLabel('Name of the canvas').fill('My first');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/open/**');
    await page.getByRole('heading', { name: 'My first' }).waitFor();
    await page.getByText('This canvas is empty').waitFor();
    await page.getByRole('link', { name: 'All canvases' }).click();
    await card(page, 'My first').waitFor();
  });

  describe('by mouse', () => {
    it('renames, copies and moves a canvas, and the server has it so', async () => {
      const canvas = await easel.canvas(Kim, { name: 'Budget' });
      const folder = await made(Kim.post('/canvas-folders', { name: 'Numbers' }));
      const page = await home();
      await choose(page, 'Budget', 'Rename …');
      await page.getByLabel('Name of the canvas').fill('Budget 2027');
      await page.getByRole('button', { name: 'Rename', exact: true }).click();
      await card(page, 'Budget 2027').waitFor();
      await expect.poll(async () => (await Kim.get(canvas)).body.name).toBe('Budget 2027');
      await choose(page, 'Budget 2027', 'Duplicate');
      await card(page, 'Budget 2027 (1)').waitFor();
      await choose(page, 'Budget 2027', 'Move …');
      await page.getByRole('radio', { name: 'Numbers' }).check();
      await page.getByRole('button', { name: 'Move here' }).click();
      await page.locator('.toast', { hasText: '“Budget 2027” moved to “Numbers”.' }).waitFor();
      await expect.poll(async () => (await Kim.get(canvas)).body.folder_id).toBe(folder.id);
    });

    it('throws a canvas away, takes that back, and restores it from the trash', async () => {
      const canvas = await easel.canvas(Kim, { name: 'Old ideas' });
      const inTrash = async (): Promise<boolean> => (await Kim.get(canvas)).body.in_trash;
      const page = await home();
      await choose(page, 'Old ideas', 'Move to the trash');
      await card(page, 'Old ideas').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await card(page, 'Old ideas').waitFor();
      await expect.poll(inTrash).toBe(false);
      await choose(page, 'Old ideas', 'Move to the trash');
      await expect.poll(inTrash).toBe(true);
      await page.getByRole('link', { name: 'Trash' }).click();
      await choose(page, 'Old ideas', 'Restore');
      await expect.poll(inTrash).toBe(false);
    });

    it('turns demo mode on, brings the saved state back, and turns it off', async () => {
      const canvas = await easel.canvas(Kim, { name: 'Show' });
      const page = await home();
      await choose(page, 'Show', 'Demo mode …');
      await page.getByRole('button', { name: 'Turn on, and save the present state' }).click();
      await page.getByText('Demo mode is on.').waitFor();
      await made(Kim.post(`${canvas}/notes`, { title: 'Made in the demo' }));
      await page.getByRole('button', { name: 'Bring back the saved state' }).click();
      await page.getByText('The saved state is back.').waitFor();
      expect((await Kim.get(`${canvas}/notes`)).body).toEqual([]);
      await page.getByRole('button', { name: 'Turn off' }).click();
      await page.getByText('Demo mode is off.').waitFor();
      await expect.poll(async () => (await Kim.get(canvas)).body.mode).toBe('normal');
    });
  });

  it('works by keyboard alone: arrows, Enter, F2, Delete and the menu', async () => {
    const canvas = await easel.canvas(Kim, { name: 'Keys' });
    const page = await home();
    await card(page, 'Keys').getByRole('link').focus();
    await page.keyboard.press('F2');
    await page.getByLabel('Name of the canvas').fill('By keys');
    await page.keyboard.press('Enter');
    await card(page, 'By keys').waitFor();
    await page.waitForFunction(() => document.activeElement?.closest('.card')?.textContent?.includes('By keys'));
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement?.closest('.card')?.textContent?.includes('By keys'));
    await page.keyboard.press('Delete');
    await card(page, 'By keys').waitFor({ state: 'detached' });
    await expect.poll(async () => (await Kim.get(canvas)).body.in_trash).toBe(true);
  });

  it('finds names by a part of them, whatever their case and accents', async () => {
    await easel.canvas(Kim, { name: 'Übersicht Zürich' });
    const page = await home();
    await page.getByRole('searchbox', { name: 'Search all names' }).fill('zuri');
    await page.getByRole('heading', { name: '1 found' }).waitFor();
    await card(page, 'Übersicht Zürich').waitFor();
    await page.getByRole('searchbox').fill('no such thing');
    await page.getByText('Nothing has such a name').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'All canvases' }).waitFor();
  });

  it('shows what others make, rename and delete without being asked', async () => {
    const page = await home();
    const canvas = await easel.canvas(Kim, { name: 'From elsewhere' });
    await card(page, 'From elsewhere').waitFor();
    await Kim.patch(canvas, { name: 'Renamed elsewhere' });
    await card(page, 'Renamed elsewhere').waitFor();
    await Kim.delete(canvas);
    await card(page, 'Renamed elsewhere').waitFor({ state: 'detached' });
  });

  it('shares a canvas with a person, who sees it at once, changes what they may, and shares a link with everybody', async () => {
    const canvas = await easel.canvas(Kim, { name: 'Together' });
    const [mine, theirs] = [await home(), await home(Lee)];
    await choose(mine, 'Together', 'Share …');
    const dialog = mine.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Add people or groups' }).fill('lee');
    await dialog.getByRole('option', { name: 'Lee' }).waitFor();
    await mine.keyboard.press('Enter');
    await dialog.getByLabel('What Lee may do').selectOption('view');
    await card(theirs, 'Together').waitFor();
    await expect.poll(async () => (await Lee.get(canvas)).body.access).toBe('view');
    expect((await Lee.post(`${canvas}/notes`, {})).status).toBe(403);
    expect((await easel.anonymous.get(`${canvas}/notes`)).status).toBe(401);
    await dialog.locator('select[aria-label=Link]').selectOption('view');
    await dialog.getByText('Anyone who has the link can see this now').waitFor();
    await expect.poll(async () => (await easel.anonymous.get(`${canvas}/notes`)).status).toBe(200);
    await dialog.getByRole('button', { name: 'Remove: Lee' }).click();
    await card(theirs, 'Together').waitFor({ state: 'detached' });
  });

  it('offers nothing that a person may not do', async () => {
    const canvas = await easel.canvas(Kim, { name: 'Look only' });
    await made(Kim.post(`${canvas}/permissions`, { users: [{ id: Lee.id, permission: 'view' }] }));
    const page = await home(Lee);
    await card(page, 'Look only').getByText('Can view').waitFor();
    await card(page, 'Look only').getByRole('button', { name: 'Actions for Look only' }).click();
    const items = await page.getByRole('menuitem').allInnerTexts();
    expect(items.map((text) => text.split('\n')[0])).toEqual([
      'Open',
      'Open in a new tab',
      'Select',
      'Who can see it …',
      'Duplicate',
      'Copy to …',
    ]);
    await page.getByRole('menuitem', { name: 'Who can see it …' }).click();
    await page.getByRole('dialog').getByText('Who has access').waitFor();
    expect(await page.getByRole('dialog').getByRole('combobox').count()).toBe(0);
  });
});

const card = (page: Page, name: string) => page.locator('.card').filter({ has: page.getByText(name, { exact: true }) });

async function choose(page: Page, name: string, item: string): Promise<void> {
  await card(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: item, exact: false }).first().click();
}
