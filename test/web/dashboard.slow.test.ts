import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { made } from '../kit/strokes.ts';
import { rivalsOf } from './barriers.ts';

const easel = useEasel({ people: ['Kim', 'Lee', 'Ann'], clock: systemClock });
const { Kim, Lee, Ann } = easel.people;

describeInBrowser('the dashboard', () => {
  const chromium = useChromium(easel);
  const home = async (person = Kim): Promise<Page> => {
    const page = await chromium.page('/', { as: person });
    await page.getByRole('heading', { name: /^Good / }).waitFor();
    return page;
  };

  it('offers one thing to whoever has nothing: to make the first canvas, which opens', async () => {
    const page = await home(Ann);
    await page.getByText('Create your first canvas').waitFor();
    await page.getByRole('button', { name: 'New canvas' }).first().click();
    await page.getByText('There you can write, draw, drop files, and share it with others.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('My first');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/open/**');
    await page.getByRole('heading', { name: 'My first' }).waitFor();
    await page.getByText('An open sheet').waitFor();
    await page.getByRole('link', { name: 'All canvases' }).click();
    await card(page, 'My first').waitFor();
  });

  it('asks for nothing that is refused at the first look at new canvases, whose pictures are still to be drawn', async () => {
    await easel.canvas(Lee, { name: 'Just made' });
    const refused: string[] = [];
    const asked = new Set<string>();
    const page = await chromium.page('/', {
      as: Lee,
      before: async (context) => {
        context.on('response', (answer) => {
          if (answer.url().includes('/preview')) asked.add(answer.url());
          if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
        });
      },
    });
    await card(page, 'Just made').waitFor();
    await expect.poll(() => asked.size).toBeGreaterThan(0);
    expect(refused).toEqual([]);
  });

  describe('by mouse', () => {
    it('renames, copies and moves a canvas, and the server has it so', async () => {
      const canvas = await easel.canvas(Kim, { name: 'Budget' });
      const folder = await made(Kim.post('/canvas-folders', { name: 'Numbers' }));
      const page = await home();
      await choose(page, 'Budget', 'Rename …');
      await page.getByLabel('Name', { exact: true }).fill('Budget 2027');
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

    it('asks with one main button what to do where a name is taken', async () => {
      const folder = await made(Kim.post('/canvas-folders', { name: 'Names' }));
      await easel.canvas(Kim, { name: 'Twin', folder_id: folder.id });
      await easel.canvas(Kim, { name: 'Twin' });
      const page = await chromium.page(`/folder/${Kim.id}`, { as: Kim });
      await choose(page, 'Twin', 'Copy to …');
      await page.getByRole('radio', { name: 'Names' }).check();
      await page.getByRole('button', { name: 'Copy here' }).click();
      const asked = page.getByRole('dialog', { name: 'The name is taken' });
      await asked.waitFor();
      expect(await rivalsOf(page)).toEqual([]);
      await asked.getByRole('button', { name: 'Keep both' }).click();
      await asked.waitFor({ state: 'detached' });
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
      // What is true no more is said no more
      await expect.poll(() => page.locator('.toast > p').allInnerTexts()).toEqual(['“Old ideas” moved to “My canvases”.']);
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
    await page.getByLabel('Name', { exact: true }).fill('By keys');
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
    await page.getByRole('searchbox', { name: 'Search canvases' }).fill('zuri');
    await page.getByRole('heading', { name: '1 found' }).waitFor();
    await card(page, 'Übersicht Zürich').waitFor();
    await page.getByRole('searchbox').fill('no such thing');
    await page.getByText('Nothing found').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: /^Good / }).waitFor();
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

  it('keeps stars and what was opened last, on every device of the person', async () => {
    const canvas = await easel.canvas(Kim, { name: 'Night sky' });
    const page = await home();
    await card(page, 'Night sky').hover();
    await card(page, 'Night sky').getByRole('button', { name: 'Star Night sky' }).click();
    const elsewhere = await chromium.page('/folder/starred', { as: Kim });
    await card(elsewhere, 'Night sky').waitFor();
    await page.goto(`${easel.url}/open/${canvas.split('/')[2]}`);
    await page.getByRole('heading', { name: 'Night sky' }).waitFor();
    await expect
      .poll(async () => (await Kim.get('/users/me/marks')).body)
      .toContainEqual(expect.objectContaining({ starred: true, opened_at: expect.stringMatching(/^20/) }));
    await elsewhere.goto(easel.url);
    await elsewhere.getByRole('region', { name: 'Pick up where you left off' }).getByText('Night sky').waitFor();
  });

  it('finds again what somebody opened by its link alone, for as long as the link is open', async () => {
    const canvas = await easel.canvas(Kim, { name: 'By link' });
    const link = (link_permission: string) => made(Kim.post(`${canvas}/permissions`, { link_permission }));
    await link('view');
    const page = await chromium.page(`/open/${canvas.split('/')[2]}`, { as: Lee });
    await page.getByRole('heading', { name: 'By link' }).waitFor();
    await page.getByRole('link', { name: 'All canvases' }).click();
    await page.getByRole('region', { name: 'Pick up where you left off' }).getByText('By link').waitFor();
    await Kim.patch(canvas, { name: 'By link again' });
    await card(page, 'By link again').getByRole('button', { name: 'Star By link again' }).click();
    await page.getByRole('searchbox').fill('link again');
    await card(page, 'By link again').waitFor();
    await page.goto(`${easel.url}/folder/starred`);
    await card(page, 'By link again').waitFor();
    await link('none');
    await card(page, 'By link again').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('No stars yet').waitFor();
  });

  it('finds a canvas from wherever one is by Ctrl K', async () => {
    await easel.canvas(Kim, { name: 'Far away' });
    const near = await easel.canvas(Kim, { name: 'Near' });
    const page = await home();
    await page.keyboard.press('Control+k');
    await page.waitForFunction(() => document.activeElement?.matches('input[type=search]'));
    await page.goto(`${easel.url}/open/${near.split('/')[2]}`);
    await page.getByRole('heading', { name: 'Near' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search canvases' }).fill('far');
    await page.getByRole('option', { name: 'Far away' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Far away' }).waitFor();
  });

  it('makes a canvas on paper with presets that are read on it, unless another ground is chosen', async () => {
    const page = await home();
    for (const [name, ground, colour] of [
      ['On paper', undefined, '#fbfaf7'],
      ['On slate', 'Slate', '#2b2f36'],
    ] as const) {
      await page.goto(easel.url);
      await page.getByRole('button', { name: 'New canvas' }).first().click();
      await page.getByLabel('Name', { exact: true }).fill(name);
      if (ground) await page.getByRole('radio', { name: ground }).check({ force: true });
      await page.getByRole('button', { name: 'Create canvas' }).click();
      await page.getByRole('heading', { name }).waitFor();
      const path = `/canvases/${page.url().split('/').at(-1)}`;
      expect((await Kim.get(`${path}/background`)).body).toMatchObject({ background_color: colour, grid: { visible: true } });
      expect((await Kim.get(`${path}/color-presets`)).body).toMatchObject({ connector: ['#8d8372'] });
    }
  });

  it('makes a canvas in the folder that the person chooses in the dialog', async () => {
    const folder = `Chosen ${Date.now()}`;
    const { id } = await made(Kim.post('/canvas-folders', { name: folder }));
    const page = await home();
    await page.getByRole('button', { name: 'New canvas' }).first().click();
    await page.getByRole('dialog').getByText('In “My canvases”').waitFor();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('dialog').getByText(folder).click();
    await page.getByRole('dialog').getByText(`In “${folder}”`).waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Put away');
    await page.getByRole('button', { name: 'Create canvas' }).click();
    await page.getByRole('heading', { name: 'Put away' }).waitFor();
    expect((await Kim.get(`/canvases/${page.url().split('/').at(-1)}`)).body.folder_id).toBe(id);
  });

  it('leaves room around a card for its ring and its shadow', async () => {
    await easel.canvas(Kim, { name: 'Edged' });
    const page = await home();
    expect(await card(page, 'Edged').evaluate((one) => getComputedStyle(one).overflowClipMargin)).toBe('24px');
  });

  it('has on a phone one large card of what was opened last, and earlier ones as rows below it', async () => {
    for (const name of ['First opened', 'Opened after it']) {
      const canvas = await easel.canvas(Kim, { name });
      const page = await chromium.page(`/open/${canvas.split('/')[2]}`, { as: Kim });
      await page.getByRole('heading', { name }).waitFor();
      await expect.poll(async () => JSON.stringify((await Kim.get('/users/me/marks')).body)).toContain(canvas.split('/')[2]);
    }
    const page = await chromium.page('/', { as: Kim, width: 390, height: 844, touch: true });
    await page.getByRole('heading', { name: 'Earlier' }).waitFor();
    // In one line, with its number
    expect((await page.getByRole('heading', { name: /^All canvases/ }).boundingBox())!.height).toBeLessThan(30);
    const [large, row] = await Promise.all(
      ['Opened after it', 'First opened'].map((name) =>
        page.locator('.recent').locator('.card', { hasText: name }).boundingBox(),
      ),
    );
    expect([large!.height > 200, row!.height < 120, row!.y > large!.y + large!.height]).toEqual([true, true, true]);
  });

  it('leads to a new folder, and says that something is in the trash where the search finds nothing', async () => {
    const canvas = await easel.canvas(Kim, { name: 'Thrown away' });
    await made(Kim.post(`${canvas}/move`, { folder_id: `trash.${Kim.id}` }));
    const page = await home();
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Attic');
    await page.keyboard.press('Enter');
    await page.locator('.toast', { hasText: 'Folder “Attic” created.' }).getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { name: 'Attic' }).waitFor();
    await page.getByRole('searchbox').fill('thrown away');
    await page.getByRole('link', { name: 'Nothing here. 1 in the trash' }).click();
    await page.getByRole('heading', { name: 'Trash' }).waitFor();
  });

  it('restores a canvas to the folder where it was, from the trash and from the canvas itself', async () => {
    const folder = await made(Kim.post('/canvas-folders', { name: 'Old place' }));
    const canvas = await easel.canvas(Kim, { name: 'Comes back', folder_id: folder.id });
    const throwAway = () => made(Kim.post(`${canvas}/move`, { folder_id: `trash.${Kim.id}` }));
    const place = async (): Promise<string> => (await Kim.get(canvas)).body.folder_id;
    await throwAway();
    const page = await home();
    await page.goto(`${easel.url}/folder/trash.${Kim.id}`);
    await choose(page, 'Comes back', 'Restore');
    await expect.poll(place).toBe(folder.id);
    await page.goto(`${easel.url}/open/${canvas.split('/')[2]}`);
    await throwAway();
    await page.getByText('This canvas is in the trash.').waitFor();
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect.poll(place).toBe(folder.id);
    await page.getByText('This canvas is in the trash.').waitFor({ state: 'detached' });
  });

  it('shares a canvas with a person, who sees it at once, changes what they may, and shares a link with everybody', async () => {
    const canvas = await easel.canvas(Kim, { name: 'Together' });
    const mine = await home();
    const theirs = await home(Lee);
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

  it('does not offer the only owner to give that up, and says why', async () => {
    await easel.canvas(Kim, { name: 'Mine alone' });
    const page = await home();
    await choose(page, 'Mine alone', 'Share …');
    const removal = page.getByRole('dialog').getByRole('button', { name: 'A canvas or folder needs an owner.' });
    await removal.waitFor();
    expect(await removal.isDisabled()).toBe(true);
    expect(await page.getByRole('dialog').getByLabel('What Kim may do').count()).toBe(0);
  });

  it('offers nothing that a person may not do', async () => {
    const canvas = await easel.canvas(Kim, { name: 'Look only' });
    await made(Kim.post(`${canvas}/permissions`, { users: [{ id: Lee.id, permission: 'view' }] }));
    const page = await home(Lee);
    await card(page, 'Look only').getByText('Can view').waitFor();
    await card(page, 'Look only').getByRole('button', { name: 'Actions for Look only' }).click();
    await page.getByRole('menuitem').first().waitFor();
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
