import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { openPath, untilShown } from './canvas-page.ts';
import { drag, openEdited, untilSaved } from './edited.ts';

const easel = useEasel({ people: ['Kim', 'Lee'], clock: systemClock });
const { Kim, Lee } = easel.people;

describeInBrowser('the tools of a canvas', () => {
  const chromium = useChromium(easel);

  it('are there for a person who may change it', async () => {
    const page = await openEdited(chromium, await easel.canvas(Kim), Kim);
    expect(await page.locator('.stage').getAttribute('data-access')).toBe('owner');
    await page.getByRole('button', { name: 'Hand' }).click();
    await drag(page, [300, 300], [400, 300]);
    await untilSaved(page);
  });

  it('are not there for a person who may only look, whose browser loads nothing of them', async () => {
    const canvas = await easel.canvas(Kim);
    await Kim.post(`${canvas}/permissions`, { users: [{ id: Lee.id, permission: 'view' }] });
    await looksOnly(await chromium.page(openPath(canvas), { as: Lee }));
  });

  it('are not there for guests of a link, even of one by which accounts may edit', async () => {
    const canvas = await easel.canvas(Kim);
    await Kim.post(`${canvas}/permissions`, { link_permission: 'edit' });
    await looksOnly(await chromium.page(openPath(canvas)));
    await openEdited(chromium, canvas, Lee);
  });
});

async function looksOnly(page: Page): Promise<void> {
  await untilShown(page);
  expect(await page.locator('.stage').getAttribute('data-access')).toBe('view');
  await page.waitForLoadState('networkidle');
  await page.locator('.badge').getByText('View only').waitFor();
  expect(await page.getByRole('toolbar', { name: 'Tools' }).count()).toBe(0);
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(loaded.filter((name) => name.includes('editing'))).toEqual([]);
}
