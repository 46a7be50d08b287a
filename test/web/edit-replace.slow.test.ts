import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { made } from '../kit/strokes.ts';
import { fromMenu, openEdited, untilSaved } from './edited.ts';

const easel = useEasel({ people: ['Kim'], clock: systemClock });
const { Kim } = easel.people;

const NOTES = 200;

describeInBrowser('searching and replacing', () => {
  const chromium = useChromium(easel);

  it('replaces a text in 200 notes by one batch and one step of undo, by keys alone and from the menu', async () => {
    const canvas = await easel.canvas(Kim);
    const operations = Array.from({ length: NOTES }, (_, at) => ({
      op: 'create',
      type: 'Note',
      body: { text: `${at} Alpha`, location: { x: 10 * at, y: 10 * at }, size: { width: 50, height: 50 } },
    }));
    await made(Kim.post(`${canvas}/batch`, { operations }));
    await made(Kim.post(`${canvas}/notes`, { text: 'alphabet', title: 'alpha' }));
    const texts = async (): Promise<string[]> =>
      ((await Kim.get(`${canvas}/notes`)).body as { readonly text: string }[]).map(({ text }) => text);
    const page = await openEdited(chromium, canvas, Kim);
    const batches: number[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/batch')) batches.push((request.postDataJSON() as { operations: object[] }).operations.length);
    });
    await page.locator('.stage').press('Control+Shift+f');
    const panel = page.getByRole('complementary', { name: 'Search and replace' });
    await panel.getByRole('combobox').fill('Alpha');
    await panel.getByRole('button', { name: `Replace all ${NOTES + 2}`, exact: true }).waitFor();
    await panel.getByRole('checkbox', { name: 'Whole words' }).check();
    await panel.getByRole('button', { name: `Replace all ${NOTES + 1}`, exact: true }).waitFor();
    await panel.getByRole('checkbox', { name: 'Match case' }).check();
    await panel.getByRole('textbox', { name: 'Replace with' }).fill('beta');
    await panel.getByRole('button', { name: `Replace all ${NOTES}`, exact: true }).waitFor();
    await panel.getByRole('textbox', { name: 'Replace with' }).press('Enter');
    await page.getByText(`Replaced in ${NOTES} places.`).filter({ visible: true }).first().waitFor();
    await untilSaved(page);
    expect(batches).toEqual([NOTES]);
    expect((await texts()).filter((text) => /^\d+ beta$/.test(text))).toHaveLength(NOTES);
    expect(await texts()).toContain('alphabet');
    await panel.press('Escape');
    await page.locator('.stage').press('Control+z');
    await untilSaved(page);
    expect(batches).toEqual([NOTES, NOTES]);
    expect((await texts()).filter((text) => /^\d+ Alpha$/.test(text))).toHaveLength(NOTES);
    await fromMenu(page, 'Search and replace');
    await panel.getByRole('button', { name: `Replace all ${NOTES + 2}`, exact: true }).waitFor();
  });

  it('leaves what somebody else holds, and says so', async () => {
    const canvas = await easel.canvas(Kim);
    for (const x of [100, 500])
      await made(Kim.post(`${canvas}/notes`, { text: 'alpha', location: { x, y: 100 }, size: { width: 200, height: 200 } }));
    const page = await openEdited(chromium, canvas, Kim);
    const other = await openEdited(chromium, canvas, Kim);
    await other.mouse.move(600, 200);
    await other.mouse.down();
    await other.mouse.move(640, 240, { steps: 4 });
    await page.locator('[data-held]').first().waitFor({ state: 'attached' });
    await page.locator('.stage').press('Control+Shift+f');
    const panel = page.getByRole('complementary', { name: 'Search and replace' });
    await panel.getByRole('combobox').fill('alpha');
    await panel.getByRole('textbox', { name: 'Replace with' }).fill('beta');
    await panel.getByRole('button', { name: 'Replace all 2' }).click();
    await page.getByText('Replaced in 1 place. One thing that somebody holds stays.').filter({ visible: true }).first().waitFor();
    await other.mouse.up();
    await untilSaved(page);
    await untilSaved(other);
    const notes = (await Kim.get(`${canvas}/notes`)).body as { readonly text: string }[];
    expect(notes.map(({ text }) => text).sort()).toEqual(['alpha', 'beta']);
  });
});
