import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { uploaded } from '../kit/files.ts';
import { svg } from '../kit/samples.ts';
import { made, RED } from '../kit/strokes.ts';
import { barriersOf } from './barriers.ts';
import { fromMenu, openEdited, untilSaved } from './edited.ts';

const easel = useEasel({ people: ['Kim'], clock: systemClock });
const { Kim } = easel.people;

describeInBrowser('recently deleted', () => {
  const chromium = useChromium(easel);

  const widgets = async (canvas: string): Promise<object[]> => {
    const all = (await Kim.get(`${canvas}/widgets?annotations=1`)).body as { id: string; depth?: number }[];
    return all.map(({ depth, ...rest }) => rest).sort((a, b) => (a.id < b.id ? -1 : 1));
  };
  const panel = (page: Page) => page.getByRole('complementary', { name: 'Recently deleted' });
  const rows = (page: Page) => panel(page).getByRole('listitem');

  async function deleteAll(page: Page): Promise<void> {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await untilSaved(page);
  }

  it('puts back a table with what lies in its cells, a picture and a stroke on it after a reload, as they were', async () => {
    const canvas = await easel.canvas(Kim);
    const table = await made(Kim.post(`${canvas}/tables`, { location: { x: 100, y: 100 }, size: { width: 400, height: 300 } }));
    const cells = (await Kim.get(`${canvas}/table-cells`)).body as { id: string }[];
    await made(Kim.post(`${canvas}/notes`, { parent_id: cells[0]!.id, text: 'in a cell', location: { x: 5, y: 5 } }));
    await uploaded(easel, Kim, `${canvas}/images`, svg(), 'a.svg', { location: { x: 600, y: 100 } });
    await made(Kim.post(`${canvas}/tables/${table.id}/annotations`, { line_color: RED }));
    const before = await widgets(canvas);
    const page = await openEdited(chromium, canvas, Kim);
    await deleteAll(page);
    expect(await widgets(canvas)).toHaveLength(1);
    await page.reload();
    await page.locator('.stage[data-complete]').waitFor();
    await fromMenu(page, 'Recently deleted');
    await rows(page).first().waitFor();
    expect(await rows(page).getAttribute('aria-label')).toBe('2 things');
    expect(await barriersOf(page, { name: 'bin', path: '' }, 1400)).toEqual([]);
    await rows(page).getByRole('button', { name: 'Put back' }).click();
    await untilSaved(page);
    expect(await widgets(canvas)).toEqual(before);
    await panel(page).getByText('You have deleted nothing').waitFor();
    await page.locator('.stage').focus();
    await page.keyboard.press('ControlOrMeta+z');
    await untilSaved(page);
    expect(await widgets(canvas)).toHaveLength(1);
    await expect.poll(() => rows(page).count()).toBe(1);
  });

  it('lists the newest first, and nothing that undo has brought back', async () => {
    const canvas = await easel.canvas(Kim);
    for (const [at, text] of ['one', 'two'].entries())
      await made(
        Kim.post(`${canvas}/notes`, { location: { x: 100 + at * 300, y: 100 }, size: { width: 200, height: 200 }, text }),
      );
    const page = await openEdited(chromium, canvas, Kim);
    for (const x of [200, 500]) {
      await page.mouse.click(x, 200);
      await page.keyboard.press('Delete');
    }
    await untilSaved(page);
    await fromMenu(page, 'Recently deleted');
    const names = () => rows(page).evaluateAll((all) => all.map((row) => row.getAttribute('aria-label')));
    await expect.poll(names).toEqual(['Note two', 'Note one']);
    await page.locator('.stage').focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(names).toEqual(['Note one']);
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect.poll(names).toEqual(['Note two', 'Note one']);
  });
});
